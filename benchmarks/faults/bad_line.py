"""Requests that arrive late or several times, and answers that get lost."""

import asyncio
from collections import defaultdict

from benchmarks.faults.stage import Fault, Outcome, Stage
from perudo.server.storage import Store
from testkit.server.crowd import Crowd
from testkit.server.ledger import Books, Ledger, audited
from testkit.server.proxy import Misfortune, Proxy
from testkit.serving import Serving


async def bad_line(stage: Stage, outcome: Outcome) -> None:
    database = stage.sqlite()
    store = Store(database)
    with Serving(database) as server:
        async with Proxy(server.port) as proxy, Crowd([proxy.port]) as crowd:
            crowd.stubborn, crowd.hasty = True, 0.3
            await crowd.sit_down(stage.sizes.line_tables)
            crowd.follow([server.port])
            async with crowd.playing():
                await asyncio.sleep(stage.sizes.line_seconds)
            await proxy.settled()
            outcome.must(await crowd.caught_up(), "some stream did not catch up")
        books = Books(store)
        outcome.wrong += books.check(crowd.ledger, all_heard=True)
        outcome.wrong += proxy.contradictions() + _two_for_one_turn(crowd.ledger)
        outcome.wrong += crowd.ledger.unexpected("stale")
        outcome.wrong += await audited(database, server.url)
    store.close()
    outcome.must(crowd.ledger.reasons["stale"] > 0, "nothing came too late")
    outcome.figures |= {
        "tables": stage.sizes.line_tables,
        "requests with a key": len(proxy.said),
        "copies that reached the server": sum(map(len, proxy.said.values())),
        **{kind.value: proxy.met[kind] for kind in Misfortune if kind is not Misfortune.NONE},
        "acknowledged, each once in the log": len(crowd.ledger.answered),
        "two actions for one turn: refused as stale": len(crowd.ledger.refused),
    }


def _two_for_one_turn(ledger: Ledger) -> list[str]:
    """Return turns for which not exactly one of the actions sent was granted."""
    granted = defaultdict[tuple[str, object], int](int)
    for sent, _ in ledger.answered.values():
        if sent.path.endswith("/act"):
            granted[sent.table, sent.body["version"]] += 1
    return [f"{table} at {v}: {n} actions" for (table, v), n in granted.items() if n != 1]


FAULTS = [Fault("bad line: late, twice, again, lost", 25, bad_line)]
