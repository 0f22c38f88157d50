"""A decision in the making: the events so far, and the table as they leave it."""

from perudo.table.live.events import TableEvent
from perudo.table.live.fold import evolve
from perudo.table.live.outside import Outside
from perudo.table.live.state import LiveTable


class Draft:
    def __init__(self, table: LiveTable, outside: Outside) -> None:
        # What this decision brings will be the next entry of the log.
        self.table = table._replace(seq=table.seq + 1)
        self.outside = outside
        self.now = outside.now
        self.events: list[TableEvent] = []

    def add(self, *events: TableEvent) -> None:
        for event in events:
            self.table = evolve(self.table, event, self.now)
        self.events += events
