"""A decision in the making: the events so far, and the table as they leave it."""

from perudo.engine.events import Events
from perudo.engine.match import Match
from perudo.table.live.events import LogEvent
from perudo.table.live.fold import LogEntry, counted, evolve, with_match_events
from perudo.table.live.outside import Outside
from perudo.table.live.state import LiveTable


class Draft:
    def __init__(self, table: LiveTable, outside: Outside) -> None:
        self.table = table
        self.outside = outside
        self.now = outside.now
        self.events: list[LogEvent] = []

    def add(self, *events: LogEvent) -> None:
        for event in events:
            self.table = evolve(self.table, event, self.now)
        self.events += events

    def play(self, after: Match, events: Events) -> None:
        """Add what the engine made of the match: the match as it is now, and its events."""
        self.table = with_match_events(self.table, after, events, self.now)
        self.events += events

    def finish(self) -> tuple[LogEntry, LiveTable]:
        """The entry that goes into the log, and the table as it will be with it."""
        assert self.events, "a decision that changes nothing is a refusal"
        events = tuple(self.events)
        table = counted(self.table, events)
        return LogEntry(table.seq, self.now, events), table
