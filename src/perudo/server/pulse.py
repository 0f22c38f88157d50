"""Heartbeats of servers in the database, by which the next server knows the downtime.

Downtime is given back to every running clock. The pulses also record how long servers were up in
all, which is how the age of a table is measured (``table_age``).
"""

import asyncio

import structlog

from perudo.engine.refusals import IllegalAction
from perudo.server.clock import BEAT_SECONDS, GAP_MS, Clock, steady_ms
from perudo.server.room import TableUnreadable
from perudo.server.storage import StorageAway, StorageFull
from perudo.server.tables import Tables
from perudo.server.threads import in_thread
from perudo.server.watch import RoundMade
from perudo.table.live.commands import Credit
from perudo.table.live.refusals import TableRefused

log = structlog.get_logger()


class Pulse:
    def __init__(self, tables: Tables, clock: Clock, worker: str) -> None:
        self._tables, self._clock, self._worker = tables, clock, worker
        self._beaten = 0
        self._stretches = 0
        self._began: int | None = None
        """When the current stretch of uninterrupted service began."""
        self._lock = asyncio.Lock()

    async def awake(self) -> None:
        """Return when all downtime is credited, in case this process was suspended itself."""
        if steady_ms() - self._beaten > GAP_MS:
            await self.beat()

    async def beat(self) -> None:
        async with self._lock:
            if steady_ms() - self._beaten < 500 * BEAT_SECONDS:
                return  # another caller did it while we waited
            store = self._tables.store
            await in_thread(self._clock.look)
            last, now = await in_thread(store.last_pulse), self._clock.now()
            gap = last is not None and now - last > GAP_MS
            if last is not None and gap:
                await self._credit(last, now)
            if self._began is None or gap:
                self._stretches, self._began = self._stretches + 1, now
            # Only now: a server that starts meanwhile must still see the gap.
            stretch = f"{self._worker}.{self._stretches}"
            await in_thread(store.pulse, stretch, self._clock.now(), self._began)
            self._beaten = steady_ms()

    async def _credit(self, since: int, until: int) -> None:
        credited = 0
        for table in await in_thread(self._tables.store.timed):
            try:
                await self._tables.submit(table, None, Credit(since, until))
                credited += 1
            except (TableRefused, IllegalAction):
                continue  # no clock was running, or it was credited already
            except TableUnreadable:
                continue  # reported when it was set aside
            except (StorageAway, StorageFull):
                raise
            except Exception:
                # One failing table must not keep the others from their time.
                log.exception("credit-failed", table=table)
        log.info("downtime", ms=until - since, credited=credited)

    async def run(self, round_made: RoundMade) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.beat()
            except (StorageAway, StorageFull) as error:
                log.warning("no-pulse", cause=type(error).__name__)
            round_made()
