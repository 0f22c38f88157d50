"""Many people read the whole log of a table with thousands of entries, while others play."""

import asyncio
import time
from contextlib import AsyncExitStack
from statistics import quantiles

import httpx

from benchmarks.faults.stage import SMALL, Fault, Outcome, Stage
from testkit.server.long_logs import LongLog, long_log
from testkit.server.wire import Line
from testkit.serving import Serving

HOST = "host0000000000000000"
READERS = 4
"""How many ask for a record, and how many follow the stream from the first entry."""
LONGEST = 0.5
"""The limit of the 99th percentile in seconds; readers and clients share the cores."""


async def long_logs(stage: Stage, outcome: Outcome) -> None:
    database = stage.sqlite()
    entries = 1_500 if stage.sizes is SMALL else 6_000
    long = await asyncio.to_thread(long_log, database, entries, host=HOST)
    waits: dict[str, list[float]] = {"/healthz": [], "an action elsewhere": []}
    with Serving(database) as server:
        async with AsyncExitStack() as stack:
            client = httpx.AsyncClient(base_url=server.url, timeout=120)
            client = await stack.enter_async_context(client)
            asking = [
                asyncio.create_task(_healthy(server.port, waits["/healthz"])),
                asyncio.create_task(_chat(server.port, waits["an action elsewhere"])),
            ]
            began = time.monotonic()
            await asyncio.gather(
                *(_record(client, long, long.matches - n) for n in range(READERS)),
                *(_follow(client, long) for _ in range(READERS)),
            )
            took = time.monotonic() - began
            for task in asking:
                task.cancel()
    outcome.figures |= {
        "entries": long.entries,
        "records / streams from the first entry": f"{READERS} / {READERS}",
        "all read after (s)": round(took, 2),
    }
    for what, seconds in waits.items():
        cuts = quantiles(seconds, n=100, method="inclusive")
        outcome.figures[f"{what} meanwhile, median / 99 % / worst"] = (
            f"{1000 * cuts[49]:.0f} / {1000 * cuts[98]:.0f} / {1000 * max(seconds):.0f} ms"
        )
        outcome.must(cuts[98] < LONGEST, f"{what} took {cuts[98]:.2f} s")


async def _record(client: httpx.AsyncClient, long: LongLog, match: int) -> None:
    path = f"/api/tables/{long.table.id}/record"
    (await client.get(path, params={"match": match})).raise_for_status()


async def _follow(client: httpx.AsyncClient, long: LongLog) -> None:
    path = f"/api/tables/{long.table.id}/stream.ndjson"
    lines = 0
    async with client.stream("GET", path, params={"after": 0}) as answer:
        async for part in answer.aiter_raw():
            lines += part.count(b"\n")
            if lines >= long.entries:
                return


async def _healthy(port: int, waits: list[float]) -> None:
    line = Line(port)
    while True:
        began = time.perf_counter()
        assert (await line.ask("GET", "/healthz")).status == 200
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(0.005)


async def _chat(port: int, waits: list[float]) -> None:
    line = Line(port)
    token = (await line.ask("POST", "/api/guests")).json()["token"]
    opened = await line.ask("POST", "/api/tables", token, {"name": "Ann", "seats": 2})
    path = f"/api/tables/{opened.json()['table']}/chat"
    while True:
        began = time.perf_counter()
        assert (await line.ask("POST", path, token, {"text": "hello"})).status == 200
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(0.005)


FAULTS = [Fault("many look far back", 25, long_logs)]
