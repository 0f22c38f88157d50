"""Processes that are suspended for a while (SIGSTOP), and servers that are down."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from benchmarks.faults.clocks import credited, lateness, open_bot_tables, timeouts
from benchmarks.faults.stage import Fault, Outcome, Stage
from perudo.server.storage import Store
from testkit.server.crowd import Crowd
from testkit.server.ledger import Books, audited
from testkit.serving import Serving

ASLEEP = 8.0
DOWN = 6.0
TURN = 5
PACE_MS = 700
ON_TIME = 0.5
"""Seconds that a timer may be late on a busy machine without a fault."""
STEPS_IN = 4.0
"""Seconds within which another process must take over."""
STREAM_DELAY_MS = 3_000
"""How late the streams of the other process may be without Redis."""
OVERPAID = 2.5
"""Seconds by which a credit may exceed the downtime: pulses come once a second."""


def _now() -> int:
    return time.time_ns() // 1_000_000


async def one_of_two(stage: Stage, outcome: Outcome) -> None:
    """Suspend the process that set all timers: the other one fires them, and none fires twice."""
    database = stage.postgres.new_database()
    store = Store(database)
    async with AsyncExitStack() as stack:
        sleeper, other = (stack.enter_context(Serving(database)) for _ in range(2))
        crowd = await stack.enter_async_context(Crowd([sleeper.port]))
        await open_bot_tables(crowd, stage.sizes.clocks, PACE_MS)
        await crowd.sit_down(stage.sizes.clocks, 2, turn_seconds=TURN, pace_ms=PACE_MS)
        crowd.follow([sleeper.port, other.port], seats=[0])
        marks = [_now()]
        for change in (None, sleeper.pause, sleeper.resume):
            if change is not None:
                change()
                marks.append(_now())
            await asyncio.sleep(ASLEEP)
        marks.append(_now())
        books = Books(store)
        outcome.wrong += books.check(crowd.ledger)
        outcome.wrong += _behind(crowd, books, marks[-1] - STREAM_DELAY_MS)
    outcome.wrong += await audited(database)
    logs = [books.log(place.table) for place in crowd.places]
    store.close()
    names = ("before", "while it sleeps", "afterwards")
    for name, begun, ended in zip(names, marks[:-1], marks[1:], strict=True):
        late = [seconds for log in logs for seconds in lateness(log, begun, ended)]
        outcome.must(bool(late), f"{name}: no timer fired")
        outcome.must(min(late, default=0) >= 0, f"{name}: a timer fired too early")
        outcome.figures[f"{name}: timers rung, slowest (s)"] = (
            f"{len(late)}, {max(late, default=0):.2f}"
        )
        allowed = ON_TIME if name == "before" else STEPS_IN
        outcome.must(max(late, default=0) < allowed, f"{name}: {max(late, default=0)} s late")
    outcome.figures["tables of bots / with turn clocks"] = (
        f"{stage.sizes.clocks} / {stage.sizes.clocks}"
    )
    outcome.must(not any(credited(books, p.table) for p in crowd.places), "time was credited")


def _behind(crowd: Crowd, books: Books, at: int) -> list[str]:
    """Return the streams, on any process, that miss entries written before ``at``."""
    wrong = []
    for stream in crowd.ledger.streams:
        known = [n.entry.seq for n in books.log(stream.table) if n.entry.at < at]
        if stream.last < known[-1]:
            wrong.append(f"{stream.table}: a stream has {stream.last} of {known[-1]} entries")
    return wrong


async def the_only_one(stage: Stage, outcome: Outcome) -> None:
    async def sleep(server: Serving) -> float:
        server.pause()
        await asyncio.sleep(ASLEEP)
        server.resume()
        return ASLEEP

    await _away(stage, outcome, stage.sqlite(), sleep)


async def stopped(stage: Stage, outcome: Outcome) -> None:
    await _away(stage, outcome, stage.sqlite(), lambda server: _down(server, server.stop))


async def killed(stage: Stage, outcome: Outcome) -> None:
    database = stage.postgres.new_database()
    await _away(stage, outcome, database, lambda server: _down(server, server.kill))


async def _down(server: Serving, end: Callable[[], object]) -> float:
    began = time.monotonic()
    await asyncio.to_thread(end)
    await asyncio.sleep(DOWN)
    await asyncio.to_thread(server.start)
    return time.monotonic() - began


async def _away(
    stage: Stage, outcome: Outcome, database: str, leave: Callable[[Serving], Awaitable[float]]
) -> None:
    """Leave tables without a server for longer than a turn: everybody keeps their full time."""
    store = Store(database)
    books = Books(store)
    async with AsyncExitStack() as stack:
        server = stack.enter_context(Serving(database))
        crowd = await stack.enter_async_context(Crowd([server.port]))
        await crowd.sit_down(stage.sizes.clocks, 2, turn_seconds=TURN)
        crowd.follow()
        await asyncio.sleep(1)
        before = {p.table: await _deadline(crowd, p.table) for p in crowd.places}
        away = await leave(server)
        await _until_credited(crowd, books)
        moved = [(await _deadline(crowd, t) - d) / 1000 for t, d in before.items()]
        early = sum(len(timeouts(books, p.table)) for p in crowd.places)
        outcome.must(early == 0, f"{early} players were timed out for the server's sleep")
        outcome.must(min(moved) >= away - 0.5, f"a clock got back {min(moved):.2f} s only")
        outcome.must(max(moved) <= away + OVERPAID, f"a clock got {max(moved):.2f} s")
        acting = crowd.places[::2]
        crowd.places, idle = acting, crowd.places[1::2]
        outcome.wrong += [f"{t}: no action in time" for t in await crowd.one_more_each()]
        await _until_timed_out(books, [p.table for p in idle])
        rung = [
            (timeouts(books, table)[0].entry.at - before[table]) / 1000 - gained
            for table, gained in zip(before, moved, strict=True)
            if table in {p.table for p in idle}
        ]
        outcome.must(min(rung) >= 0 and max(rung) < 1.5, f"timed out {min(rung)} to {max(rung)}")
        counts = {len(credited(books, table)) for table in before}
        outcome.must(counts == {1}, f"credits for each clock: {sorted(counts)}")
        outcome.wrong += books.check(crowd.ledger)
    outcome.wrong += await audited(database)
    store.close()
    outcome.figures |= {
        "tables with a clock of 5 s": len(before),
        "no server for (s)": round(away, 2),
        "given back, least / most (s)": f"{min(moved):.2f} / {max(moved):.2f}",
        "timed out after the new deadline, latest (s)": round(max(rung), 2),
    }


async def _deadline(crowd: Crowd, table: str) -> int:
    place = next(place for place in crowd.places if place.table == table)
    return int((await crowd.look(place, 0))["deadline"])


async def _until_credited(crowd: Crowd, books: Books, seconds: float = 10.0) -> None:
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up:
        if all(credited(books, place.table) for place in crowd.places):
            return
        await asyncio.sleep(0.1)


async def _until_timed_out(books: Books, tables: list[str], seconds: float = 20.0) -> None:
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up:
        if all(timeouts(books, table) for table in tables):
            return
        await asyncio.sleep(0.2)


FAULTS = [
    Fault("one of two processes sleeps 8 s", 30, one_of_two),
    Fault("the only process sleeps 8 s", 20, the_only_one),
    Fault("stopped for 6 s, SQLite", 20, stopped),
    Fault("killed, back after 6 s, PostgreSQL", 20, killed),
]
