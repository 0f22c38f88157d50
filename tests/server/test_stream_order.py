"""Frames are sent in the order of the log, whether the connection takes them at once or later."""

import asyncio
from collections.abc import Callable
from typing import Any

from perudo.server.listener import RAW_SEND, Listener, ndjson
from perudo.server.room import Room
from perudo.server.storage import StoredEntry
from perudo.server.stream import Stream
from perudo.table.live.log import write_events
from perudo.table.live.settings import Settings
from testkit.live.sandbox import Sandbox
from testkit.threads import run_apart


class Wire:
    """A connection that takes pieces at once, or only after a while."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.paused = False
        self.drained = asyncio.Event()
        self.gone = asyncio.Event()

    def raw_send(self, piece: bytes) -> bool:
        if not self.paused:
            self.sent.append(piece)
        return not self.paused

    async def send(self, message: Any) -> None:
        while self.paused:
            await self.drained.wait()
        if message["type"] == "http.response.body":
            self.sent.append(message["body"])

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    def resume(self) -> None:
        self.paused = False
        self.drained.set()


def streamed(act: Callable[[Wire, Listener], Any]) -> list[bytes]:
    """Return what a stream sends while ``act`` runs, after its first piece."""

    async def run() -> list[bytes]:
        opened = write_events(Sandbox(Settings()).log[0].events)
        room, wire = Room(StoredEntry("abc", 1, 1, None, None, opened)), Wire()
        listener = Listener(None, ndjson)
        room.join(listener)
        stream = Stream(room, listener, b"first")
        scope = {RAW_SEND: wire.raw_send}
        task = asyncio.create_task(stream(scope, wire.receive, wire.send))
        await _settle()
        await act(wire, listener)
        listener.end()
        await task
        assert not room.listeners
        return wire.sent

    return run_apart(run())


async def _settle() -> None:
    """Let every task run until it waits for something."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_idle_stream_sends_at_once() -> None:
    async def act(wire: Wire, listener: Listener) -> None:
        listener.push(1, b"a")
        assert wire.sent[-1] == b"a"  # without any task being woken
        listener.push(2, b"b")

    assert streamed(act) == [b"first", b"a", b"b", b""]


def test_frames_wait_while_the_connection_is_full_and_keep_their_order() -> None:
    async def act(wire: Wire, listener: Listener) -> None:
        wire.paused = True
        listener.push(1, b"a")
        wire.resume()
        listener.push(2, b"b")  # the first one still waits to be sent
        await _settle()
        listener.push(3, b"c")

    assert streamed(act) == [b"first", b"ab", b"c", b""]


def test_nothing_overtakes_a_piece_that_is_being_sent() -> None:
    async def act(wire: Wire, listener: Listener) -> None:
        wire.paused = True
        listener.push(1, b"a")
        await _settle()  # the stream has taken it, and waits for the connection
        wire.resume()
        listener.push(2, b"b")
        await _settle()

    assert streamed(act) == [b"first", b"a", b"b", b""]


def test_frame_is_sent_once() -> None:
    async def act(wire: Wire, listener: Listener) -> None:
        listener.push(1, b"a")
        listener.push(1, b"a")
        assert not listener.frames

    assert streamed(act) == [b"first", b"a", b""]
