"""Servers leave a pulse, so that the next one knows how long nobody was there.

Time in which no server was up is given back to every clock that ran.
"""

import asyncio
import time

import structlog

from perudo.engine.refusals import Refused
from perudo.server.clock import Clock
from perudo.server.storage import StorageAway, StorageFull
from perudo.server.tables import Tables, in_thread
from perudo.table.live.commands import Credit
from perudo.table.live.refusals import TableRefused

BEAT_SECONDS = 1.0
GAP_MS = 3_000
"""Less than this without a pulse is no downtime."""

log = structlog.get_logger()


class Pulse:
    def __init__(self, tables: Tables, clock: Clock, worker: str) -> None:
        self._tables, self._clock, self._worker = tables, clock, worker
        self._beaten = 0.0
        self._lock = asyncio.Lock()

    async def awake(self) -> None:
        """Returns once it is sure that no time is owed: for a process that was itself asleep."""
        if time.monotonic() - self._beaten > GAP_MS / 1000:
            await self.beat()

    async def beat(self) -> None:
        async with self._lock:
            if time.monotonic() - self._beaten < BEAT_SECONDS / 2:
                return  # somebody else waited for the lock with the same wish
            store = self._tables.store
            await in_thread(self._clock.look)
            last, now = await in_thread(store.last_pulse), self._clock.now()
            if last is not None and now - last > GAP_MS:
                await self._credit(last, now)
            # Only now: whoever starts meanwhile must not think that nothing is owed.
            await in_thread(store.pulse, self._worker, self._clock.now())
            self._beaten = time.monotonic()

    async def _credit(self, since: int, until: int) -> None:
        credited = 0
        for table in await in_thread(self._tables.store.timed):
            try:
                await self._tables.submit(table, None, Credit(since, until))
                credited += 1
            except (TableRefused, Refused):
                continue  # no clock was running there, or it has been credited
        log.info("downtime", ms=until - since, credited=credited)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.beat()
            except (StorageAway, StorageFull) as error:
                log.warning("no-pulse", cause=type(error).__name__)
