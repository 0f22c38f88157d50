"""A small run of the load benchmark against a real server: it must notice anything lost."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import uvloop

from benchmarks.load.client import Failed, Load
from benchmarks.load.measuring import HOST
from benchmarks.load.seating import open_tables
from perudo.server.storage import Store
from testkit.serving import Serving
from testkit.threads import run_apart

TABLES, DICE = 3, 2


def nothing(_load: Load) -> None:
    pass


async def played(
    port: int,
    actions: int,
    *,
    calza: bool = False,
    deaf: int = 0,
    spoil: Callable[[Load], None] = nothing,
) -> dict[str, int]:
    """Play, and return the last version that all seats of a table have seen, by table.

    At ``deaf`` tables a seat misses something, so that they wait for ever.
    """
    load = Load(await open_tables(HOST, port, TABLES, calza=calza, dice=DICE), paced=False)
    try:
        await load.follow(HOST, port)
        spoil(load)
        load.begin()
        await load.play_until(actions, seconds=20.0)
        if deaf:
            await only_these_wait(load, deaf)
        await load.stop(0.1 if deaf else 20.0)
    finally:
        load.close()
    tally = load.tally
    assert load.total == tally.actions == len(tally.answered) >= actions
    assert len(tally.seen) + len(tally.heard) == tally.actions
    assert bool(tally.heard) == calza
    assert all(seconds > 0.4 for seconds in tally.heard), "a hearing takes 0.4 s"
    for table in load.tables:
        assert {seat.version for seat in table.seats} == {table.version}
    return {table.id: table.version for table in load.tables}


async def only_these_wait(load: Load, tables: int) -> None:
    """Start no new actions, and wait until no more than so many tables are in the middle of one."""
    load.stopping = True
    async with asyncio.timeout(20.0):
        while sum(not table.idle for table in load.tables) > tables:
            await asyncio.sleep(0.01)


def logged(url: str, table: str) -> list[str]:
    store = Store(url)
    try:
        return [entry.body for entry in store.entries(table)]
    finally:
        store.close()


def test_all_that_is_acknowledged_is_seen_by_all_and_in_the_log(tmp_path: Path) -> None:
    """Enough actions to end matches and begin the next ones, at three tables at once."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    with Serving(url) as server:
        seen = run_apart(played(server.port, 360), uvloop.run)
        seen |= run_apart(played(server.port, 60, calza=True), uvloop.run)
        server.kill()  # what was acknowledged is on disk, not on its way there
    assert len(seen) == 2 * TABLES
    logs = {table: logged(url, table) for table in seen}
    # A sealed claim of calza is in the log, but does not change the version.
    claims = {t: sum('"calza-claimed"' in body for body in logs[t]) for t in logs}
    assert {table: len(logs[table]) - claims[table] for table in logs} == seen
    rematches = sum("rematch-called" in body for entries in logs.values() for body in entries)
    assert rematches >= TABLES
    assert any("hearing-closed" in body for entries in logs.values() for body in entries)


def skip_a_line(load: Load) -> None:
    """Drop one frame of one seat, as if the network had lost it."""
    seat = load.tables[1].seats[2]
    hear: Callable[[bytes, float], None] = seat.line
    lines = 0

    def deaf(line: bytes, now: float) -> None:
        nonlocal lines
        lines += 1
        if lines != 4:
            hear(line, now)

    streamer: Any = seat.streamer
    streamer._line = deaf


def forget_one(load: Load) -> None:
    """Make one seat's stream seem to skip an entry."""
    table = load.tables[1]
    listening = (table.plays.next().seat + 1) % len(table.seats)
    table.seats[listening].version -= 1


def spoil_a_token(load: Load) -> None:
    seat = load.tables[0].seats[0]
    seat.head = seat.head.replace(b"Bearer ", b"Bearer x")


def test_a_run_that_lost_something_fails(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        with pytest.raises(Failed, match="answered 401"):
            run_apart(played(server.port, 60, spoil=spoil_a_token), uvloop.run)
        with pytest.raises(Failed, match=r"seat \d was told of 6 after 4"):
            run_apart(played(server.port, 60, spoil=forget_one), uvloop.run)
        # The table waits for the seat that missed a frame, while the others play on.
        with pytest.raises(Failed, match="1 of 3 tables wait"):
            run_apart(played(server.port, 60, deaf=1, spoil=skip_a_line), uvloop.run)
