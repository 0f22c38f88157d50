"""All live tables of a server process: decide, commit to the log, then answer and notify.

Any process serves any table. If two decide on the same table at once, the log accepts one entry;
the other process reads it and decides again.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b

import structlog

from perudo.engine.refusals import IllegalAction
from perudo.server import codes, headings, metrics, plays
from perudo.server.histories import Histories, fold
from perudo.server.room import CommittedEntry, Room, TableUnreadable, read_entry
from perudo.server.storage import (
    Append,
    Outcome,
    StorageAway,
    StorageFull,
    Store,
    StoredEntry,
    Writer,
)
from perudo.server.threads import in_thread
from perudo.table.live.clockwork import due_at
from perudo.table.live.commands import Command, Sit, Tick
from perudo.table.live.decide import Decision, decide, open_table
from perudo.table.live.log import write_events
from perudo.table.live.outside import Outside
from perudo.table.live.refusals import TableReason, TableRefusal, TableRefused
from perudo.table.live.settings import Settings

IDLE_SECONDS = 120
"""When a room without listeners and requests is dropped from memory."""
TRIES = 50
"""How often to decide again after other processes wrote first."""

OnCommit = Callable[[Room, CommittedEntry], None]

log = structlog.get_logger()


class Tables:
    def __init__(
        self,
        store: Store,
        outside: Outside,
        random_bytes: codes.Bytes,
        *,
        shared: bool,
    ) -> None:
        """``shared`` says that other processes write to the same database."""
        self.store, self.outside, self.random_bytes = store, outside, random_bytes
        self.shared = shared
        self.on_commit: list[OnCommit] = []
        """Called with every entry that this process has committed."""
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self.histories = Histories(store)
        self.set_aside: dict[str, int] = {}
        """Tables with unreadable logs, and the entry that cannot be read; until the next start."""
        self._writer = Writer(store)

    async def close(self) -> None:
        await self._writer.close()
        self.histories.close()

    async def open(
        self, settings: Settings, host: str, seating: Sit | None, table: str | None = None
    ) -> CommittedEntry:
        """Open a table. Opening one with the same id again returns the existing table."""
        digest = _digest((settings, seating))
        while True:
            name = table or codes.table_id(self.random_bytes)
            code = codes.join_code(self.random_bytes)
            opened = open_table(name, code, settings, host, seating, self.outside)
            stored = stored_entry(opened, None, digest)
            heading = headings.heading_of(opened.table)
            played = plays.changed(None, opened.table)
            due = due_at(opened.table)
            append = Append(stored, due, due is not None, heading, played)
            outcome = await self._writer.append(append)
            if outcome is Outcome.COMMITTED:
                room = Room(stored)
                room.heading = heading
                room.used_at = time.monotonic()
                self.rooms[name] = room
                self._notify(room, room.recent[-1])
                return room.recent[-1]
            if outcome is not Outcome.CODE_TAKEN:
                first = (await in_thread(self.store.entries, name, 0, 1))[0]
                if first.digest != digest:
                    raise TableRefused(TableRefusal(TableReason.KEY_REUSED))
                with self.setting_aside():
                    return read_entry(None, first)

    async def submit(
        self, table: str, player: str | None, command: Command, key: str | None = None
    ) -> tuple[Room, CommittedEntry]:
        """Return the room and the entry this command produced, now or earlier.

        Raises ``Refused`` or ``TableRefused``. A key that was used before gives the entry that it
        produced then. ``StorageAway`` and ``StorageFull`` mean that nothing can be written now;
        the same key may be sent again.
        """
        room = await self.room(table)
        own_key = None if key is None else f"{player}:{key}"
        digest = "" if key is None else _digest(command)
        async with room.lock:
            for _ in range(TRIES):
                if room.stale:
                    await self._catch_up(room)
                if own_key is not None and own_key in room.keys:
                    return room, await self._repeated(room, own_key, digest)
                try:
                    decision = decide(room.table, player, command, self.outside)
                except (IllegalAction, TableRefused):
                    # Before refusing, make sure that we know the current table.
                    if self.shared and not isinstance(command, Tick) and await self._behind(room):
                        continue
                    raise
                committed = await self._append(room, decision, own_key, digest)
                if committed is not None:
                    return room, committed
        raise StorageAway("the table moves faster than this server can follow")

    async def _append(
        self, room: Room, decision: Decision, key: str | None, digest: str
    ) -> CommittedEntry | None:
        """Commit the entry; return None if another one came first."""
        table, committed = room.table, CommittedEntry(decision.entry, decision.table)
        entry = stored_entry(decision, key, digest)
        due = committed.due
        heading = headings.changed(room.heading, table, decision.table)
        try:
            played = plays.changed(table, decision.table)
            append = Append(entry, due, due != room.due, heading, played)
            outcome = await self._writer.append(append)
        except BaseException:
            room.stale = True  # it may have been written all the same
            raise
        if outcome is not Outcome.COMMITTED:
            if outcome is Outcome.GONE:
                self.rooms.pop(table.id, None)
                raise TableRefused(TableRefusal(TableReason.NO_SUCH_TABLE, asked=table.id))
            room.stale = True
            return None
        if heading is not None:
            room.heading = heading
        room.add(entry, committed)
        self._notify(room, committed)
        return committed

    def _notify(self, room: Room, committed: CommittedEntry) -> None:
        metrics.ENTRIES.inc()
        for notify in self.on_commit:
            notify(room, committed)

    async def _repeated(self, room: Room, key: str, digest: str) -> CommittedEntry:
        seq, asked = room.keys[key]
        if asked != digest:
            raise TableRefused(TableRefusal(TableReason.KEY_REUSED))
        at_hand = room.entry(seq)
        if at_hand is not None:
            return at_hand
        with self.setting_aside():
            return await self.histories.entry(room, seq)

    async def room(self, table: str) -> Room:
        """The table in memory, loaded if needed.

        Raises ``TableRefused`` if there is none, ``TableUnreadable`` if its log is damaged.
        """
        room = self.rooms.get(table)
        if room is None:
            if table in self.set_aside:
                raise TableUnreadable(table, self.set_aside[table])
            loading = self._loading.get(table)
            if loading is None:
                loading = asyncio.create_task(self._load(table))
                self._loading[table] = loading
            # Shielded: cancelling one waiter must not cancel the others.
            room = await asyncio.shield(loading)
            if room is None:
                raise TableRefused(TableRefusal(TableReason.NO_SUCH_TABLE, asked=table[:40]))
        room.used_at = time.monotonic()
        return room

    async def fresh(self, table: str) -> Room:
        """The table as the log has it now, also if another process wrote to it."""
        room = await self.room(table)
        if self.shared or room.stale:
            async with room.lock:
                await self._catch_up(room)
        return room

    async def _load(self, table: str) -> Room | None:
        try:
            with self.setting_aside():
                page = await self.histories.page(table, None)
                if not page:
                    return None
                room = Room(page[0][0])
                _add(room, page[1:])
                while not page.last:
                    page = await self.histories.page(table, room.table)
                    _add(room, page)
                _head(room)
            self.rooms[table] = room
            return room
        finally:
            self._loading.pop(table, None)

    @contextmanager
    def setting_aside(self) -> Iterator[None]:
        """Set a table aside if it proves unreadable: report it once and leave it alone.

        Its streams end, and ``TableUnreadable`` is raised again for the caller.
        """
        try:
            yield
        except TableUnreadable as unreadable:
            table, cause = unreadable.table, unreadable.__cause__
            room = self.rooms.pop(table, None)
            if room is not None:
                room.stale = True
                for listener in room.listeners:
                    listener.end()
            if table not in self.set_aside:
                self.set_aside[table] = unreadable.seq
                metrics.SET_ASIDE.set(len(self.set_aside))
                # Not the text of the entry, which may be secret: `perudo audit` shows it.
                log.error(
                    "table-set-aside",
                    table=table,
                    entry=unreadable.seq,
                    cause=type(cause).__name__,
                )
            raise

    async def _behind(self, room: Room) -> bool:
        before = room.table.seq
        await self._catch_up(room)
        return room.table.seq > before

    async def _catch_up(self, room: Room) -> None:
        """Read what other processes wrote. The caller holds the room's lock."""
        with self.setting_aside():
            news = False
            while True:
                page = await self.histories.page(room.table.id, room.table)
                _add(room, page)
                news = news or bool(page)
                if page.last:
                    break
            if news:
                _head(room)
        room.stale = False

    async def catch_up_to(self, table: str, seq: int) -> None:
        """Read entries up to ``seq``, of which another process notified us."""
        room = self.rooms.get(table)
        if room is not None and room.table.seq < seq:
            async with room.lock:
                if room.table.seq < seq:
                    with suppress(StorageAway, StorageFull, TableUnreadable):
                        await self._catch_up(room)

    def forget_idle(self) -> None:
        limit = time.monotonic() - IDLE_SECONDS
        for table, room in list(self.rooms.items()):
            if not room.listeners and room.used_at < limit and not room.lock.locked():
                del self.rooms[table]


def _add(room: Room, page: Sequence[tuple[StoredEntry, CommittedEntry]]) -> None:
    for stored, committed in page:
        room.add(stored, committed)


def _head(room: Room) -> None:
    """Compute what is stored beside the log; an inconsistent table fails here at the latest."""
    try:
        room.heading, _ = headings.heading_of(room.table), room.due
    except Exception as error:
        raise TableUnreadable(room.table.id, room.table.seq) from error


def history(entries: list[StoredEntry]) -> list[CommittedEntry]:
    """Fold a whole log."""
    return fold(None, entries)


def stored_entry(decision: Decision, key: str | None, digest: str) -> StoredEntry:
    seq, at, events = decision.entry
    body = write_events(events)
    return StoredEntry(decision.table.id, seq, at, key, digest or None, body)


def _digest(asked: object) -> str:
    """A digest of a request, to recognise a key that is reused for another one."""
    return blake2b(repr(asked).encode(), digest_size=12).hexdigest()
