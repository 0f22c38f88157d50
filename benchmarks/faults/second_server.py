"""A second server on the SQLite file of a running one, and a restart after a kill."""

import asyncio
import time
from contextlib import AsyncExitStack, closing

from benchmarks.faults.stage import Fault, Outcome, Stage
from perudo.server.storage import Store
from testkit.commands import perudo
from testkit.server.crowd import Crowd
from testkit.server.ledger import Books, audited
from testkit.serving import Serving

TRIES = 3


async def second_server(stage: Stage, outcome: Outcome) -> None:
    database = stage.sqlite()
    async with AsyncExitStack() as stack:
        server = stack.enter_context(Serving(database))
        store = stack.enter_context(closing(Store(database)))
        crowd = await stack.enter_async_context(Crowd([server.port]))
        await crowd.sit_down(stage.sizes.clocks)
        crowd.follow()
        async with crowd.playing():
            for _ in range(TRIES):
                status, output = await _start(database)
                outcome.must(status == 2, f"a second server ended with {status}")
                outcome.must("Another server is using" in output, f"it printed {output!r}")
                outcome.must(output.count("\n") == 1, "it printed more than a line")
            server.kill()
        began = time.monotonic()
        server.start()
        outcome.figures["after kill -9, until the next one is ready (s)"] = round(
            time.monotonic() - began, 2
        )
        await crowd.settle(sample=50)
        outcome.wrong += [f"{t} stands still" for t in await crowd.one_more_each()]
        outcome.must(await crowd.caught_up(), "some stream did not catch up")
        outcome.wrong += Books(store).check(crowd.ledger, all_heard=True)
        outcome.wrong += await audited(database, server.url)
    outcome.figures |= {
        "second servers refused": TRIES,
        "tables": len(crowd.places),
        "acknowledged requests, all in the log": len(crowd.ledger.answered),
    }


async def _start(database: str) -> tuple[int | None, str]:
    process = await asyncio.create_subprocess_exec(
        *perudo("serve", "--lang", "en", "--port", "0", "--database", database),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await asyncio.wait_for(process.communicate(), 60)
    return process.returncode, output.decode()


FAULTS = [Fault("a second server on one SQLite file", 20, second_server)]
