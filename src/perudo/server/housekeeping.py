"""Chores of a server process: keep quiet streams alive, drop idle rooms, delete old tables."""

import asyncio
import time

import structlog

from perudo.server import metrics
from perudo.server.config import Config
from perudo.server.storage import StorageAway, StorageFull
from perudo.server.table_age import moment_before
from perudo.server.tables import Tables
from perudo.server.threads import in_thread
from perudo.server.watch import RoundMade

BEAT_SECONDS = 15.0
"""How often quiet streams get an empty line, so that proxies do not close them."""
PRUNE_EVERY = 240
"""In beats: once an hour."""
PRUNE_AT_ONCE = 500
TOUCH_SECONDS = 3600
DAY_MS = 24 * 60 * 60 * 1000

log = structlog.get_logger()


class Housekeeping:
    def __init__(self, tables: Tables, config: Config) -> None:
        self._tables, self._config = tables, config
        self._touched: dict[str, float] = {}
        """Tables with listeners, and when that was last stored."""

    async def run(self, round_made: RoundMade) -> None:
        beats = 0
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            for room in self._tables.rooms.values():
                for listener in room.listeners:
                    listener.nudge()
            self._tables.forget_idle()
            metrics.ROOMS.set(len(self._tables.rooms))
            try:
                await self.touch()
                if beats % PRUNE_EVERY == 0:
                    await self.prune()
            except (StorageAway, StorageFull) as error:
                log.warning("not-pruned", cause=type(error).__name__)
            beats += 1
            round_made()

    async def touch(self) -> None:
        """Keep tables with listeners from growing old; once an hour is enough."""
        now = time.monotonic()
        rooms = self._tables.rooms.items()
        self._touched = {t: at for t, at in self._touched.items() if now - at < TOUCH_SECONDS}
        watched = [t for t, room in rooms if room.listeners and t not in self._touched]
        if watched:
            await in_thread(self._tables.store.touch, watched, self._tables.outside.now)
            self._touched.update(dict.fromkeys(watched, now))

    async def prune(self) -> None:
        """Delete old tables, by the time that servers were up (``table_age``)."""
        store = self._tables.store
        stretches = await in_thread(store.stretches)
        over = moment_before(stretches, self._config.keep_finished_days * DAY_MS) or 0
        idle = moment_before(stretches, self._config.keep_idle_days * DAY_MS) or 0
        gone = await in_thread(store.prune, over, idle, PRUNE_AT_ONCE)
        await in_thread(store.forget_pulses, min(over, idle))
        await in_thread(store.subscriptions.remove_before, idle)
        for table in gone:
            room = self._tables.rooms.pop(table, None)
            for listener in () if room is None else room.listeners:
                listener.end()
        log.info("pruned", tables=len(gone))
