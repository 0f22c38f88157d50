"""Analyses of finished matches: made one at a time, beside the server, and kept for a while."""

import asyncio
import pickle
import sys
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

import structlog

from perudo.records.record import Record
from perudo.server.limits import Rate
from perudo.server.request_refusals import RequestReason, RequestRefused

if TYPE_CHECKING:
    # It needs NumPy, without which this module must load.
    from perudo.coach.judging import Analysis

KEPT: Final = 50
"""How many analyses are cached."""
MOST_WAITING: Final = 16
"""How many matches may wait to be judged; further ones are refused for now."""
PER_MINUTE: Final = 12
"""How many matches an address may have judged: an evening's, but no archive."""
PATIENCE_SECONDS: Final = 8.0
"""How long a request waits; after that its page says so, and asks again."""
LONGEST_SECONDS: Final = 60.0
"""When a match is given up."""
ANALYST: Final = (sys.executable, "-m", "perudo.server.analyst")

log = structlog.get_logger()


class _Kept(NamedTuple):
    record: Record
    judging: "asyncio.Task[Analysis]"


class Analyses:
    def __init__(self, command: tuple[str, ...] = ANALYST) -> None:
        self._command = command
        self._one_at_a_time = asyncio.Semaphore(1)
        self._waiting = 0
        self._rate = Rate(PER_MINUTE / 60, PER_MINUTE)
        self._kept: OrderedDict[tuple[str, int], _Kept] = OrderedDict()

    async def analysis(
        self, table: str, number: int, record: Record, address: str
    ) -> "Analysis | None":
        """The analysis of a table's match; None if it is not there yet, but will be."""
        kept = self._kept.get((table, number))
        if kept is None or kept.record != record or _failed(kept.judging):
            kept = self._begin(table, number, record, address)
        self._kept.move_to_end((table, number))
        try:
            # Shielded: who goes away must not stop what others wait for.
            return await asyncio.wait_for(asyncio.shield(kept.judging), PATIENCE_SECONDS)
        except TimeoutError:
            return None

    def _begin(self, table: str, number: int, record: Record, address: str) -> _Kept:
        if self._waiting >= MOST_WAITING or not self._rate.admits(address):
            raise RequestRefused(RequestReason.TOO_MANY)
        self._waiting += 1
        kept = _Kept(record, asyncio.create_task(self._judge(record)))
        kept.judging.add_done_callback(self._done)
        self._kept[table, number] = kept
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return kept

    def forget(self, table: str) -> None:
        """Drop the matches of a table whose log was rewritten."""
        for key in [key for key in self._kept if key[0] == table]:
            del self._kept[key]

    async def close(self) -> None:
        for kept in self._kept.values():
            kept.judging.cancel()
        await asyncio.gather(*(k.judging for k in self._kept.values()), return_exceptions=True)

    def _done(self, _: "asyncio.Task[Analysis]") -> None:
        self._waiting -= 1

    async def _judge(self, record: Record) -> "Analysis":
        async with self._one_at_a_time:
            return await self._ask_analyst(record)

    async def _ask_analyst(self, record: Record) -> "Analysis":
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=pipe, stdout=pipe, stderr=pipe
        )
        try:
            told = process.communicate(pickle.dumps(record))
            answer, errors = await asyncio.wait_for(told, LONGEST_SECONDS)
        except TimeoutError:
            answer, errors = b"", b"it took too long"
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode or not answer:
            # The last line names the error; nothing in it is secret once a match is over.
            log.error("no-analysis", error=errors.decode(errors="replace").strip()[-200:])
            raise RequestRefused(RequestReason.NO_ANALYSIS)
        # Our own child wrote it.
        analysis: Analysis = pickle.loads(answer)  # noqa: S301
        return analysis


def _failed(judging: "asyncio.Task[Analysis]") -> bool:
    return judging.done() and (judging.cancelled() or judging.exception() is not None)
