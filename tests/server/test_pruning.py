"""Old tables are deleted, but never because a clock was set wrong."""

import asyncio
from random import Random

import pytest

from perudo.server.config import Config
from perudo.server.housekeeping import Housekeeping
from perudo.server.listener import Listener, ndjson
from perudo.server.storage import Store
from perudo.server.table_age import moment_before
from perudo.server.tables import Tables
from perudo.table.live.commands import Sit
from perudo.table.live.outside import SystemOutside
from perudo.table.live.settings import Settings
from testkit.threads import run_apart

NOW = 1_790_000_000_000
HOUR = 3_600_000
DAY = 24 * HOUR
KEEP = Config(keep_idle_days=60, keep_finished_days=30)


@pytest.mark.parametrize(
    ("stretches", "wanted", "moment"),
    [
        ([], 5, None),
        ([(10, 20)], 5, 15),
        ([(10, 20)], 10, 10),
        ([(10, 20)], 11, None),
        ([(10, 20), (100, 105)], 5, 100),
        ([(10, 20), (100, 105)], 6, 19),
        ([(10, 20), (12, 18), (15, 20)], 6, 14),  # servers that are up at the same time count once
        ([(10, 20), (15, 30)], 15, 15),
        ([(10, 20), (15, 30)], 18, 12),
        ([(10, 10), (20, 20)], 1, None),
    ],
)
def test_moment_before_counts_only_the_time_servers_were_up(
    stretches: list[tuple[int, int]], wanted: int, moment: int | None
) -> None:
    assert moment_before(stretches, wanted) == moment


def test_moment_before_agrees_with_counting_every_millisecond() -> None:
    random = Random(8)
    for _ in range(300):
        stretches = []
        for _ in range(random.randrange(1, 6)):
            began = random.randrange(60)
            stretches.append((began, began + random.randrange(20)))
        wanted = random.randrange(1, 40)
        up = sorted({tick for began, ended in stretches for tick in range(began, ended)})
        expected = up[-wanted] if len(up) >= wanted else None
        assert moment_before(stretches, wanted) == expected


class Kept:
    """The tables of a server whose clock the test can set."""

    def __init__(self, store: Store) -> None:
        self.now = NOW
        self.store = store
        random = Random(1)
        outside = SystemOutside(lambda: self.now, random.randbytes, random)
        self.tables = Tables(store, outside, random.randbytes, shared=False)
        self.chores = Housekeeping(self.tables, KEEP)

    async def open(self) -> str:
        committed = await self.tables.open(Settings(), "host", Sit("Ann"))
        return committed.table.id

    async def pruned(self) -> list[str]:
        """Prune, and return the tables that are left."""
        await self.chores.prune()
        return list(self.store.all_tables())


def test_a_start_with_a_clock_70_days_ahead_deletes_nothing(store: Store) -> None:
    async def scenario() -> None:
        kept = Kept(store)
        table = await kept.open()
        store.pulse("before", NOW + HOUR, NOW - HOUR)
        kept.now += 70 * DAY
        store.pulse("now", kept.now + HOUR, kept.now)
        assert await kept.pruned() == [table]
        await kept.tables.close()

    run_apart(scenario())


def test_days_count_while_a_server_is_up(store: Store) -> None:
    async def scenario() -> None:
        kept = Kept(store)
        old = await kept.open()
        store.pulse("first", NOW + 30 * DAY, NOW)
        kept.now = NOW + 40 * DAY
        later = await kept.open()
        store.pulse("second", kept.now + 30 * DAY - HOUR, kept.now)
        assert await kept.pruned() == sorted([old, later])
        store.pulse("second", kept.now + 30 * DAY + HOUR, kept.now)
        assert await kept.pruned() == [later]
        await kept.tables.close()

    run_apart(scenario())


def test_a_table_with_somebody_at_it_is_kept(store: Store) -> None:
    async def scenario() -> None:
        kept = Kept(store)
        watched, left = await kept.open(), await kept.open()
        listener = Listener("host", ndjson)
        (await kept.tables.room(watched)).join(listener)
        store.pulse("up", NOW + 61 * DAY, NOW)
        kept.now = NOW + 61 * DAY
        await kept.chores.touch()
        assert await kept.pruned() == [watched]
        assert left not in kept.tables.rooms
        assert not listener.ended
        await kept.tables.close()

    run_apart(scenario())


def test_streams_of_a_table_that_is_cleared_away_end(store: Store) -> None:
    async def scenario() -> None:
        kept = Kept(store)
        table = await kept.open()
        listener = Listener("host", ndjson)
        (await kept.tables.room(table)).join(listener)
        store.pulse("up", NOW + 61 * DAY, NOW)
        assert await kept.pruned() == []
        assert listener.ended
        await kept.tables.close()
        await asyncio.sleep(0)

    run_apart(scenario())


def test_pulses_that_no_age_needs_are_forgotten(store: Store) -> None:
    async def scenario() -> None:
        kept = Kept(store)
        store.pulse("long ago", NOW - 70 * DAY, NOW - 71 * DAY)
        store.pulse("up", NOW, NOW - 65 * DAY)
        await kept.pruned()
        assert store.stretches() == [(NOW - 65 * DAY, NOW)]
        assert store.last_pulse() == NOW
        await kept.tables.close()

    run_apart(scenario())
