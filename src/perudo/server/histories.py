"""Reads the logs of tables without holding up the event loop.

A log of thousands of entries takes seconds to fold, and Python runs one thread at a time. So it is
folded in pages, in one thread for all tables, which steps aside every few milliseconds. Records
and streams that look far back take turns by the page, so that a table at which somebody waits to
play never stands behind many of them.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from perudo.server.refusals import RequestReason, RequestRefused
from perudo.server.room import CommittedEntry, Room, read_entry
from perudo.server.storage import Store, StoredEntry
from perudo.server.threads import in_thread
from perudo.table.live.state import LiveTable

PAGE = 200
"""Entries that are read and folded at a time."""
FEW = 16
"""So many are folded at once where they are needed: going to a thread would cost more."""
SLICE_SECONDS = 0.002
ASIDE_SECONDS = 0.0005
"""After each slice the thread sleeps so long: whoever else wants to run need not fight for it."""
LOOKING_BACK = 2
"""Pages of records and streams that are under way at once."""
MOST_WAITING = 64
"""So many may wait for a record or a replay; whoever comes then is asked to come again."""

T = TypeVar("T")


class Page(list[tuple[StoredEntry, CommittedEntry]]):
    """Entries as they stand in the log, each with the table as it left it."""

    @property
    def committed(self) -> list[CommittedEntry]:
        return [committed for _, committed in self]

    @property
    def last(self) -> bool:
        """Whether the log had no more when it was read."""
        return len(self) < PAGE


def fold(before: LiveTable | None, entries: Sequence[StoredEntry]) -> list[CommittedEntry]:
    """The entries after ``before``, each with the table as it left it; or TableUnreadable."""
    return list(_folded(before, entries))


def _folded(before: LiveTable | None, entries: Sequence[StoredEntry]) -> Iterator[CommittedEntry]:
    for stored in entries:
        committed = read_entry(before, stored)
        before = committed.table
        yield committed


def _fold_aside(before: LiveTable | None, entries: Sequence[StoredEntry]) -> list[CommittedEntry]:
    """The same in a thread beside which others want to run."""
    made: list[CommittedEntry] = []
    rest_at = time.perf_counter() + SLICE_SECONDS
    for committed in _folded(before, entries):
        made.append(committed)
        if time.perf_counter() > rest_at:
            time.sleep(ASIDE_SECONDS)
            rest_at = time.perf_counter() + SLICE_SECONDS
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
        return await self._aside(_fold_aside, before, entries)

    async def page(self, table: str, before: LiveTable | None) -> Page:
        """The entries after ``before`` (None: from the first on), as many as make a page."""
        after = 0 if before is None else before.seq
        entries = await in_thread(self._store.entries, table, after, PAGE)
        return Page(zip(entries, await self.fold(before, entries), strict=True))

    async def entry(self, room: Room, seq: int) -> CommittedEntry:
        """One entry from long ago."""
        before = room.before(seq)
        after = 0 if before is None else before.seq
        entries = await in_thread(self._store.entries, room.table.id, after, seq - after)
        return (await self.fold(before, entries))[-1]

    async def earlier_page(self, table: str, before: LiveTable | None) -> Page:
        """A page for somebody who looks back: in turn, and never before those who play."""
        async with self._turns:
            return await self.page(table, before)

    async def earlier_pages(self, table: str) -> AsyncIterator[list[CommittedEntry]]:
        """The whole log, page by page."""
        before: LiveTable | None = None
        while True:
            page = await self.earlier_page(table, before)
            yield page.committed
            if page.last:
                return
            before = page[-1][1].table

    async def work(self, call: Callable[..., T], *arguments: object) -> T:
        """Something else that takes long and is made from a log, in turn like a page."""
        async with self._turns:
            return await self._aside(call, *arguments)

    async def _aside(self, call: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, call, *arguments)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Stand in line for a record or a replay, or be refused where the line is too long."""
        if self._waiting >= MOST_WAITING:
            raise RequestRefused(RequestReason.TOO_MANY)
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1
