"""Two server processes on one PostgreSQL; half of the players of every table talk to each.

How soon one process shows what the other wrote is measured at tables that are only watched through
it.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count

from benchmarks.faults.stage import Fault, Outcome, Stage, spread
from perudo.server.storage import Store
from testkit.server.crowd import Crowd, Place
from testkit.server.ledger import Books, audited, version_of
from testkit.serving import Serving

REST = 0.25
"""Seconds between actions, so that the figures measure the wake-up, not a busy machine."""
QUIET = 5
"""Tables that are only watched through the second process: a request would make it read the log
before its wake-up."""
BACK_SECONDS = 3.0
"""How long both processes have to notice that Redis is back."""


async def without_redis(stage: Stage, outcome: Outcome) -> None:
    await _race(stage, outcome, (), lambda: asyncio.sleep(stage.sizes.race_seconds))


async def with_redis(stage: Stage, outcome: Outcome) -> None:
    flags = ("--redis", stage.redis.url)
    await _race(stage, outcome, flags, lambda: asyncio.sleep(stage.sizes.race_seconds))


async def redis_dies(stage: Stage, outcome: Outcome) -> None:
    """Kill Redis in mid-run and start it again: only time is lost."""
    redis, marks = stage.redis, list[float]()

    async def meanwhile() -> None:
        for act in (lambda: None, redis.kill, redis.start):
            await asyncio.to_thread(act)
            if marks:
                await asyncio.sleep(BACK_SECONDS)
            marks.append(time.perf_counter())
            await asyncio.sleep(stage.sizes.race_seconds / 2)
            marks.append(time.perf_counter())

    quiet = await _race(stage, outcome, ("--redis", redis.url), meanwhile)
    phases = ["with Redis", "Redis killed", "Redis back"]
    for number, phase in enumerate(phases):
        begun, ended = marks[2 * number], marks[2 * number + 1]
        outcome.figures[f"{phase}: to streams of the other process"] = spread(
            _latencies(quiet, begun, ended)
        )
    back = sorted(_latencies(quiet, marks[4], marks[5]))
    median = back[len(back) // 2] if back else 9.9
    outcome.must(median < 0.3, f"wake-ups do not work again: median {median:.2f} s")


async def _race(
    stage: Stage,
    outcome: Outcome,
    flags: tuple[str, ...],
    meanwhile: Callable[[], Awaitable[None]],
) -> Crowd:
    database = stage.postgres.new_database()
    store = Store(database)
    async with AsyncExitStack() as stack:
        one, two = (stack.enter_context(Serving(database, *flags)) for _ in range(2))
        crowd = await stack.enter_async_context(Crowd([one.port, two.port], chat=0.8))
        crowd.rest = REST
        await crowd.sit_down(stage.sizes.race_tables)
        crowd.follow(crowd.ports)
        quiet = await stack.enter_async_context(Crowd([one.port], seed=2))
        await quiet.sit_down(QUIET)
        quiet.follow(crowd.ports)
        async with crowd.playing(), _chatting(quiet):
            await meanwhile()
        books = Books(store)
        for some in (crowd, quiet):
            outcome.must(await some.caught_up(), "some stream did not catch up")
            outcome.wrong += books.check(some.ledger, all_heard=True)
            outcome.wrong += some.ledger.unexpected("stale")
        for server in (one, two):
            outcome.wrong += await audited(database, server.url)
    store.close()
    both = _written_by(crowd)
    outcome.figures |= {
        "tables": stage.sizes.race_tables,
        "entries": books.entries,
        "written by the one / the other": " / ".join(str(n) for n in both),
        "stream frames, in order, none missing": sum(
            len(stream.frames) for some in (crowd, quiet) for stream in some.ledger.streams
        ),
        "reached streams of the other process after": spread(_latencies(quiet)),
    }
    return quiet


@asynccontextmanager
async def _chatting(quiet: Crowd) -> AsyncIterator[None]:
    """Chat at each of the quiet tables in the background."""

    async def chat(place: Place, number: int) -> None:
        for message in count():
            await quiet.send(place, 0, "chat", {"text": f"{message}!"})
            await asyncio.sleep(0.2 + 0.03 * number)

    tasks = [asyncio.create_task(chat(place, n)) for n, place in enumerate(quiet.places)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _written_by(crowd: Crowd) -> list[int]:
    seats = [sent.seat for sent, _ in crowd.ledger.answered.values()]
    return [sum(crowd.port_of(seat) == port for seat in seats) for port in crowd.ports]


def _latencies(crowd: Crowd, begun: float = 0.0, ended: float = float("inf")) -> list[float]:
    """Return the delays from a stream of the writing process to a stream of the other."""
    shown: dict[tuple[str, int], dict[int, float]] = {}
    for stream in crowd.ledger.streams:
        for frame, at in zip(stream.frames, stream.times, strict=True):
            shown.setdefault((stream.table, version_of(frame)), {})[stream.port] = at
    found = []
    for sent, body in crowd.ledger.answered.values():
        times = shown.get((sent.table, version_of(body)), {})
        if len(times) == 2:
            own = times.pop(crowd.port_of(sent.seat))
            if begun <= own < ended:
                found.append(max(0.0, times.popitem()[1] - own))
    return found


FAULTS = [
    Fault("two processes race, without Redis", 25, without_redis),
    Fault("two processes race, with Redis", 20, with_redis),
    Fault("Redis killed and back", 30, redis_dies),
]
