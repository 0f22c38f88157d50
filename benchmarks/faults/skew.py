"""Two processes on one database whose clocks are two hours apart."""

import asyncio
import json
import shutil
import time
from contextlib import AsyncExitStack
from datetime import datetime
from itertools import pairwise

from benchmarks.faults.clocks import credited
from benchmarks.faults.stage import Fault, Outcome, Stage
from perudo.server.storage import Store
from testkit.server.crowd import Crowd
from testkit.server.ledger import Books, audited, version_of
from testkit.serving import Serving

TURN = 5
TURN_TOLERANCE = 1.5
"""Seconds by which a turn may be too short or too long."""


async def skew(stage: Stage, outcome: Outcome) -> None:
    if shutil.which("faketime") is None:
        outcome.skipped = "faketime is not installed (Debian package faketime)"
        return
    for shift in ("+2h", "-2h"):
        stage.say(f"one process at {shift}")
        await _skewed(stage, outcome, shift)


async def _skewed(stage: Stage, outcome: Outcome, shift: str) -> None:
    database = stage.postgres.new_database()
    store = Store(database)
    # The monotonic clock is not faked: it differs between machines anyway, and is never compared.
    wrong_clock = Serving(
        database,
        environment={"FAKETIME_DONT_FAKE_MONOTONIC": "1"},
        wrapped_in=("faketime", "-f", shift),
    )
    async with AsyncExitStack() as stack:
        right, wrong = (stack.enter_context(s) for s in (Serving(database), wrong_clock))
        outcome.must(abs(_ahead(wrong)) > 7000, f"faketime: off by {_ahead(wrong):.0f} s only")
        crowd = await stack.enter_async_context(Crowd([right.port, wrong.port], chat=0))
        # Seat 0 talks to one process, seat 1 to the other, so that each sets half of the clocks.
        await crowd.sit_down(stage.sizes.clocks, 2, turn_seconds=TURN, misses=100)
        crowd.follow(crowd.ports)
        outcome.wrong += [f"{shift}: {t} does not play" for t in await crowd.one_more_each()]
        await asyncio.sleep(2.5 * TURN)
        books = Books(store)
        outcome.wrong += books.check(crowd.ledger)
    outcome.wrong += await audited(database)
    now = time.time()
    at = [landed.entry.at / 1000 for p in crowd.places for landed in books.log(p.table)]
    outcome.must(all(now - 60 < when <= now for when in at), f"{shift}: entries with a wrong time")
    outcome.must(not any(credited(books, p.table) for p in crowd.places), f"{shift}: a credit")
    store.close()
    turns = _turns(crowd)
    outcome.must(len(turns) >= 2 * len(crowd.places), f"{shift}: {len(turns)} timeouts")
    outcome.must(
        all(abs(turn - TURN) < TURN_TOLERANCE for turn in turns),
        f"{shift}: turns of {min(turns):.2f} to {max(turns):.2f} s",
    )
    outcome.figures[f"{shift}: turns of 5 s that ran out, shortest and longest (s)"] = (
        f"{len(turns)}, {min(turns):.2f} to {max(turns):.2f}"
    )


def _ahead(server: Serving) -> float:
    """Return how many seconds ahead the clock of the process is, from its log."""
    lines = (json.loads(line) for line in server.log.read_text().splitlines())
    started = next(line for line in lines if line["event"] == "started")
    return datetime.fromisoformat(started["timestamp"]).timestamp() - time.time()


def _turns(crowd: Crowd) -> list[float]:
    """Return the seconds between consecutive actions or timeouts, as the streams showed them."""
    shown: dict[str, dict[int, float]] = {}
    for stream in crowd.ledger.streams:
        for frame, at in zip(stream.frames, stream.times, strict=True):
            if b"bid-made" in frame or b"timed-out" in frame:
                first = shown.setdefault(stream.table, {}).setdefault(version_of(frame), at)
                shown[stream.table][version_of(frame)] = min(first, at)
    times = [[at for _, at in sorted(frames.items())] for frames in shown.values()]
    return [after - before for table in times for before, after in pairwise(table)]


FAULTS = [Fault("clocks two hours apart", 36, skew)]
