"""An operator stops the server while hundreds of streams are open and people play."""

import asyncio
import time
from contextlib import AsyncExitStack

from benchmarks.faults.stage import Fault, Outcome, Stage
from perudo.server.storage import Store
from testkit.server.crowd import Crowd
from testkit.server.ledger import Books, audited
from testkit.serving import Serving

SEATS = 4
ALLOWED = 3.0


async def stopping(stage: Stage, outcome: Outcome) -> None:
    database = stage.sqlite()
    store = Store(database)
    async with AsyncExitStack() as stack:
        server = stack.enter_context(Serving(database))
        crowd = await stack.enter_async_context(Crowd([server.port]))
        await crowd.sit_down(stage.sizes.streams // SEATS, SEATS)
        crowd.follow(seats=range(SEATS))
        outcome.must(await crowd.caught_up(), "some stream did not begin")
        async with crowd.playing():
            await asyncio.sleep(stage.sizes.load_seconds)
            began = time.perf_counter()
            await asyncio.to_thread(server.stop)
            took = time.perf_counter() - began
        cut = sum(1 for stream in crowd.ledger.streams if not stream.ended)
        outcome.must(took < ALLOWED, f"stopping took {took:.2f} s")
        outcome.must(cut == 0, f"{cut} streams were cut off instead of ended")
        await asyncio.to_thread(server.start)
        under_way = await crowd.settle(100)
        stuck = await crowd.one_more_each()
        outcome.wrong += [f"{table} does not go on" for table in stuck]
        outcome.must(await crowd.caught_up(), "some stream did not catch up")
        outcome.wrong += Books(store).check(crowd.ledger, all_heard=True)
        outcome.wrong += await audited(database, server.url)
    store.close()
    outcome.figures |= {
        "open streams": len(crowd.ledger.streams),
        "stopped after (s)": round(took, 2),
        "requests without an answer, sent again": under_way,
        "acknowledged requests, all in the log": len(crowd.ledger.answered),
    }


FAULTS = [Fault("stopped with 200 open streams", 10, stopping)]
