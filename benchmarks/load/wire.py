"""Minimal HTTP/1.1: the load client shares the machine with the server, so it must cost little."""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import cast

Answered = Callable[[int, bytes, float], None]
"""Status, body, and when it arrived."""
Line = Callable[[bytes, float], None]
Broken = Callable[[str], None]


class Asker(asyncio.Protocol):
    """A keep-alive connection of one seat, for one request at a time."""

    def __init__(self, broken: Broken) -> None:
        self._broken = broken
        self._got = b""
        self._then: Answered | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's has no such parent

    def send(self, request: bytes, then: Answered) -> None:
        assert self._transport is not None
        assert self._then is None
        self._then = then
        self._transport.write(request)

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        answer: asyncio.Future[tuple[int, bytes]] = asyncio.get_running_loop().create_future()
        self.send(request, lambda status, body, _: answer.set_result((status, body)))
        return await answer

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        got = self._got + data if self._got else data
        head = got.find(b"\r\n\r\n")
        if head >= 0:
            end = head + 4 + _length(got[:head])
            if len(got) >= end:
                then, self._then = self._then, None
                self._got = b""
                assert then is not None
                then(int(got[9:12]), got[head + 4 : end], now)
                return
        self._got = got

    def connection_lost(self, _error: Exception | None) -> None:
        if self._then is not None:
            self._broken("the server hung up on a request")

    def close(self) -> None:
        self._then = None
        if self._transport is not None:
            self._transport.close()


class Streamer(asyncio.Protocol):
    """A seat's open stream of JSON lines."""

    def __init__(self, request: bytes, line: Line, broken: Broken) -> None:
        self._request, self._line, self._broken = request, line, broken
        self._rest = b""
        self._begun = self._closing = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        lines = (self._rest + data if self._rest else data).split(b"\n")
        self._rest = lines.pop()
        if not self._begun and lines:
            self._begun = True
            if b" 200 " not in lines[0]:
                self._broken(f"a stream was refused: {lines[0].decode()}")
        for line in lines:
            # Headers and chunk sizes are lines too, but only lines of the stream are objects.
            if line.startswith(b"{"):
                self._line(line, now)

    def connection_lost(self, _error: Exception | None) -> None:
        if not self._closing:
            self._broken("the server ended a stream")

    def close(self) -> None:
        self._closing = True
        if self._transport is not None:
            self._transport.close()


def _length(head: bytes) -> int:
    at = head.lower().find(b"content-length:")
    if at < 0:
        return 0
    end = head.find(b"\r\n", at)
    return int(head[at + 15 : end if end >= 0 else len(head)])


def post(path: str, body: bytes, token: str = "") -> bytes:
    return post_head(path, token) + b"%d\r\n\r\n%b" % (len(body), body)


def post_head(path: str, token: str) -> bytes:
    """Return a request without its length and body, which is the same for all actions of a seat."""
    bearer = f"authorization: Bearer {token}\r\n" if token else ""
    return (
        f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n{bearer}"
        "content-type: application/json\r\ncontent-length: "
    ).encode()


def get(path: str, token: str) -> bytes:
    head = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {token}\r\n\r\n"
    return head.encode()
