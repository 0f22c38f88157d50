"""PostgreSQL stops in mid-run and comes back, after a clean stop and after a crash."""

import asyncio
import time
from contextlib import AsyncExitStack

from benchmarks.faults.stage import Fault, Outcome, Stage
from perudo.server.storage import Store
from testkit.server.crowd import Crowd
from testkit.server.ledger import Books, audited
from testkit.serving import Serving

AWAY_SECONDS = 2.0


async def restarts(stage: Stage, outcome: Outcome) -> None:
    database = stage.postgres.new_database()
    store = Store(database)
    async with AsyncExitStack() as stack:
        server = stack.enter_context(Serving(database))
        crowd = await stack.enter_async_context(Crowd([server.port]))
        crowd.stubborn = True
        await crowd.sit_down(stage.sizes.tables // 2)
        crowd.follow()
        async with crowd.playing():
            for mode in ("fast", "immediate"):
                await _restart(stage, outcome, crowd, mode)
        outcome.must(await crowd.caught_up(), "some stream did not catch up")
        outcome.wrong += Books(store).check(crowd.ledger, all_heard=True)
        outcome.wrong += crowd.ledger.unexpected("storage-away")
        outcome.wrong += await audited(database, server.url)
    store.close()
    away = crowd.ledger.reasons["storage-away"]
    outcome.must(away > 0, "nobody noticed that the database was away")
    outcome.figures |= {
        "tables": len(crowd.places),
        "answered 503 storage-away, then sent again": away,
        "acknowledged requests, all in the log": len(crowd.ledger.answered),
    }


async def _restart(stage: Stage, outcome: Outcome, crowd: Crowd, mode: str) -> None:
    stage.say(f"pg_ctl stop -m {mode}")
    await asyncio.sleep(stage.sizes.load_seconds)
    await asyncio.to_thread(stage.postgres.stop, mode)
    await asyncio.sleep(AWAY_SECONDS)
    before = crowd.moved.copy()
    await asyncio.to_thread(stage.postgres.start)
    back = time.perf_counter()
    outcome.must(await _all_move(crowd, before), f"{mode}: some table does not go on")
    moved = f"{mode}: back until every table has moved on (s)"
    outcome.figures[moved] = round(time.perf_counter() - back, 2)


async def _all_move(crowd: Crowd, before: dict[str, int], seconds: float = 20.0) -> bool:
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up:
        if all(crowd.moved[p.table] > before.get(p.table, 0) for p in crowd.places):
            return True
        await asyncio.sleep(0.05)
    return False


FAULTS = [Fault("PostgreSQL restarted, fast and immediate", 20, restarts)]
