"""Chores of a server process: quiet streams are kept alive, idle rooms forgotten, old tables
cleared away."""

import asyncio

import structlog

from perudo.server import metrics
from perudo.server.config import Config
from perudo.server.storage import StorageAway, StorageFull
from perudo.server.tables import Tables, in_thread

BEAT_SECONDS = 15.0
"""An empty line so often keeps proxies from closing a quiet stream."""
PRUNE_EVERY = 240
"""Beats: once an hour."""
PRUNE_AT_ONCE = 500
DAY_MS = 24 * 60 * 60 * 1000

log = structlog.get_logger()


class Housekeeping:
    def __init__(self, tables: Tables, config: Config) -> None:
        self._tables, self._config = tables, config
        tables.on_landed.append(lambda _room, _landed: metrics.ENTRIES.inc())

    async def run(self) -> None:
        beats = 0
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            for room in self._tables.rooms.values():
                for listener in room.listeners:
                    listener.nudge()
            self._tables.forget_idle()
            metrics.ROOMS.set(len(self._tables.rooms))
            if beats % PRUNE_EVERY == 0:
                await self.prune()
            beats += 1

    async def prune(self) -> None:
        now = self._tables.outside.now
        over = now - self._config.keep_finished_days * DAY_MS
        idle = now - self._config.keep_idle_days * DAY_MS
        try:
            gone = await in_thread(self._tables.store.prune, over, idle, PRUNE_AT_ONCE)
        except (StorageAway, StorageFull) as error:
            log.warning("not-pruned", cause=type(error).__name__)
            return
        for table in gone:
            self._tables.rooms.pop(table, None)
        log.info("pruned", tables=len(gone))
