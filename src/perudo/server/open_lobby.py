"""The open lobby: seat whoever asks at a waiting table, or at a new one.

One at a time in each process, and one process at a time: two who press the button at the same
moment must find each other.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import structlog

from perudo.records.record import LONGEST_NAME
from perudo.server.presence import POLLING_SECONDS
from perudo.server.room import CommittedEntry, TableUnreadable
from perudo.server.storage import StorageAway, StorageFull
from perudo.server.tables import Tables
from perudo.server.threads import in_thread
from perudo.server.watch import RoundMade
from perudo.table.live.commands import Sit, Stand
from perudo.table.live.refusals import TableReason, TableRefused
from perudo.table.live.settings import OPEN_LOBBY

LOOKED_AT = 20
"""Waiting tables that are tried before a new one is opened."""
SWEEP_SECONDS = 5.0
NAMESAKES = 6
"""A table has no more chairs, so one of so many numbers is free."""

MayOpen = Callable[[], Awaitable[None]]
"""Raises if the guest has opened too many tables."""

log = structlog.get_logger()


class OpenLobby:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._one_at_a_time = asyncio.Lock()

    async def seat(self, guest: str, seating: Sit, may_open: MayOpen) -> CommittedEntry:
        """Seat a guest; whoever waits in the lobby already keeps that chair."""
        async with self._turn():
            waiting = await in_thread(self._tables.store.lobby, LOOKED_AT)
            for table in waiting:
                if (found := await self._chair_of(table, guest)) is not None:
                    return found
            for table in waiting:
                if (sat := await self._sit(table, guest, seating)) is not None:
                    return sat
            await may_open()
            return await self._tables.open(OPEN_LOBBY, guest, seating)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        async with self._one_at_a_time:
            turn = self._tables.store.lobby_turn()
            await in_thread(turn.__enter__)
            try:
                yield
            finally:
                await in_thread(turn.__exit__, None, None, None)

    async def _chair_of(self, table: str, guest: str) -> CommittedEntry | None:
        with suppress(TableRefused, TableUnreadable):
            room = await self._tables.fresh(table)
            if room.table.gathers and room.table.seat_of(guest) is not None:
                return room.recent[-1]
        return None

    async def _sit(self, table: str, guest: str, seating: Sit) -> CommittedEntry | None:
        """Take a chair; None if the table is full, has started or does not want this guest."""
        for number in range(1, NAMESAKES + 1):
            named = seating._replace(name=_numbered(seating.name, number))
            try:
                _, committed = await self._tables.submit(table, guest, named)
            except TableUnreadable:
                return None
            except TableRefused as refused:
                match refused.refusal.reason:
                    case TableReason.NAME_TAKEN:
                        continue
                    case TableReason.COLOUR_TAKEN:
                        return await self._sit(table, guest, seating._replace(colour=""))
                    case TableReason.NAME_NOT_ALLOWED | TableReason.UNKNOWN_COLOUR:
                        raise
                    case TableReason.PLEDGE_NOT_ALLOWED:
                        raise
                    case _:
                        return None
            else:
                return committed
        return None

    async def run(self, round_made: RoundMade) -> None:
        """Free the chairs of those who went away before a table started.

        One of several processes cannot see who is away; there the first turn out of time must do.
        """
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            with suppress(StorageAway, StorageFull):
                if not self._tables.shared:
                    await self.sweep()
            round_made()

    async def sweep(self) -> None:
        # A page that waited may still be on its way back after a restart.
        settled = time.monotonic() - POLLING_SECONDS
        for name, room in list(self._tables.rooms.items()):
            if not room.table.gathers or room.made_at > settled:
                continue
            for seat in room.table.persons:
                if room.is_away(seat):
                    with suppress(TableRefused, TableUnreadable):
                        player = room.table.chair(seat).player
                        await self._tables.submit(name, player, Stand())


def _numbered(name: str, number: int) -> str:
    """The name, with a number for namesakes: Player 2."""
    if number == 1:
        return name
    end = f" {number}"
    return name.strip()[: LONGEST_NAME - len(end)] + end
