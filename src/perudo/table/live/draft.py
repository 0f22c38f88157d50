"""A decision being made: its events so far, and the table after them."""

from perudo.engine.events import Events
from perudo.engine.match import Match
from perudo.table.live.events import LogEvent
from perudo.table.live.fold import LogEntry, count_entry, evolve, with_match_events
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
        """Add events of the match together with the match that the engine made of them."""
        self.table = with_match_events(self.table, after, events, self.now)
        self.events += events

    def finish(self) -> tuple[LogEntry, LiveTable]:
        """Return the entry for the log, and the table after it."""
        assert self.events, "a decision that changes nothing is a refusal"
        events = tuple(self.events)
        table = count_entry(self.table, events)
        return LogEntry(table.seq, self.now, events), table
