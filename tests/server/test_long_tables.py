"""Long logs are read in pages, without blocking the event loop and without missing an entry."""

import asyncio
import gc
import json
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import pytest

from perudo.server import finished as finishing
from perudo.server import histories, room
from perudo.server.finished import FinishedMatch, FinishedMatches
from perudo.server.listener import Listener, ndjson
from perudo.server.missed import Missed
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.room import CommittedEntry
from perudo.server.storage import Store, StoredEntry
from perudo.server.tables import Tables, history
from perudo.table.live.commands import Say
from perudo.table.live.outside import SystemOutside
from perudo.table.live.state import LiveTable
from testkit.server.long_logs import LongLog, long_log
from testkit.serving import Guest, Serving
from testkit.threads import run_apart

HOST = "host0000000000000000"
ENTRIES = 3_000


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('long') / 'tables.db'}"


@pytest.fixture(scope="module")
def long(file: str) -> LongLog:
    return long_log(file, ENTRIES, host=HOST)


@pytest.fixture(scope="module")
def log(file: str, long: LongLog) -> list[CommittedEntry]:
    store = Store(file)
    entries = store.entries(long.table.id)
    store.close()
    return history(entries)


@asynccontextmanager
async def tables_of(file: str) -> AsyncIterator[Tables]:
    store = Store(file)
    now = SystemOutside(lambda: time.time_ns() // 1_000_000)
    tables = Tables(store, now, bytes, shared=False)
    try:
        yield tables
    finally:
        await tables.close()
        store.close()


class Heartbeat:
    """Measures the longest step of the event loop, in processor time of its thread.

    Wall-clock time would depend on what else the machine does.
    """

    def __init__(self) -> None:
        self.longest = 0.0

    async def beat(self) -> None:
        last = time.thread_time()
        while True:
            await asyncio.sleep(0)
            now = time.thread_time()
            self.longest, last = max(self.longest, now - last), now


@contextmanager
def no_collection() -> Iterator[None]:
    """Keep the garbage collector out: what it takes depends on all tests that ran before."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def resumed(tables: Tables, table: str, player: str | None, after: int) -> list[Any]:
    """Return all that a player (None: an onlooker) receives who resumes after this version."""
    there = await tables.room(table)
    listener = Listener(player, ndjson)
    missed = Missed(tables, there, listener, after)
    there.join(listener)
    pieces = [piece async for piece in missed.pieces()]
    there.listeners.discard(listener)
    return [json.loads(line) for line in b"".join([*pieces, listener.take()]).splitlines()]


READINGS: dict[str, Callable[[Tables, LongLog], Awaitable[object]]] = {
    "load": lambda tables, long: tables.room(long.table.id),
    "resume": lambda tables, long: resumed(tables, long.table.id, HOST, 0),
}


async def _record(tables: Tables, long: LongLog) -> None:
    await FinishedMatches(tables).match(await tables.room(long.table.id), 1)


READINGS["record"] = _record


@pytest.mark.parametrize("reading", READINGS)
def test_long_log_is_read_without_blocking_the_event_loop(
    file: str, long: LongLog, monkeypatch: pytest.MonkeyPatch, reading: str
) -> None:
    read_in: Counter[int] = Counter()
    read = room.read_entry

    def noted(before: LiveTable | None, stored: StoredEntry) -> CommittedEntry:
        read_in[threading.get_ident()] += 1
        return read(before, stored)

    for module in (room, histories):
        monkeypatch.setattr(module, "read_entry", noted)

    async def scenario() -> None:
        async with tables_of(file) as tables:
            heart = Heartbeat()
            beating = asyncio.create_task(heart.beat())
            with no_collection():
                await READINGS[reading](tables, long)
            beating.cancel()
        on_the_loop = read_in.pop(threading.get_ident(), 0)
        assert on_the_loop <= histories.FEW + 1
        assert sum(read_in.values()) >= ENTRIES
        assert heart.longest < 0.25

    run_apart(scenario())


def told_to(log: list[CommittedEntry], player: str | None) -> list[Any]:
    payloads = (committed.payload(committed.table.seat_of(player)) for committed in log)
    return [json.loads(payload) for payload in payloads if payload is not None]


@pytest.mark.parametrize("player", [HOST, None, "other"])
@pytest.mark.parametrize("after", [0, 499, 500, 2_000, -20])
def test_a_resume_brings_what_the_log_has_for_that_guest(
    file: str, long: LongLog, log: list[CommittedEntry], player: str | None, after: int
) -> None:
    after = after if after >= 0 else long.entries + after

    async def scenario() -> None:
        async with tables_of(file) as tables:
            assert await resumed(tables, long.table.id, player, after) == told_to(
                log[after:], player
            )

    run_apart(scenario())


def test_a_chair_tells_its_next_owner_nothing_of_the_one_before(file: str, long: LongLog) -> None:
    """Bob had seat 1 in the first match and saw its cup; its later owners never see that cup."""

    async def scenario() -> None:
        async with tables_of(file) as tables:
            for player, sees in (("other", True), ("nobody", False)):
                lines = await resumed(tables, long.table.id, player, 0)
                deals = [e for line in lines for e in line["events"] if e["event"] == "dealt"]
                assert any(deal["cups"][1] for deal in deals) is sees
                assert not any(deal["cups"][0] for deal in deals)

    run_apart(scenario())


def test_entries_committed_during_a_resume_come_once_and_in_order(tmp_path: Path) -> None:
    file = f"sqlite:///{tmp_path / 'tables.db'}"
    long = long_log(file, 700, host=HOST)

    async def scenario() -> None:
        async with tables_of(file) as tables:
            there = await tables.room(long.table.id)
            listener = Listener(HOST, ndjson)
            missed = Missed(tables, there, listener, 0)
            there.join(listener)
            heard = b""
            async for piece in missed.pieces():
                heard += piece
                assert not listener.frames
                if there.table.seq < long.entries + 150:  # more than are kept at hand
                    for number in range(50):
                        await tables.submit(long.table.id, HOST, Say(str(number)))
            await tables.submit(long.table.id, HOST, Say("the last"))
            heard += listener.take()
            versions = [json.loads(line)["version"] for line in heard.splitlines()]
            assert versions == list(range(1, there.table.seq + 1))
            assert len(versions) > long.entries + 150

    run_apart(scenario())


def test_a_stream_that_is_ended_stops_reading(file: str, long: LongLog) -> None:
    async def scenario() -> None:
        async with tables_of(file) as tables:
            there = await tables.room(long.table.id)
            listener = Listener(None, ndjson)
            missed = Missed(tables, there, listener, 0)
            pieces = 0
            async for _ in missed.pieces():
                pieces += 1
                listener.end()
            assert pieces == 1

    run_apart(scenario())


def test_a_match_that_is_over_is_read_once(
    file: str, long: LongLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[int] = []
    make = finishing._finished

    def noted(log: list[CommittedEntry], number: int) -> FinishedMatch | None:
        reads.append(number)
        return make(log, number)

    monkeypatch.setattr(finishing, "_finished", noted)

    async def scenario() -> None:
        async with tables_of(file) as tables:
            there = await tables.room(long.table.id)
            matches = FinishedMatches(tables)
            found = await asyncio.gather(*(matches.match(there, 2) for _ in range(8)))
            assert reads == [2]
            assert all(match is found[0] for match in found)
            await matches.match(there, 2)
            assert reads == [2]
            for number in (0, long.matches + 1):
                with pytest.raises(RequestRefused):
                    await matches.match(there, number)
            assert reads == [2]

    run_apart(scenario())


def test_the_number_waiting_for_records_is_limited(
    file: str, long: LongLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(histories, "MOST_WAITING", 2)

    async def scenario() -> None:
        async with tables_of(file) as tables:
            there = await tables.room(long.table.id)
            matches = FinishedMatches(tables)
            asked = (matches.match(there, number) for number in (1, 2, 3))
            found = await asyncio.gather(*asked, return_exceptions=True)
            assert [isinstance(match, Exception) for match in found] == [False, False, True]
            assert isinstance(found[2], RequestRefused)
            assert found[2].refusal.reason is RequestReason.TOO_MANY
            assert await matches.match(there, 3)  # later there is room again

    run_apart(scenario())


def test_over_http_a_long_table_is_streamed_recorded_and_shown_again(tmp_path: Path) -> None:
    file = f"sqlite:///{tmp_path / 'tables.db'}"
    long = long_log(file, 700, host=HOST)
    with Serving(file) as server:
        guest = Guest(server.url)
        lines = list(islice(guest.follow(long.table.id, 0), long.entries))
        assert [line["version"] for line in lines] == list(range(1, long.entries + 1))
        path = f"{server.url}/api/tables/{long.table.id}/record"
        first, last = httpx.get(path, params={"match": 1}), httpx.get(path)
        assert (first.status_code, last.status_code) == (200, 200)
        assert f"{long.table.id}/1" in first.text
        assert f"{long.table.id}/{long.matches}" in last.text
        page = httpx.get(f"{server.url}/t/{long.table.id}/replay", params={"match": 1})
        assert page.status_code == 200
