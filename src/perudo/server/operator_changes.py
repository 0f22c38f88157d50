"""Follow changes that an operator makes while this server runs: bans, keys, logs."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress

import structlog

from perudo.server.analyses import Analyses
from perudo.server.bans import Bans
from perudo.server.finished import FinishedMatches
from perudo.server.identity import Identity
from perudo.server.room import Room, TableUnreadable
from perudo.server.storage import StorageAway, StorageFull
from perudo.server.storage.operating import ADDED, BANS, KEY, KEYS, REWRITTEN, Notice, OldKey
from perudo.server.tables import Tables
from perudo.server.threads import in_thread
from perudo.server.watch import RoundMade

LOOK_SECONDS = 1.0

log = structlog.get_logger()


class OperatorChanges:
    def __init__(
        self,
        tables: Tables,
        identity: Identity,
        bans: Bans,
        caches: Iterable[FinishedMatches | Analyses],
        clock: Callable[[], int],
    ) -> None:
        self._tables, self._identity, self._bans = tables, identity, bans
        self._caches, self._clock = caches, clock
        # First the position, then the state: a change in between is read twice, not missed.
        self._last = tables.store.operating.last_notice()
        self._keys_until = self._use(*self._read_keys())
        bans.use(tables.store.operating.bans())

    async def run(self, round_made: RoundMade) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except (StorageAway, StorageFull) as error:
                log.warning("notices-wait", cause=type(error).__name__)
            round_made()

    async def look(self) -> None:
        store = self._tables.store
        for notice in await in_thread(store.operating.notices, self._last):
            await self._apply(notice)
            self._last = notice.number
        if self._keys_until is not None and self._clock() >= self._keys_until:
            self._keys_until = self._use(*await in_thread(self._read_keys))

    async def _apply(self, notice: Notice) -> None:
        store = self._tables.store
        log.info("operator", kind=notice.kind, table=notice.what)
        room = self._tables.rooms.get(notice.what)
        if notice.kind == BANS:
            self._bans.use(await in_thread(store.operating.bans))
            self._end_banned_streams()
        elif notice.kind == KEYS:
            self._keys_until = self._use(*await in_thread(self._read_keys))
            if (
                self._keys_until is None
            ):  # no old key is valid any more: everybody must show a token again
                self._end_streams(list(self._tables.rooms.values()))
        elif notice.kind == ADDED and room is not None:
            heads = await in_thread(store.heads, [notice.what])
            await self._tables.catch_up_to(notice.what, heads.get(notice.what, 0))
        elif notice.kind == REWRITTEN:
            for cache in self._caches:
                cache.forget(notice.what)
            if room is not None:
                await self._read_again(room)

    def _read_keys(self) -> tuple[str, list[OldKey]]:
        """The key, and old ones that are still valid."""
        store, now = self._tables.store, self._clock()
        current = store.stored_setting(KEY)
        assert current is not None, "a server has made it when it first started"
        return current, [known for known in store.operating.old_keys() if known.until > now]

    def _use(self, key: str, old: list[OldKey]) -> int | None:
        """Use these keys; return when the next old one expires."""
        self._identity.use(key, [known.key for known in old])
        return min((known.until for known in old), default=None)

    def _end_banned_streams(self) -> None:
        """End the streams of banned guests, who may come back as onlookers."""
        for room in self._tables.rooms.values():
            for listener in room.listeners:
                if self._bans.on(listener.player, None) is not None:
                    listener.end()

    def _end_streams(self, rooms: Iterable[Room]) -> None:
        """End streams; clients reconnect within a second and resume."""
        for room in rooms:
            for listener in room.listeners:
                listener.end()

    async def _read_again(self, room: Room) -> None:
        """Read a log again that was rewritten in place."""
        async with room.lock:
            entries = await in_thread(self._tables.store.entries, room.table.id)
            if not entries:
                return  # deleted meanwhile
            with suppress(TableUnreadable), self._tables.setting_aside():
                committed = await self._tables.histories.fold(None, entries)
                room.read_again(list(zip(entries, committed, strict=True)))
        self._end_streams([room])
