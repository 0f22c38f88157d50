"""Group commit: while one batch is written, the next one is collected."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import NamedTuple

from perudo.server.storage.store import Store
from perudo.server.storage.values import Append, Outcome, StorageAway, StorageClosed, StorageFull

LARGEST = 200


class _Pending(NamedTuple):
    append: Append
    waiter: asyncio.Future[Outcome]


class Writer:
    """Writes the appends of one event loop to the store, in one thread.

    The appends of a table are written in the order in which they were made.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked: SimpleQueue[_Pending | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended: asyncio.Future[None] | None = None
        self._closed = False

    async def append(self, append: Append) -> Outcome:
        """Return after the commit, or raise its error.

        Cancelling the caller does not cancel the append.
        """
        if self._closed:
            raise StorageClosed("the writer is closed: nothing more can be appended")
        if self._loop is None:
            self._start()
        assert self._loop is not None
        waiter: asyncio.Future[Outcome] = self._loop.create_future()
        self._asked.put(_Pending(append, waiter))
        return await waiter

    async def close(self) -> None:
        """Return when all appends are written or have failed."""
        if not self._closed:
            self._closed = True
            self._asked.put(None)
        if self._ended is not None:
            # Shielded: cancelling one waiter must not cancel the others.
            await asyncio.shield(self._ended)

    def _start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        # A daemon: a server that exits without closing must not hang on its last commit.
        threading.Thread(target=self._work, name="perudo-writer", daemon=True).start()

    def _work(self) -> None:
        waiting: deque[_Pending] = deque()
        closing = False
        while waiting or not closing:
            closing = self._gather(waiting, closing)
            batch = _next_batch(waiting)
            if batch:
                self._post(partial(_settle, batch, self._write(batch)))
        self._post(self._end)

    def _gather(self, waiting: deque[_Pending], closing: bool) -> bool:
        """Collect the appends made so far; block only if there is nothing to do."""
        try:
            while not closing:
                asked = self._asked.get(block=not waiting)
                if asked is None:
                    return True
                waiting.append(asked)
        except Empty:
            pass
        return closing

    def _write(self, batch: Sequence[_Pending]) -> Sequence[Outcome | Exception]:
        try:
            return self._store.append([pending.append for pending in batch])
        except (StorageAway, StorageFull) as error:
            return [error] * len(batch)
        except Exception as error:
            if len(batch) == 1:
                return [error]
        # One of them cannot be written at all: write them one by one.
        return [result for pending in batch for result in self._write([pending])]

    def _post(self, news: Callable[[], None]) -> None:
        assert self._loop is not None
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(news)

    def _end(self) -> None:
        assert self._ended is not None
        self._ended.set_result(None)


def _next_batch(waiting: deque[_Pending]) -> list[_Pending]:
    """Take the next appends, at most one for each table, keeping the order of each table."""
    batch: dict[str, _Pending] = {}
    later: list[_Pending] = []
    while waiting and len(batch) < LARGEST:
        pending = waiting.popleft()
        table = pending.append.entry.table
        if table in batch:
            later.append(pending)
        else:
            batch[table] = pending
    waiting.extendleft(reversed(later))
    return list(batch.values())


def _settle(batch: Sequence[_Pending], results: Sequence[Outcome | Exception]) -> None:
    for pending, result in zip(batch, results, strict=True):
        if pending.waiter.done():  # the caller was cancelled
            continue
        if isinstance(result, Exception):
            pending.waiter.set_exception(result)
        else:
            pending.waiter.set_result(result)
