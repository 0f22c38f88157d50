"""A backup taken while hundreds of tables are played, and restored after more play."""

import asyncio
import time
from contextlib import AsyncExitStack, closing

from benchmarks.faults.stage import Fault, Outcome, Stage
from perudo.server.storage import Store
from perudo.server.tables import history
from perudo.table.live.events import Pledged, Restored
from testkit.commands import perudo
from testkit.server.crowd import Crowd
from testkit.server.ledger import audited
from testkit.serving import Serving


async def on_sqlite(stage: Stage, outcome: Outcome) -> None:
    await _restored(stage, outcome, stage.sqlite())


async def on_postgres(stage: Stage, outcome: Outcome) -> None:
    await _restored(stage, outcome, stage.postgres.new_database())


async def _restored(stage: Stage, outcome: Outcome, database: str) -> None:
    file = str(stage.folder / f"{'s' if database.startswith('sqlite') else 'p'}.backup")
    async with AsyncExitStack() as stack:
        server = stack.enter_context(Serving(database))
        store = stack.enter_context(closing(Store(database)))
        crowd = await stack.enter_async_context(Crowd([server.port]))
        await crowd.sit_down(stage.sizes.tables)
        async with crowd.playing():
            await asyncio.sleep(stage.sizes.load_seconds)
            acknowledged = len(crowd.ledger.answered)
            stage.say("backup under load")
            outcome.figures["backup under load (s)"] = await _run("backup", file, database)
            await asyncio.sleep(stage.sizes.load_seconds)
        known = _secrets(store)
        await asyncio.to_thread(server.stop)
    stage.say("restore")
    outcome.figures["restore (s)"] = await _run("restore", file, database, "--replace")
    with Serving(database) as server, closing(Store(database)) as store:
        outcome.wrong += await audited(database, server.url)
        entries, again = 0, 0
        for table in store.all_tables():
            log = [
                event for landed in history(store.entries(table)) for event in landed.entry.events
            ]
            entries += len(store.entries(table))
            places = [i for i, event in enumerate(log) if isinstance(event, Restored)]
            restored = log[places[-1]]
            assert isinstance(restored, Restored)
            again += restored.round is not None
            used = {event.secret for event in log[places[-1] :] if isinstance(event, Pledged)}
            outcome.must(bool(used), f"{table} has no new secret")
            outcome.must(not used & known, f"{table} uses a secret that somebody may know")
    outcome.must(again > 0, "no round was under way")
    outcome.figures |= {
        "tables": stage.sizes.tables,
        "acknowledged before the backup began": acknowledged,
        "entries after the restore": entries,
        "rounds dealt again": again,
        "secrets known before, none of them used again": len(known),
    }


def _secrets(store: Store) -> set[str]:
    """Return every secret that the server had drawn before it was stopped."""
    return {
        event.secret
        for table in store.all_tables()
        for landed in history(store.entries(table))
        for event in landed.entry.events
        if isinstance(event, Pledged)
    }


async def _run(command: str, file: str, database: str, *more: str) -> float:
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *perudo(command, file, "--database", database, "--lang", "en", *more),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await asyncio.wait_for(process.communicate(), 300)
    if process.returncode != 0:
        raise AssertionError(f"perudo {command}: {output.decode()}")
    return round(time.perf_counter() - began, 2)


FAULTS = [
    Fault("a backup put back, SQLite", 30, on_sqlite),
    Fault("a backup put back, PostgreSQL", 40, on_postgres),
]
