"""The clock of the machine is set back and ahead while a server runs, and between two runs."""

import asyncio
import time
from contextlib import AsyncExitStack, closing
from itertools import pairwise

from benchmarks.faults.clocks import credited, timeouts
from benchmarks.faults.stage import Fault, Outcome, Stage
from perudo.server.storage import Store
from testkit.server.crowd import Crowd
from testkit.server.ledger import Books, audited
from testkit.server.stepped_clock import SteppedClock

TURN = 5
TURN_TOLERANCE = 1.5
"""Seconds by which a turn may be too short or too long."""
STEPS = ("-1h", "+1h", "+0", "-3s", "+0")
LONGEST_STALL = 60.0
PRUNED_BY = 60.0
"""Seconds after a start within which old tables must be deleted."""


async def while_it_runs(stage: Stage, outcome: Outcome) -> None:
    """Every turn has its full length, even if the clock is changed meanwhile."""
    database = stage.sqlite()
    stepped = SteppedClock(database, stage.folder)
    async with AsyncExitStack() as stack:
        server = stack.enter_context(stepped.server)
        store = stack.enter_context(closing(Store(database)))
        crowd = await stack.enter_async_context(Crowd([server.port], chat=0))
        await crowd.sit_down(stage.sizes.clocks, 2, turn_seconds=TURN, misses=100)
        crowd.follow()
        books = Books(store)
        for shift in STEPS:
            stage.say(f"the clock at {shift}")
            stepped.set(shift)
            await asyncio.sleep(1.2 * TURN)
        outcome.wrong += books.check(crowd.ledger)
        shown = _shown(crowd)
        given = [sum(credited(books, place.table)) for place in crowd.places]
    outcome.wrong += await audited(database)
    turns = [after - before for before, after in shown]
    # A busy machine may stall for seconds, which are given back; an hour must not be.
    outcome.must(max(given) < LONGEST_STALL, f"a clock was given {max(given):.0f} s")
    least = len(STEPS) * len(crowd.places) // 2
    outcome.must(len(turns) >= least, f"{len(turns)} turns ran out, not {least}")
    outcome.must(
        bool(turns)
        and min(turns) > TURN - TURN_TOLERANCE
        and max(turns) < TURN + max(given) + TURN_TOLERANCE,
        f"turns of {min(turns, default=0):.2f} to {max(turns, default=0):.2f} s",
    )
    outcome.figures |= {
        "steps": ", ".join(STEPS),
        "given back for moments in which the machine stood still, at most (s)": max(given),
        "turns of 5 s that ran out, shortest and longest (s)": (
            f"{len(turns)}, {min(turns, default=0):.2f} to {max(turns, default=0):.2f}"
        ),
    }


def _shown(crowd: Crowd) -> list[tuple[float, float]]:
    """Return the times of consecutive timeouts at each table, as its streams showed them."""
    pairs: list[tuple[float, float]] = []
    for stream in crowd.ledger.streams:
        at = [t for f, t in zip(stream.frames, stream.times, strict=True) if b"timed-out" in f]
        pairs += pairwise(at)
    return pairs


async def between_runs(stage: Stage, outcome: Outcome) -> None:
    """A start 70 days ahead, and one back in the present, delete nothing and time nobody out."""
    database = stage.sqlite()
    stepped = SteppedClock(database, stage.folder)
    async with AsyncExitStack() as stack:
        server = stack.enter_context(stepped.server)
        store = stack.enter_context(closing(Store(database)))
        crowd = await stack.enter_async_context(Crowd([server.port], chat=0))
        await crowd.sit_down(stage.sizes.clocks, 2, turn_seconds=600)
        before = set(store.all_tables())
        books = Books(store)
        for shift in ("+70d", "+0"):
            stage.say(f"a start at {shift}")
            await asyncio.to_thread(server.kill)
            stepped.set(shift)
            known = server.log.read_text().count('"pruned"')
            await asyncio.to_thread(server.start)
            give_up = time.monotonic() + PRUNED_BY
            while server.log.read_text().count('"pruned"') == known:
                outcome.must(time.monotonic() < give_up, f"{shift}: nothing was cleared away")
                if outcome.wrong:
                    return
                await asyncio.sleep(0.2)
            gone = before - set(store.all_tables())
            outcome.must(not gone, f"{shift}: {len(gone)} tables were deleted")
            outcome.wrong += [f"{shift}: {t} stands still" for t in await crowd.one_more_each()]
        late = sum(len(timeouts(books, place.table)) for place in crowd.places)
        outcome.must(late == 0, f"{late} players were timed out")
        outcome.wrong += books.check(crowd.ledger)
    outcome.wrong += await audited(database)
    outcome.figures |= {"tables": len(before), "starts at": "+70d, +0"}


FAULTS = [
    Fault("the clock is set while the server runs", 40, while_it_runs),
    Fault("a start 70 days ahead, and back", 60, between_runs),
]
