"""Tables with logs of thousands of entries, written straight into a SQLite file."""

import sqlite3
from contextlib import closing
from random import Random
from typing import NamedTuple

from perudo.server.headings import heading_of
from perudo.server.storage import Append, Store, StoredEntry
from perudo.table.live.clockwork import due_at
from perudo.table.live.commands import Command, Rematch, Say, Sit, Stand, Start, Tick
from perudo.table.live.decide import decide, open_table
from perudo.table.live.fold import LogEntry
from perudo.table.live.log import write_events
from perudo.table.live.outside import SystemOutside
from perudo.table.live.settings import Settings
from perudo.table.live.state import LiveTable

SEATS = 4


class LongLog(NamedTuple):
    table: LiveTable
    entries: int
    matches: int


class _Scribe:
    """Plays at a table without a server, and keeps every entry."""

    def __init__(self, table: str, host: str) -> None:
        self.now = 1_000_000
        random = Random(3)
        self._outside = SystemOutside(lambda: self.now, random.randbytes, random)
        settings = Settings(
            seats=SEATS, pace_ms=0, pause_ms=0, hearing_ms=0, turn_seconds=5, misses=100
        )
        opened = open_table(table, table[:6].upper(), settings, host, Sit("Ann"), self._outside)
        self.log: list[LogEntry] = [opened.entry]
        self.table = opened.table

    def do(self, player: str | None, command: Command) -> None:
        decision = decide(self.table, player, command, self._outside)
        self.log.append(decision.entry)
        self.table = decision.table

    def match(self, host: str) -> None:
        """Play a match to its end; bots play every turn, the host's when its clock has run out."""
        if self.table.number:
            self.do(host, Rematch())
        self.do(host, Start(fill="easy"))
        while self.table.on:
            self.now = max(self.now, due_at(self.table) or self.now)
            self.do(None, Tick())


def long_log(database: str, entries: int, *, table: str = "2345abcd6789", host: str) -> LongLog:
    """Write a table with at least this many entries: matches, with chat in between.

    A player called ``other`` has seat 1 in the first match, and leaves after it.
    """
    scribe = _Scribe(table, host)
    scribe.do("other", Sit("Bob", 1))
    scribe.match(host)
    scribe.do("other", Stand())
    while len(scribe.log) < entries:
        scribe.match(host)
        for number in range(50):
            scribe.do(host, Say(f"line {number}"))
    store = Store(database)
    store.migrate()
    stored = [
        StoredEntry(table, seq, at, None, None, write_events(events))
        for seq, at, events in scribe.log
    ]
    store.append([Append(stored[0], None, False, heading_of(scribe.table))])
    store.close()
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection, connection:
        connection.executemany(
            "INSERT INTO entries (table_id, seq, at, key, digest, body) VALUES (?, ?, ?, ?, ?, ?)",
            stored[1:],
        )
    return LongLog(scribe.table, len(scribe.log), scribe.table.number)
