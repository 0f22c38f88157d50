"""Repeated kill -9 while hundreds of tables are played."""

import asyncio
import time
from contextlib import AsyncExitStack

from benchmarks.faults.stage import Fault, Outcome, Stage
from perudo.server.storage import Store
from testkit.server.crowd import Crowd
from testkit.server.ledger import Books, Ledger, audited, own_key
from testkit.serving import Serving

RESENT = 300
"""Acknowledged requests that are sent again after each kill."""


async def on_sqlite(stage: Stage, outcome: Outcome) -> None:
    await _kills(stage, outcome, stage.sqlite(), stage.sizes.kills)


async def on_postgres(stage: Stage, outcome: Outcome) -> None:
    await _kills(stage, outcome, stage.postgres.new_database(), stage.sizes.postgres_kills)


async def _kills(stage: Stage, outcome: Outcome, database: str, kills: int) -> None:
    store = Store(database)
    books = Books(store)
    async with AsyncExitStack() as stack:
        server = stack.enter_context(Serving(database))
        crowd = await stack.enter_async_context(Crowd([server.port]))
        await crowd.sit_down(stage.sizes.tables)
        crowd.follow()
        crowd.follow(seats=[None])
        in_flight = landed = 0
        starts, recoveries = list[float](), list[float]()
        for number in range(1, kills + 1):
            stage.say(f"kill {number} of {kills}")
            async with crowd.playing():
                await asyncio.sleep(stage.sizes.load_seconds)
                await asyncio.to_thread(server.kill)
            landed += _landed_unanswered(store, crowd.ledger)
            began = time.perf_counter()
            await asyncio.to_thread(server.start)
            starts.append(time.perf_counter() - began)
            in_flight += await crowd.settle(RESENT)
            stuck = await crowd.one_more_each()
            recoveries.append(time.perf_counter() - began)
            outcome.wrong += [f"kill {number}: {table} does not go on" for table in stuck]
            outcome.wrong += books.check(crowd.ledger)
            outcome.wrong += await audited(database, server.url)
        outcome.must(await crowd.caught_up(), "some stream did not catch up")
        # Check everything again from the first entry, without what was checked before.
        outcome.wrong += (books := Books(store)).check(crowd.ledger, all_heard=True)
        outcome.wrong += crowd.ledger.unexpected()
        outcome.must(in_flight > 0, "no kill hit a request under way")
    store.close()
    outcome.figures |= {
        "kills": kills,
        "tables": stage.sizes.tables,
        "acknowledged requests, all in the log": len(crowd.ledger.answered),
        "under way when killed, sent again": in_flight,
        "of them in the log already": landed,
        "acknowledged ones sent again, same bytes": crowd.ledger.repeated,
        "stream frames, all in the log": sum(len(h.frames) for h in crowd.ledger.streams),
        "entries": books.entries,
        "restart until ready, slowest (s)": round(max(starts), 2),
        "restart until every table has moved on, slowest (s)": round(max(recoveries), 2),
    }


def _landed_unanswered(store: Store, ledger: Ledger) -> int:
    """Count requests that are in the log although the kill prevented an answer."""
    asked = ledger.unanswered.values()
    logged = {(e.table, e.key) for sent in asked for e in store.entries(sent.table)}
    return sum((sent.table, own_key(sent)) in logged for sent in asked)


FAULTS = [
    Fault("kill -9 under load, SQLite", 170, on_sqlite),
    Fault("kill -9 under load, PostgreSQL", 60, on_postgres),
]
