"""Minimal HTTP/1.1 on asyncio: hundreds of clients must take less time than the server they ask."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

SECONDS = 20.0
"""An answer that takes longer counts as lost."""


class Lost(Exception):
    """The connection broke before the whole answer came: the request may have been done or not."""


class Answer(NamedTuple):
    status: int
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


def request_bytes(
    method: str, path: str, token: str | None, body: Mapping[str, object] | None
) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "host: 127.0.0.1"]
    if token is not None:
        lines.append(f"authorization: Bearer {token}")
    content = b"" if body is None else json.dumps(body).encode()
    if method == "POST":
        lines += ["content-type: application/json", f"content-length: {len(content)}"]
    return "\r\n".join([*lines, "", ""]).encode() + content


class Line:
    """A keep-alive connection to a port of this machine; it connects again where it has to."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self,
        method: str,
        path: str,
        token: str | None = None,
        body: Mapping[str, object] | None = None,
        seconds: float = SECONDS,
    ) -> Answer:
        return await self.send(request_bytes(method, path, token, body), seconds)

    async def send(self, request: bytes, seconds: float = SECONDS) -> Answer:
        try:
            async with asyncio.timeout(seconds):
                if self._ends is None or self._hung_up():
                    self.close()
                    self._ends = await asyncio.open_connection("127.0.0.1", self.port)
                reader, writer = self._ends
                writer.write(request)
                await writer.drain()
                status, headers = await read_head(reader)
                length = int(headers.get(b"content-length", b"0"))
                return Answer(status, await reader.readexactly(length))
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            self.close()
            raise Lost(type(error).__name__) from error
        except BaseException:
            self.close()  # the rest of this answer would be taken for the next one
            raise

    def _hung_up(self) -> bool:
        """Whether the server closed the connection after its last answer: no request is lost."""
        assert self._ends is not None
        reader = self._ends[0]
        return reader.at_eof() or reader.exception() is not None

    def close(self) -> None:
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[bytes, bytes]]:
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head[:-4].split(b"\r\n")
    headers = {}
    for line in lines:
        name, _, value = line.partition(b":")
        headers[name.strip().lower()] = value.strip()
    return int(first.split(b" ", 2)[1]), headers


async def stream_lines(port: int, path: str, token: str | None) -> AsyncIterator[bytes]:
    """Yield the lines of a stream until the server ends it; raise ``Lost`` if it breaks."""
    writer: asyncio.StreamWriter | None = None
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request_bytes("GET", path, token, None))
        status, _ = await read_head(reader)
        if status != 200:
            raise Lost(f"status {status}")
        half = b""
        while length := int(await reader.readline() or b"-1", 16):
            if length < 0:
                raise Lost("cut off")
            *whole, half = (half + await reader.readexactly(length)).split(b"\n")
            await reader.readexactly(2)
            for line in whole:
                if line:
                    yield line
    except (OSError, asyncio.IncompleteReadError, ValueError) as error:
        raise Lost(type(error).__name__) from error
    finally:
        if writer is not None:
            with suppress(OSError):
                writer.close()
