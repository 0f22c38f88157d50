"""SQLite on a disk that fills up.

The disk is a few megabytes of memory. It is mounted in a mount namespace that only this fault sees:
the fault runs in its own process, and prints its outcome as JSON.
"""

import asyncio
import json
import os
import shutil
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack, closing
from dataclasses import asdict
from pathlib import Path

from benchmarks.faults.stage import SMALL, Fault, Outcome, Sizes, Stage
from perudo.server.storage import Store
from testkit.server.crowd import Crowd
from testkit.server.ledger import Books, audited
from testkit.server.wire import Line
from testkit.serving import Serving

DISK = "6m"
FREE = 700_000
"""Bytes left on the disk when play begins."""
LATEST = 20.0
"""Seconds within which play must continue after room was made."""
REFUSED = 50
"""The disk counts as full after this many refusals."""


async def disk_full(stage: Stage, outcome: Outcome) -> None:
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        outcome.skipped = "mounting a small disk needs root and unshare"
        return
    disk = stage.folder / "disk"
    disk.mkdir()
    size = "small" if stage.sizes is SMALL else "full"
    here = f'"$2" -m benchmarks.faults.disk_full "$1" {size}'
    script = f'mount -t tmpfs -o size={DISK} tmpfs "$1" && exec {here}'
    process = await asyncio.create_subprocess_exec(
        *("unshare", "-m", "sh", "-c", script, "sh", str(disk), sys.executable),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    output, errors = await process.communicate()
    if process.returncode != 0:
        if b"mount:" in errors:
            outcome.skipped = f"no small disk could be mounted: {errors.decode().strip()}"
            return
        raise RuntimeError(errors.decode())
    result = json.loads(output)
    outcome.figures, outcome.wrong = result["figures"], result["wrong"]


async def _play_on(disk: Path, sizes: Sizes) -> Outcome:
    outcome = Outcome("disk full")
    database = f"sqlite:///{disk / 'tables.db'}"
    filler = disk / "filler"
    async with AsyncExitStack() as stack:
        server = stack.enter_context(Serving(database))
        store = stack.enter_context(closing(Store(database)))
        crowd = await stack.enter_async_context(Crowd([server.port]))
        crowd.stubborn = True
        await crowd.sit_down(sizes.tables // 4)
        crowd.follow()
        free = shutil.disk_usage(disk).free
        outcome.must(free > FREE, "the disk is too small")
        filler.write_bytes(bytes(max(0, free - FREE)))
        books = Books(store)
        async with crowd.playing():
            await _until_full(crowd)
            with closing(Line(server.port)) as line:
                for place in crowd.places:
                    await crowd.look(place, 0, line=line)  # reading still works
            outcome.must(await crowd.caught_up(), "some stream did not catch up on a full disk")
            outcome.wrong += books.check(crowd.ledger)
            outcome.wrong += await audited(database, server.url)
            before, entries = crowd.moved.copy(), books.entries
            filler.unlink()
            took = await _until_moved(crowd, before)
            outcome.must(took < LATEST, "play does not go on after room was made")
        outcome.must(await crowd.caught_up(), "some stream did not catch up")
        outcome.wrong += books.check(crowd.ledger, all_heard=True)
        outcome.wrong += crowd.ledger.unexpected("storage-full")
        outcome.wrong += await audited(database, server.url)
    outcome.figures |= {
        "tables": len(crowd.places),
        "entries when full": entries,
        "answered 507 storage-full, then sent again": crowd.ledger.reasons["storage-full"],
        "acknowledged requests, all in the log": len(crowd.ledger.answered),
        "room made until every table has moved on (s)": round(took, 2),
    }
    return outcome


async def _until_moved(crowd: Crowd, before: Counter[str]) -> float:
    began = time.perf_counter()
    while not all(crowd.moved[place.table] > before[place.table] for place in crowd.places):
        await asyncio.sleep(0.05)
        if time.perf_counter() - began > LATEST:
            break
    return time.perf_counter() - began


async def _until_full(crowd: Crowd, seconds: float = 60.0) -> None:
    async with asyncio.timeout(seconds):
        while crowd.ledger.reasons["storage-full"] < REFUSED:
            await asyncio.sleep(0.05)


FAULTS = [Fault("disk full, SQLite", 12, disk_full)]

if __name__ == "__main__":
    sizes = SMALL if sys.argv[2] == "small" else Sizes()
    sys.stdout.write(json.dumps(asdict(asyncio.run(_play_on(Path(sys.argv[1]), sizes)))))
