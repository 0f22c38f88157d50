"""One open stream: frames wait here until the connection takes them."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perudo.engine.actions import Seat
    from perudo.server.room import CommittedEntry

Style = Callable[[int, bytes], bytes]
"""Puts a version and its JSON on the wire."""


def sse(version: int, payload: bytes) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (version, payload)


def ndjson(_version: int, payload: bytes) -> bytes:
    return payload + b"\n"


RAW_SEND = "perudo.raw-send"
"""Where in the scope a stream finds the way to its connection that needs no task to be woken."""
RawSend = Callable[[bytes], bool]
"""Sends a piece of an answer at once; False when it cannot."""

MOST_WAITING = 1_000
"""Frames. Who is that far behind is cut off, and comes back where it left off."""


NOTHING_IS_NEW = 2**63
"""A version that no table reaches."""

Frames = dict[tuple["Seat | None", Style], bytes]
"""What was made for one listener and serves others of the same seat."""


class Listener:
    beat = b":\n\n"
    """Sent now and then, so that nobody on the way takes the connection for dead."""

    def __init__(self, player: str | None, style: Style) -> None:
        self.player, self.style = player, style
        if style is ndjson:
            self.beat = b"\n"
        self.last = 0
        """The entry that it has been told of."""
        self.frames: list[bytes] = []
        self.raw_send: RawSend | None = None
        """Given while its stream has nothing else to send."""
        self.ended = False
        self._wake = asyncio.Event()

    def hear(self, committed: "CommittedEntry", frames: Frames) -> None:
        """An entry has committed; ``frames`` has what was made of it for other listeners."""
        seat = committed.audience(self.player)
        payload = committed.payload(seat)
        if payload is None:
            return
        if (seat, self.style) not in frames:
            frames[seat, self.style] = self.style(committed.version, payload)
        self.push(committed.entry.seq, frames[seat, self.style])

    def push(self, seq: int, frame: bytes) -> None:
        if seq <= self.last:
            return
        self.last = seq
        if self.raw_send is not None and not self.frames and self.raw_send(frame):
            return
        if len(self.frames) >= MOST_WAITING:
            self.end()
            return
        self.frames.append(frame)
        self._wake.set()

    def hold(self) -> None:
        """Hear nothing, as if all had been told, until ``last`` is set to what has been."""
        self.last = NOTHING_IS_NEW

    def end(self) -> None:
        self.ended = True
        self._wake.set()

    def presence_changed(self) -> None:
        """Somebody has come or gone; programs are not told of it."""

    def nudge(self) -> None:
        """Wake the stream although there is nothing to tell, to keep its connection alive."""
        self._wake.set()

    @property
    def woken(self) -> bool:
        """Whether something will be sent as soon as the connection looks."""
        return self._wake.is_set()

    async def wait(self) -> None:
        """Until there is something to send, the stream is to end, or it was nudged."""
        await self._wake.wait()

    def take(self) -> bytes:
        """All that waits, in one piece."""
        self._wake.clear()
        taken = b"".join(self.frames)
        self.frames.clear()
        return taken
