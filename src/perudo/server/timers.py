"""Timers: wake a table when it is due to act by itself.

A timer is a row beside the log, so that it survives every process. The process that committed the
entry fires it on time; the others look for overdue rows. The table still acts once, because only
one of them can write the next entry.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from perudo.server.room import CommittedEntry, Room, TableUnreadable
from perudo.server.storage import StorageAway, StorageFull
from perudo.server.tables import Tables
from perudo.server.threads import in_thread
from perudo.server.watch import RoundMade
from perudo.table.live.commands import Tick
from perudo.table.live.refusals import TableReason, TableRefused

LOOK_SECONDS = 1.0
GRACE_MS = 1_000
"""How long other processes wait before they fire an overdue timer."""
AT_ONCE = 200

log = structlog.get_logger()


class Timers:
    def __init__(self, tables: Tables, awake: Callable[[], Awaitable[None]]) -> None:
        """``awake`` is awaited before a timer fires: it credits downtime."""
        self._tables, self._awake = tables, awake
        self._set: dict[str, asyncio.TimerHandle] = {}
        self._ringing: set[asyncio.Task[None]] = set()
        self._failing: set[str] = set()
        """Tables whose timers fail: left alone until something happens there."""
        tables.on_commit.append(self._note)

    def _note(self, room: Room, _committed: CommittedEntry) -> None:
        self._failing.discard(room.table.id)
        handle = self._set.pop(room.table.id, None)
        if handle is not None:
            handle.cancel()
        due = room.due
        if due is not None:
            # One millisecond more, since both clocks round down.
            delay = max(0, due - self._tables.outside.now + 1) / 1000
            loop = asyncio.get_running_loop()
            self._set[room.table.id] = loop.call_later(delay, self._fire, room.table.id)

    def _fire(self, table: str) -> None:
        self._set.pop(table, None)
        task = asyncio.create_task(self._tick(table))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _tick(self, table: str) -> None:
        try:
            await self._awake()
            await self._tables.submit(table, None, Tick())
        except (StorageAway, StorageFull) as error:
            log.warning("timer-waits", table=table, cause=type(error).__name__)
        except TableRefused as refused:
            if refused.refusal.reason is TableReason.NOT_DUE and table not in self._set:
                room = self._tables.rooms.get(table)
                if room is not None and room.due is not None:
                    self._note(room, room.recent[-1])  # it was postponed, for instance by a credit
        except TableUnreadable:
            return  # reported when it was set aside
        except Exception:
            # One failing table must not stop the timers of the others.
            self._failing.add(table)
            log.exception("timer-failed", table=table)

    async def look(self) -> None:
        """Fire overdue timers: after a restart, or of a process that is gone."""
        grace = GRACE_MS if self._tables.shared else 0
        before = self._tables.outside.now - grace
        left_alone = self._tables.set_aside.keys() | self._failing
        # These stay overdue, and must not crowd the others out of the list.
        limit = AT_ONCE + len(left_alone)
        overdue = await in_thread(self._tables.store.due, before, limit)
        await asyncio.gather(
            *(self._tick(t) for t, _ in overdue if t not in self._set and t not in left_alone)
        )

    async def run(self, round_made: RoundMade) -> None:
        while True:
            try:
                await self.look()
            except (StorageAway, StorageFull) as error:
                log.warning("timers-wait", cause=type(error).__name__)
            round_made()
            await asyncio.sleep(LOOK_SECONDS)
