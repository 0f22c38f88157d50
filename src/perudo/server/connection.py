"""A connection with limits that uvicorn does not have: the size of a request's head, the time for a
request to arrive, and the time for an answer to be taken."""

import asyncio
from math import inf
from typing import Any

from starlette.requests import Request
from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from perudo.engine.errors import Error
from perudo.server import metrics
from perudo.server.answers import refused
from perudo.server.door import Options
from perudo.server.headers import with_defaults
from perudo.server.limits import household
from perudo.server.listener import RAW_SEND
from perudo.server.request_refusals import RequestReason, RequestRefusal

LARGEST_HEAD = 32 * 1024
"""Bytes before the body of a request. Cookies of many tables need a few thousand."""
FAREWELL_SECONDS = 2.0
"""Time for a client that is refused in the middle of a request to read the answer."""
MOST_AHEAD = 20
"""Pipelined requests that may wait on a connection."""


class HeadTooLarge(Error):
    """Stops the parser."""


class TooFarAhead(Error):
    """Stops the parser: each waiting request takes memory."""


class Connection(HttpToolsProtocol):
    def __init__(
        self,
        config: Options,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._door = config.door
        self.address = ""
        self._deadline = inf
        """When the client must have sent what we wait for; ``inf`` if we wait for nothing."""
        self._in_head = False
        self._head_bytes = 0
        """Size so far of an incomplete head."""
        self._known_bytes = 0
        """Bytes of the latest data that do not belong to an incomplete head."""
        self._maybe_large = self._too_large = self._refused = False
        self._unsent = 0
        self._stuck_at = inf

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = household(self.client[0]) if self.client is not None else ""
        self._deadline = self.loop.time() + self._door.request_seconds
        if not self._door.admits(self):
            self._refuse(RequestReason.TOO_MANY_CONNECTIONS, self._door.most)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.forget(self)
        if self.scope is not None:
            # Break the reference cycle: garbage collection is rare.
            self.scope.pop(RAW_SEND, None)  # type: ignore[misc]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return  # read and ignored, so that the client can read the answer
        self._known_bytes = 0
        self._maybe_large = self._head_bytes + len(data) > LARGEST_HEAD
        super().data_received(data)
        if self._in_head:
            self._head_bytes += max(0, len(data) - self._known_bytes)
            if self._head_bytes > LARGEST_HEAD:
                self._refuse(RequestReason.HEADERS_TOO_LARGE, LARGEST_HEAD)
        elif self._deadline == inf and (self.cycle is None or self.cycle.response_complete):
            # These bytes do not begin a request, and uvicorn does not wait for more.
            self._deadline = self.loop.time() + self._door.request_seconds

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = True
        self._deadline = self.loop.time() + self._door.request_seconds

    def on_headers_complete(self) -> None:
        if self._maybe_large:
            size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
            self._known_bytes += size
            if size > LARGEST_HEAD:
                self._too_large = True
                raise HeadTooLarge
        if len(self.pipeline) >= MOST_AHEAD:
            raise TooFarAhead
        self._in_head = False
        self._head_bytes = 0
        self.scope[RAW_SEND] = self.send_piece  # type: ignore[literal-required]
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._known_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._deadline = inf
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        self._in_head = False
        if self._too_large:
            self._refuse(RequestReason.HEADERS_TOO_LARGE, LARGEST_HEAD)
        else:
            self._refused = True
            if self._is_answering():
                self.transport.close()  # anything written now would be read as part of that answer
            else:
                super().send_400_response(msg)

    def send_piece(self, piece: bytes) -> bool:
        """Send a chunk of the answer now; return False if the connection is full or closed."""
        if self.flow.write_paused or self.transport.is_closing():
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(piece), piece))
        return True

    def look(self, now: float) -> None:
        """Close the connection if the client is too slow to send or to read."""
        if now > self._deadline:
            self._time_out()
        elif self.flow.write_paused:
            unsent = self.transport.get_write_buffer_size()
            if self._stuck_at == inf or unsent < self._unsent:
                self._unsent, self._stuck_at = unsent, now + self._door.stuck_seconds
            elif now > self._stuck_at:
                self.transport.abort()
        else:
            self._stuck_at = inf

    def _time_out(self) -> None:
        begun = self._in_head or (self.cycle is not None and not self.cycle.response_complete)
        if begun and not self._refused:
            self._refuse(RequestReason.TOO_SLOW, int(self._door.request_seconds))
        else:
            self.transport.abort()

    def _refuse(self, reason: RequestReason, most: int) -> None:
        """Answer with the reason, and close as soon as it was read."""
        self._refused = True
        self._in_head = False
        metrics.REFUSALS.labels(reason.value).inc()
        self._unset_keepalive_if_required()
        if not self._is_answering():
            self.transport.write(_answer(self.headers or [], RequestRefusal(reason, most=most)))
        self._deadline = self.loop.time() + FAREWELL_SECONDS
        if self.transport.can_write_eof():
            self.transport.write_eof()

    def _is_answering(self) -> bool:
        cycle = self.cycle
        return cycle is not None and cycle.response_started and not cycle.response_complete


def _answer(headers: list[tuple[bytes, bytes]], refusal: RequestRefusal) -> bytes:
    """Make the same answer as the application, for a request that does not reach it."""
    scope: Scope = {"type": "http", "method": "GET", "path": "/", "query_string": b""}
    answer = refused(Request({**scope, "headers": headers}), refusal, None)
    lines = [*with_defaults(answer.raw_headers), (b"connection", b"close")]
    head = b"".join(b"%b: %b\r\n" % line for line in lines)
    return b"%b%b\r\n%b" % (STATUS_LINE[answer.status_code], head, bytes(answer.body))
