"""Finished matches, read from the log once and cached."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from perudo.engine.actions import Seat
from perudo.records.record import Record
from perudo.server.exports import record_from
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.room import CommittedEntry, Room
from perudo.server.tables import Tables
from perudo.table.live.audience import table_view
from perudo.table.live.events import MatchOpened, WonByResignation
from perudo.table.live.settings import COLOURS

KEPT = 100
"""How many matches are cached."""


class FinishedMatch(NamedTuple):
    record: Record
    colours: tuple[str, ...]
    """Colours of the cups when the match began; people may have moved since."""
    resigned_to: Seat | None


_Key = tuple[str, int, int | None]
"""Table, number of the match, and the last entry if more may be added."""


class FinishedMatches:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._kept: OrderedDict[_Key, asyncio.Task[FinishedMatch | None]] = OrderedDict()

    async def match(self, room: Room, number: int) -> FinishedMatch:
        """The match with this number; refuse while it is not over."""
        table = room.table
        if not 1 <= number <= table.number - table.on:
            raise RequestRefused(RequestReason.NO_RECORD)
        # Entries may be added to a finished match until the next one begins.
        key = (table.id, number, table.seq if number == table.number else None)
        reading = self._kept.get(key)
        if reading is None:
            reading = self._kept[key] = asyncio.create_task(self._read(table.id, number))
            reading.add_done_callback(lambda done: self._drop_failed(key, done))
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        # Shielded: cancelling one waiter must not cancel the others.
        match = await asyncio.shield(reading)
        if match is None:
            raise RequestRefused(RequestReason.NO_RECORD)
        return match

    async def _read(self, table: str, number: int) -> FinishedMatch | None:
        histories = self._tables.histories
        log: list[CommittedEntry] = []
        with histories.waiting(), self._tables.setting_aside():
            async for page in histories.earlier_pages(table):
                log += page
                if page and page[-1].table.number > number:
                    break
            return await histories.work(_finished, log, number)

    def forget(self, table: str) -> None:
        """Drop the matches of a table whose log was rewritten."""
        for key in [key for key in self._kept if key[0] == table]:
            del self._kept[key]

    def _drop_failed(self, key: _Key, done: asyncio.Task[FinishedMatch | None]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._kept.pop(key, None)


def _finished(log: Sequence[CommittedEntry], number: int) -> FinishedMatch | None:
    record = record_from(log, number)
    if record is None:
        return None
    return FinishedMatch(record, _colours(log, number), _resigned_to(log, number))


def _colours(log: Sequence[CommittedEntry], number: int) -> tuple[str, ...]:
    for committed in log:
        if MatchOpened in map(type, committed.entry.events) and committed.table.number == number:
            chairs = table_view(committed.table, None).chairs
            return tuple(
                COLOURS[seat] if chair is None else chair.colour
                for seat, chair in enumerate(chairs)
            )
    return COLOURS


def _resigned_to(log: Sequence[CommittedEntry], number: int) -> Seat | None:
    for committed in log:
        for event in committed.entry.events:
            if isinstance(event, WonByResignation) and committed.table.number == number:
                return event.seat
    return None
