"""A listener that sends the changed parts of a page, for one reader at one seat."""

from collections.abc import Callable

from perudo.server.listener import MOST_WAITING, Frames, Listener, sse
from perudo.server.room import CommittedEntry, Room
from perudo.table.live.audience import table_view, visible_events
from perudo.table.live.events import HostChanged, LogEvent, Opened, Pledged
from perudo.table.live.log import json_bytes
from perudo.table.live.state import LiveTable
from perudo.web.table.page import frame
from perudo.web.table.page_context import PageContext

_FOR_PROGRAMS = (Opened, Pledged, HostChanged)
"""Events that a page does not get: it shows only their consequences."""


class PageListener(Listener):
    """Remembers what its page shows, and sends only changes. They are rendered when they are sent,
    so that the player who acted does not wait for other people's pages."""

    beat = b"event: beat\ndata: .\n\n"
    """An event, not a comment: a page that gets none knows that the connection is dead."""

    def __init__(self, room: Room, player: str | None, context: Callable[[], PageContext]) -> None:
        super().__init__(player, sse)
        self._room, self._context = room, context
        self._known: dict[str, str] = {}
        self._waiting: list[CommittedEntry] = []
        self._looks_again = False

    def hear(self, committed: CommittedEntry, frames: Frames) -> None:  # noqa: ARG002
        if committed.entry.seq <= self.last:
            return
        self.last = committed.entry.seq
        if not committed.concerns(committed.audience(self.player)):
            return  # sealed: not even its time may be noticed
        self._waiting.append(committed)
        if len(self._waiting) > MOST_WAITING:
            self.end()
        self.nudge()

    def presence_changed(self) -> None:
        self._looks_again = True
        self.nudge()

    def take(self) -> bytes:
        waiting, self._waiting = self._waiting, []
        taken = super().take()
        taken += b"".join(
            self._frame(committed.table, committed.entry.events) for committed in waiting
        )
        if self._looks_again:
            self._looks_again = False
            taken += self._frame(self._room.table, ())
        return taken

    def picture(self, shown: str = "") -> bytes:
        """The page as it is now, for a new or resumed stream: all of it, except what a new page
        came with (``shown``)."""
        self._known.clear()
        return self._frame(self._room.table, (), shown)

    def _frame(self, table: LiveTable, events: tuple[LogEvent, ...], shown: str = "") -> bytes:
        seat = table.seat_of(self.player)
        visible = visible_events(events, seat)
        told = tuple(event for event in visible if not isinstance(event, _FOR_PROGRAMS))
        context = self._context()._replace(outcast=table.is_outcast(self.player))
        made = frame(table_view(table, seat), told, context, self._known, shown)
        if not made["html"] and not made["events"] and "fair" not in made:
            return b""
        return sse(table.version, json_bytes(made))
