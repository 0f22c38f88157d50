"""A stream of events for one seat: server-sent events for pages, JSON lines for bots.

A frame is made once and sent as bytes to every connection: by the listener itself while the stream
is idle, else by the stream as soon as the connection takes it. Streams end at once when the server
stops, so that a restart does not wait for them.
"""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from perudo.server import metrics
from perudo.server.gate import HEAD_ONLY
from perudo.server.listener import RAW_SEND, Listener, RawSend, Style, sse
from perudo.server.missed import Missed
from perudo.server.room import Room


def stream_head(style: Style) -> Response:
    """The head of a stream alone, for HEAD requests."""
    return Response(headers=_headers(style))


def is_head(request: Request) -> bool:
    return HEAD_ONLY in request.scope


def _headers(style: Style) -> dict[str, str]:
    media = "text/event-stream" if style is sse else "application/x-ndjson"
    return {
        "content-type": f"{media}; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
    }


class Stream(Response):
    def __init__(
        self, room: Room, listener: Listener, first: bytes, missed: Missed | None = None
    ) -> None:
        """The listener has joined the room already, so nothing is missed after ``first``."""
        super().__init__()
        self._missed = missed
        self._room, self._listener, self._first = room, listener, first
        self._head = [(n.encode(), v.encode()) for n, v in _headers(listener.style).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        listener = self._listener
        raw_send: RawSend | None = scope.get(RAW_SEND)
        leaving = asyncio.create_task(self._until_gone(receive))
        metrics.STREAMS.inc()

        async def send_piece(piece: bytes) -> None:
            if piece and not (raw_send is not None and raw_send(piece)):
                await send({"type": "http.response.body", "body": piece, "more_body": True})

        try:
            headers: dict[str, Any] = {"status": 200, "headers": self._head}
            await send({"type": "http.response.start", **headers})
            await send_piece(self._first)
            if self._missed is not None:
                async for piece in self._missed.pieces():
                    await send_piece(piece)
            while not listener.ended or listener.frames:
                listener.raw_send = raw_send
                await listener.wait()
                listener.raw_send = None  # nothing may overtake the next piece
                await send_piece(listener.take() or (b"" if listener.ended else listener.beat))
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            listener.raw_send = None
            self._room.leave(listener)
            metrics.STREAMS.dec()
            leaving.cancel()

    async def _until_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._listener.end()
