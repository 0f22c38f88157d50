"""The matches of a guest are stored beside the logs, and follow from them."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import make_url

from perudo.server.audit import audit_table
from perudo.server.headings import heading_of
from perudo.server.plays import changed, plays_of
from perudo.server.storage import Append, Outcome, PlayState, Store, StoredEntry
from perudo.server.storage.migrating import migrate
from perudo.server.storage.sqlite import Sqlite
from perudo.table.live.clockwork import due_at
from perudo.table.live.commands import Rematch, Resign, Stand, Start
from perudo.table.live.fold import LogEntry, fold
from perudo.table.live.log import write_events
from perudo.table.live.settings import Settings
from perudo.table.live.state import LiveTable
from testkit.live.random_tables import random_table
from testkit.live.sandbox import Sandbox

TABLE = "abc"
"""The id of the sandbox's table, from which its dice follow."""


def stored(entry: LogEntry) -> StoredEntry:
    return StoredEntry(TABLE, entry.seq, entry.at, None, None, write_events(entry.events))


def tables_of(box: Sandbox) -> list[LiveTable]:
    return [fold(box.log[:length]) for length in range(1, len(box.log) + 1)]


def states(box: Sandbox) -> dict[tuple[str, int], str]:
    return {key: play.state.value for key, play in plays_of(tables_of(box)).items()}


def test_a_guest_waits_plays_and_has_played() -> None:
    box = Sandbox(Settings(seats=3, dice=1, pause_ms=0))
    box.seat_people(3)
    assert states(box) == {("p0", 1): "waiting", ("p1", 1): "waiting", ("p2", 1): "waiting"}
    box.do("p2", Stand())
    assert ("p2", 1) not in states(box)
    box.do("p0", Start(fill="easy"))
    assert states(box) == {("p0", 1): "on", ("p1", 1): "on"}
    box.do("p1", Resign())
    assert states(box) == {("p0", 1): "on", ("p1", 1): "over"}
    noted = plays_of(tables_of(box))["p1", 1]
    while box.table.on:
        if box.table.turn == 0:
            box.act("dudo" if box.standing else "1x2")
        else:
            box.tick()
    assert states(box) == {("p0", 1): "over", ("p1", 1): "over"}
    # A bot played the rest.
    assert plays_of(tables_of(box))["p1", 1] == noted
    box.do("p0", Rematch())
    assert states(box)["p0", 2] == "waiting"
    assert states(box)["p0", 1] == "over"


@pytest.mark.parametrize("seed", range(8))
def test_what_is_stored_is_what_the_log_says(store: Store, seed: int) -> None:
    box = random_table(seed)
    before = None
    for entry, table in zip(box.log, tables_of(box), strict=True):
        append = Append(
            stored(entry), due_at(table), True, heading_of(table), changed(before, table)
        )
        assert store.append([append]) == [Outcome.COMMITTED]
        before = table
    assert list(audit_table(store, TABLE)) == []
    for guest, number in plays_of(tables_of(box)):
        assert number in [play.number for play in store.plays(guest, 100)]


def test_an_older_database_gets_the_matches_of_its_logs(tmp_path: Path) -> None:
    box = Sandbox(Settings(seats=2, listed=True))
    box.start()
    file = tmp_path / "tables.db"
    older = Sqlite(make_url(f"sqlite:///{file}"))
    migrate(older, "0003")
    older.close()
    heading = heading_of(box.table)
    with sqlite3.connect(file) as connection:
        connection.execute(
            "INSERT INTO tables VALUES (?, ?, 1, 1, ?, ?, ?)",
            (TABLE, heading.code, heading.listed, heading.over, heading.summary),
        )
        connection.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", map(stored, box.log)
        )
    store = Store(f"sqlite:///{file}")
    store.migrate()
    assert [play.state for play in store.plays("p1", 10)] == [PlayState.ON.value]
    assert [table for table, _, _ in store.running(0, 10)] == [TABLE]
    assert list(audit_table(store, TABLE)) == []
    store.close()
