"""A bad line between clients and a server.

Requests arrive late, twice, again later, or not at all, and answers get lost. The proxy records the
server's answer to every copy of a request.
"""

import asyncio
import json
from collections import Counter, defaultdict
from contextlib import suppress
from enum import Enum
from random import Random
from types import TracebackType
from typing import Self

from testkit.server.wire import Answer, Line, Lost


class Misfortune(Enum):
    NONE = "none"
    LATE = "late"
    TWICE = "twice at once"
    AGAIN = "again later"
    REQUEST_LOST = "request lost"
    ANSWER_LOST = "answer lost"


LATEST = 0.3
"""Most seconds that a request is held back."""
LATEST_COPY = 1.5
"""Most seconds until a copy arrives; by then the table has long moved on."""


class Proxy:
    """Listens on ``port`` of this machine. Misfortunes happen only to POST requests with a key."""

    def __init__(self, server: int, seed: int = 1) -> None:
        self._server, self._random = server, Random(seed)
        self.port = 0
        self.met: Counter[Misfortune] = Counter()
        self.said: defaultdict[str, list[Answer]] = defaultdict(list)
        """The server's answers to all copies, by key, whether they were passed on or not."""
        self._copies: set[asyncio.Task[Answer]] = set()
        self._clients: set[asyncio.StreamWriter] = set()
        self._listening: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._listening.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._listening is not None
        self._listening.close()
        for client in self._clients:
            client.close()
        await self.settled()

    async def settled(self) -> None:
        """Wait until every copy on its way has been answered."""
        await asyncio.gather(*self._copies, return_exceptions=True)

    def contradictions(self) -> list[str]:
        """Return the keys whose copies got different answers."""
        wrong = []
        for key, answers in self.said.items():
            granted = {answer.body for answer in answers if answer.status == 200}
            statuses = {answer.status for answer in answers}
            if len(granted) > 1:
                wrong.append(f"{key}: {len(granted)} different answers")
            elif granted and len(statuses) > 1:
                wrong.append(f"{key}: granted and refused: {sorted(statuses)}")
        return wrong

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._clients.add(writer)
        line = Line(self._server)
        with suppress(OSError, asyncio.IncompleteReadError, Lost):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                request = head + await reader.readexactly(_length(head))
                answer = await self._pass_on(request, line)
                if answer is None:
                    break
                status = f"HTTP/1.1 {answer.status} -\r\ncontent-length: {len(answer.body)}\r\n\r\n"
                writer.write(status.encode() + answer.body)
                await writer.drain()
        line.close()
        writer.close()
        self._clients.discard(writer)

    async def _pass_on(self, request: bytes, line: Line) -> Answer | None:
        key = _key(request)
        if key is None:
            return await line.send(request)
        misfortune = self._random.choice(list(Misfortune))
        self.met[misfortune] += 1
        match misfortune:
            case Misfortune.NONE:
                return await self._copy(key, request, 0, line)
            case Misfortune.LATE:
                return await self._copy(key, request, self._random.random() * LATEST, line)
            case Misfortune.TWICE:
                first, _ = await asyncio.gather(
                    self._copy(key, request), self._copy(key, request, 0, line)
                )
                return first
            case Misfortune.AGAIN:
                self._later(key, request, self._random.random() * LATEST_COPY)
                return await self._copy(key, request, 0, line)
            case Misfortune.REQUEST_LOST:
                return None
            case Misfortune.ANSWER_LOST:
                self._later(key, request, self._random.random() * LATEST)
                return None

    def _later(self, key: str, request: bytes, seconds: float) -> None:
        task = asyncio.create_task(self._copy(key, request, seconds))
        self._copies.add(task)
        task.add_done_callback(self._copies.discard)

    async def _copy(
        self, key: str, request: bytes, seconds: float = 0, line: Line | None = None
    ) -> Answer:
        """Send a copy of the request, on a connection of its own unless one is given."""
        await asyncio.sleep(seconds)
        way = line or Line(self._server)
        try:
            answer = await way.send(request)
            self.said[key].append(answer)
            return answer
        finally:
            if line is None:
                way.close()


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.partition(b":")[2])
    return 0


def _key(request: bytes) -> str | None:
    if not request.startswith(b"POST"):
        return None
    body = request.partition(b"\r\n\r\n")[2]
    return json.loads(body).get("key") if body else None
