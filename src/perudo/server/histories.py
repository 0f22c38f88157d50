"""Read the logs of tables without blocking the event loop.

A log of thousands of entries takes seconds to fold, and Python runs one thread at a time. So logs
are folded in pages, in one thread for all tables, which yields every few milliseconds. Records and
streams that look far back take turns by the page, so that people who wait to play come first.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.room import CommittedEntry, Room, read_entry
from perudo.server.storage import Store, StoredEntry
from perudo.server.threads import in_thread
from perudo.table.live.state import LiveTable

PAGE = 200
"""Entries read and folded at a time."""
FEW = 16
"""Up to this many entries are folded in place: a thread would cost more."""
SLICE_SECONDS = 0.002
YIELD_SECONDS = 0.0005
"""Pause of the thread after each slice, so that others can run."""
LOOKING_BACK = 2
"""Pages for records and streams that are read at once."""
MOST_WAITING = 64
"""How many may wait for a record or a replay; further ones are refused for now."""

T = TypeVar("T")


class Page(list[tuple[StoredEntry, CommittedEntry]]):
    """Entries as stored, each with its committed form."""

    @property
    def committed(self) -> list[CommittedEntry]:
        return [committed for _, committed in self]

    @property
    def last(self) -> bool:
        """Whether the log had no more entries when it was read."""
        return len(self) < PAGE


def fold(before: LiveTable | None, entries: Sequence[StoredEntry]) -> list[CommittedEntry]:
    """Fold entries that follow ``before``; raise TableUnreadable if that fails."""
    return list(_folded(before, entries))


def _folded(before: LiveTable | None, entries: Sequence[StoredEntry]) -> Iterator[CommittedEntry]:
    for stored in entries:
        committed = read_entry(before, stored)
        before = committed.table
        yield committed


def _fold_yielding(
    before: LiveTable | None, entries: Sequence[StoredEntry]
) -> list[CommittedEntry]:
    """Fold in a thread, yielding to other threads."""
    made: list[CommittedEntry] = []
    yield_at = time.perf_counter() + SLICE_SECONDS
    for committed in _folded(before, entries):
        made.append(committed)
        if time.perf_counter() > yield_at:
            time.sleep(YIELD_SECONDS)
            yield_at = time.perf_counter() + SLICE_SECONDS
    return made


class Histories:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, "perudo-folding")
        self._turns = asyncio.Semaphore(LOOKING_BACK)
        self._waiting = 0

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def fold(
        self, before: LiveTable | None, entries: Sequence[StoredEntry]
    ) -> list[CommittedEntry]:
        if len(entries) <= FEW:
            return fold(before, entries)
        return await self._in_thread(_fold_yielding, before, entries)

    async def page(self, table: str, before: LiveTable | None) -> Page:
        """The page of entries after ``before``; None for the first page."""
        after = 0 if before is None else before.seq
        entries = await in_thread(self._store.entries, table, after, PAGE)
        return Page(zip(entries, await self.fold(before, entries), strict=True))

    async def entry(self, room: Room, seq: int) -> CommittedEntry:
        """An entry that is no longer in memory."""
        before = room.before(seq)
        after = 0 if before is None else before.seq
        entries = await in_thread(self._store.entries, room.table.id, after, seq - after)
        return (await self.fold(before, entries))[-1]

    async def earlier_page(self, table: str, before: LiveTable | None) -> Page:
        """A page for somebody who looks back, in turn with others who do."""
        async with self._turns:
            return await self.page(table, before)

    async def earlier_pages(self, table: str) -> AsyncIterator[list[CommittedEntry]]:
        """Yield the whole log, page by page."""
        before: LiveTable | None = None
        while True:
            page = await self.earlier_page(table, before)
            yield page.committed
            if page.last:
                return
            before = page[-1][1].table

    async def work(self, call: Callable[..., T], *arguments: object) -> T:
        """Run other slow work on a log in the thread, in turn like a page."""
        async with self._turns:
            return await self._in_thread(call, *arguments)

    async def _in_thread(self, call: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, call, *arguments)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Queue for a record or a replay; refuse if the queue is too long."""
        if self._waiting >= MOST_WAITING:
            raise RequestRefused(RequestReason.TOO_MANY)
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1
