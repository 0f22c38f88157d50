"""The entries that a resumed stream has missed: from memory, or from the log in pages."""

from collections.abc import AsyncIterator, Iterable

from perudo.server.listener import Listener
from perudo.server.room import CommittedEntry, Room, TableUnreadable
from perudo.server.storage import StorageAway, StorageFull
from perudo.server.tables import Tables


class Missed:
    """All entries after version ``after``, in pieces without a gap.

    The listener has joined the room already, but is on hold until the last piece is made: until
    then new entries are read from the log too.
    """

    def __init__(self, tables: Tables, room: Room, listener: Listener, after: int) -> None:
        self._tables, self._room, self._listener = tables, room, listener
        self._after = after
        listener.hold()

    async def pieces(self) -> AsyncIterator[bytes]:
        histories, room, listener = self._tables.histories, self._room, self._listener
        before = room.before_version(self._after)
        at_hand = room.since(self._after)
        while at_hand is None:
            if listener.ended:
                return
            try:
                with self._tables.setting_aside():
                    page = await histories.earlier_page(room.table.id, before)
            except (TableUnreadable, StorageAway, StorageFull):
                page = None
            if not page:
                listener.end()  # the next request is told why there is no stream
                return
            before = page[-1][1].table
            news = [
                committed for committed in page.committed if committed.is_news_after(self._after)
            ]
            if news:
                yield await histories.work(_frames, listener, news)
            at_hand = room.after(before.seq)
        # No await from here until the listener is off hold, so nothing is missed.
        piece = _frames(listener, at_hand)
        # The log may be ahead of the room: another process wrote to it.
        listener.last = max(0 if before is None else before.seq, room.table.seq)
        yield piece


def _frames(listener: Listener, entries: Iterable[CommittedEntry]) -> bytes:
    frames = []
    for committed in entries:
        # By the seat at that time: a chair tells its next owner nothing of the one before.
        payload = committed.payload(committed.audience(listener.player))
        if payload is not None:
            frames.append(listener.style(committed.version, payload))
    return b"".join(frames)
