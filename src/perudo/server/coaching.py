"""The coach of a server process: it thinks in a thread of its own, once about each position.

A hint takes milliseconds. It is made beside the event loop all the same, one at a time, so that
however many ask, tables go on.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, TypeVar

from perudo.engine.actions import Seat
from perudo.engine.view import View
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.room import Room
from perudo.table.live.coaching import coached_view
from perudo.table.live.refusals import TableReason, refuse
from perudo.table.live.settings import has_coach

if TYPE_CHECKING:
    # It needs NumPy, without which this module must load.
    from perudo.coach.advice import Advice

KEPT: Final = 200
"""How many positions the coach remembers."""
MOST_WAITING: Final = 64
"""How many may wait for the coach; further ones are refused for now."""

T = TypeVar("T")
_Key = tuple[str, int, Seat]
"""Table, version and seat."""


def require_coach() -> None:
    """Refuse where what the coach needs is not installed."""
    if not has_coach():
        raise refuse(TableReason.NO_COACH)


class Coaching:
    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "perudo-coach")
        self._waiting = 0
        self._kept: OrderedDict[_Key, tuple[View, Advice]] = OrderedDict()

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def advice(self, room: Room, player: str | None) -> "tuple[View, Advice]":
        """What the player in turn sees, and what the coach says about it."""
        table = room.table
        view = coached_view(table, player)
        require_coach()
        assert view.seat is not None
        key = (table.id, table.version, view.seat)
        kept = self._kept.get(key)
        # After a restore from a backup, a version may come again with other dice.
        if kept is None or kept[0] != view:
            kept = view, await self.think(_advise, view)
            self._kept[key] = kept
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return kept

    async def think(self, call: Callable[..., T], *arguments: object) -> T:
        """Let the coach work on something in its thread, in turn."""
        if self._waiting >= MOST_WAITING:
            raise RequestRefused(RequestReason.TOO_MANY)
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, call, *arguments)
        finally:
            self._waiting -= 1


def _advise(view: View) -> "Advice":
    from perudo.coach.advice import advise  # noqa: PLC0415 - only where NumPy is installed

    return advise(view)
