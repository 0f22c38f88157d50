"""Logs with unreadable entries, damaged before the start and in mid-play."""

import asyncio
import json
from contextlib import AsyncExitStack, closing

from benchmarks.faults.stage import Fault, Outcome, Stage
from perudo.server.storage import Store
from testkit.server.crowd import Crowd
from testkit.server.damage import DAMAGE, write_entry
from testkit.server.ledger import Books
from testkit.server.wire import Line
from testkit.serving import Serving

SEVERAL_TIMERS = 5.0
"""Seconds in which the timers try several times to read the bad tables."""


async def unreadable(stage: Stage, outcome: Outcome) -> None:
    """Bad tables are refused and reported once each; all others play on undisturbed."""
    database = stage.sqlite()
    async with AsyncExitStack() as stack:
        server = stack.enter_context(Serving(database))
        store = stack.enter_context(closing(Store(database)))
        crowd = await stack.enter_async_context(Crowd([server.port]))
        await crowd.sit_down(max(20, stage.sizes.tables // 4), turn_seconds=5, misses=100)
        places = crowd.places
        early, late, crowd.places = places[:5], places[5:10], places[10:]
        await asyncio.to_thread(server.kill)
        for place, body in zip(early, DAMAGE.values(), strict=True):
            write_entry(database, place.table, body)
        await asyncio.to_thread(server.start)
        crowd.follow()
        stage.say("play goes on")
        async with crowd.playing():
            for place, body in zip(late, DAMAGE.values(), strict=True):
                write_entry(database, place.table, body)
            await asyncio.sleep(SEVERAL_TIMERS)
        outcome.wrong += [f"{t} stands still" for t in await crowd.one_more_each()]
        outcome.must(await crowd.caught_up(), "a stream of a good table did not catch up")
        outcome.wrong += Books(store).check(crowd.ledger, all_heard=True)
        outcome.wrong += crowd.ledger.unexpected("stale")
        with closing(Line(server.port)) as line:
            for place in (*early, *late):
                path = f"/api/tables/{place.table}/chat"
                answer = await line.ask("POST", path, place.tokens[0], {"text": "hello"})
                reason = answer.json().get("refusal", {}).get("reason")
                outcome.must(
                    (answer.status, reason) == (503, "table-unreadable"),
                    f"{place.table}: {answer.status} {reason}",
                )
            ready = await line.ask("GET", "/readyz")
            outcome.must(ready.status == 200, f"/readyz says {ready.body!r}")
        reports = [json.loads(row) for row in server.log.read_text().splitlines()]
        found = [row["table"] for row in reports if row["event"] == "table-set-aside"]
        outcome.must(
            sorted(found) == sorted(place.table for place in (*early, *late)),
            f"{len(found)} reports of {len(early) + len(late)} tables",
        )
    outcome.figures |= {
        "unreadable before the start / while it ran": f"{len(early)} / {len(late)}",
        "reports": len(found),
        "other tables": len(crowd.places),
        "their acknowledged requests, all in the log": len(crowd.ledger.answered),
    }


FAULTS = [Fault("entries that cannot be read", 25, unreadable)]
