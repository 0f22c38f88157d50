"""A listener at a table: holds the frames of one open stream until they are sent."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perudo.engine.actions import Seat
    from perudo.server.room import CommittedEntry

Style = Callable[[int, bytes], bytes]
"""Formats a version and its JSON for the stream."""


def sse(version: int, payload: bytes) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (version, payload)


def ndjson(_version: int, payload: bytes) -> bytes:
    return payload + b"\n"


RAW_SEND = "perudo.raw-send"
"""Key in the scope: a function that sends a frame at once, without waking the stream's task."""
RawSend = Callable[[bytes], bool]
"""Sends bytes at once; returns False if it cannot."""

MOST_WAITING = 1_000
"""Frames that may wait. A slower client is cut off and resumes where it left off."""


NO_ENTRY = 2**63
"""An entry number that no table reaches."""

Frames = dict[tuple["Seat | None", Style], bytes]
"""Frames of one entry, made once for each seat and style."""


class Listener:
    beat = b":\n\n"
    """Sent now and then, so that no proxy takes the connection for dead."""

    def __init__(self, player: str | None, style: Style) -> None:
        self.player, self.style = player, style
        if style is ndjson:
            self.beat = b"\n"
        self.last = 0
        """The number of the latest entry that was pushed."""
        self.frames: list[bytes] = []
        self.raw_send: RawSend | None = None
        """Set while the stream is idle: frames may then be sent at once."""
        self.ended = False
        self._wake = asyncio.Event()

    def hear(self, committed: "CommittedEntry", frames: Frames) -> None:
        """Push a committed entry; ``frames`` caches what was made of it for other listeners."""
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
        """Ignore entries until ``last`` is set again."""
        self.last = NO_ENTRY

    def end(self) -> None:
        self.ended = True
        self._wake.set()

    def presence_changed(self) -> None:
        """Called when somebody came or left; only pages show it."""

    def nudge(self) -> None:
        """Wake the stream without news, so that it sends a beat."""
        self._wake.set()

    async def wait(self) -> None:
        """Wait until there is something to send, the stream ends, or it is nudged."""
        await self._wake.wait()

    def take(self) -> bytes:
        """Take all waiting frames as one piece."""
        self._wake.clear()
        taken = b"".join(self.frames)
        self.frames.clear()
        return taken
