"""The ceiling of the web server itself: the same requests and streams, without rules or storage.

Every POST is answered with constant bytes, and the same bytes go to the four streams of the table,
as the game's server does. What it does with a second of processor time is the most that any game
on this web server could do.

    python -m benchmarks.load.ceiling       # prints its port
"""

import socket
import subprocess
import sys
from collections import defaultdict
from types import TracebackType
from typing import Any, Self

import psutil
import uvicorn

from benchmarks.load.client import Opened
from benchmarks.load.game import BIDS, SEATS, Move
from benchmarks.load.machine import cpu_of

BID = b'{"version":%d,"at":1790000000000,"events":[{"event":"bid-made","seat":0,"bid":[2,4]}]}'
SHOWDOWN = BID[:-1] + b',"padding":"' + b"x" * 900 + b'"}'
"""As long as the entry that ends a round: showdown, proof, and the next deal."""
PICTURE = b'{"version":0,"table":{}}\n'
JSON = [(b"content-type", b"application/json")]

_streams: dict[str, list[Any]] = defaultdict(list)
_versions: dict[str, int] = defaultdict(int)


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        return
    table = scope["path"].split("/")[3]
    if scope["method"] == "GET":
        await send({"type": "http.response.start", "status": 200, "headers": JSON})
        await send({"type": "http.response.body", "body": PICTURE, "more_body": True})
        _streams[table].append(send)
        while (await receive())["type"] != "http.disconnect":
            pass
        _streams[table].remove(send)
        return
    body = (await receive())["body"]
    _versions[table] += 1
    frame = (SHOWDOWN if b'"call"' in body else BID) % _versions[table]
    for stream in _streams[table]:
        await stream({"type": "http.response.body", "body": frame + b"\n", "more_body": True})
    length = (b"content-length", b"%d" % len(frame))
    await send({"type": "http.response.start", "status": 200, "headers": [*JSON, length]})
    await send({"type": "http.response.body", "body": frame})


class Constant:
    """The requests of a match without a match: five bids, a call, and so on."""

    def __init__(self) -> None:
        self._said = 0

    def show(self, seen: dict[str, Any]) -> None:
        pass

    def hear(self, _event: dict[str, Any]) -> None:
        self._said += 1

    def next(self) -> Move:
        seat = self._said % SEATS
        if self._said % (BIDS + 1) == BIDS:
            return Move(seat, "act", {"call": "dudo"})
        return Move(seat, "act", {"bid": (2, 4)})


async def open_nothing(tables: int) -> list[Opened]:
    tokens = tuple(f"{'x' * 47}{seat}" for seat in range(SEATS))  # as long as real ones
    return [Opened(f"table{number:07}", tokens, Constant()) for number in range(tables)]


class Ceiling:
    """The bare web server, in its own process."""

    def __init__(self) -> None:
        self.port = 0

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "benchmarks.load.ceiling"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def cpu_seconds(self) -> float:
        return cpu_of(psutil.Process(self._process.pid))

    def memory_bytes(self) -> int:
        return int(psutil.Process(self._process.pid).memory_info().rss)


def main() -> None:
    sock = socket.create_server(("127.0.0.1", 0), backlog=2048)
    print(sock.getsockname()[1], flush=True)
    config = uvicorn.Config(
        app, loop="uvloop", http="httptools", lifespan="off", log_config=None, access_log=False
    )
    uvicorn.Server(config).run([sock])


if __name__ == "__main__":
    main()
