"""A stream of one's seat: server-sent events for pages, JSON lines for bots.

Written for uvicorn's plain interface: a frame is made once and handed on as bytes to every
connection. Streams end at once when the server stops, so that a restart waits for nobody.
"""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from perudo.server import metrics
from perudo.server.gate import HEAD_ONLY, STRAIGHT
from perudo.server.listener import Listener, Style, sse
from perudo.server.missed import Missed
from perudo.server.room import Room


def stream_head(style: Style) -> Response:
    """What a stream begins with, for somebody who asks for no more: nobody listens then."""
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
        """The listener is already among the room's: nothing can fall between it and ``first``."""
        super().__init__()
        self._missed = missed
        self._room, self._listener, self._first = room, listener, first
        self._head = [(n.encode(), v.encode()) for n, v in _headers(listener.style).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        listener = self._listener
        leaving = asyncio.create_task(self._until_gone(receive))
        metrics.STREAMS.inc()
        try:
            headers: dict[str, Any] = {"status": 200, "headers": self._head}
            await send({"type": "http.response.start", **headers})
            send = scope.get(STRAIGHT, send)
            await _send(send, self._first)
            if self._missed is not None:
                async for piece in self._missed.pieces():
                    await _send(send, piece)
            while not listener.ended or listener.frames:
                await listener.wait()
                await _send(send, listener.take() or (b"" if listener.ended else listener.beat))
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._room.leave(listener)
            metrics.STREAMS.dec()
            leaving.cancel()

    async def _until_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._listener.end()


async def _send(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})
