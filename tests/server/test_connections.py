"""Limits on a connection: size of the head, time to send a request, connections of one address."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
import uvicorn

from perudo.server.connection import LARGEST_HEAD, MOST_AHEAD, Connection
from perudo.server.door import Door, Options, is_among
from testkit.server.seated import RawStream
from testkit.serving import Follower, Guest, Serving

MEGABYTE = 1024 * 1024
MUCH = 32
sent_all = threading.Event()


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the length of the body; at /much, with more than fits into any buffer."""
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message["body"]), message["more_body"]
    pieces = [b"%d" % length] if scope["path"] != "/much" else [b"x" * MEGABYTE] * MUCH
    headers = [(b"content-length", b"%d" % sum(map(len, pieces)))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    for left, piece in enumerate(reversed(pieces)):
        body = {"body": piece, "more_body": left < len(pieces) - 1}
        await send({"type": "http.response.body", **body})
    sent_all.set()


class HeldDoor(Door):
    """Looks at nobody before the test has sent what it wants to, so that a slow test is no slow
    client."""

    def __init__(self, *, request_seconds: float) -> None:
        super().__init__(request_seconds=request_seconds)
        self.sent = threading.Event()
        self._read = False

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._read:
            super()._look(loop)
        else:
            # Between this look and the next, the server reads what was sent.
            self._read = self.sent.is_set()
            loop.call_later(0.01, self._look, loop)


@contextmanager
def opened(door: Door) -> Iterator[int]:
    """Run a web server with this door and only ``echo`` behind it; yield its port."""
    sock = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(
        Options(echo, door=door, loop="uvloop", lifespan="off", log_config=None)
    )
    thread = threading.Thread(target=server.run, args=([sock],), daemon=True)
    thread.start()
    try:
        yield sock.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(10)


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def rest(raw: socket.socket) -> bytes:
    """Return all that comes until the server closes the connection."""
    got = b""
    try:
        while piece := raw.recv(65_536):
            got += piece
    except ConnectionResetError:
        pass
    return got


def refusal_in(answer: bytes) -> tuple[int, dict[str, Any]]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"cache-control: no-store" in head
    assert b"x-content-type-options: nosniff" in head
    return int(head.split()[1]), json.loads(body)["refusal"]


LARGE = {
    "one header": b"GET / HTTP/1.1\r\nHost: x\r\nCookie: " + b"x" * 200_000 + b"\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 40_000 + b"\r\n",
    "the address": b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "the name of a header": b"GET / HTTP/1.1\r\n" + b"x" * 200_000 + b": y\r\n\r\n",
    "a head without an end": b"GET / HTTP/1.1\r\nCookie: " + b"x" * 200_000,
    "spaces": b"GET / HTTP/1.1\r\nCookie: " + b" " * 200_000,
}


@pytest.mark.parametrize("request_bytes", LARGE.values(), ids=LARGE)
@pytest.mark.parametrize("again", [False, True], ids=["first", "after another"])
def test_too_large_head_is_refused(server: Serving, request_bytes: bytes, again: bool) -> None:
    with connect(server.port) as raw:
        if again:
            raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"200 OK" in raw.recv(65_536)
        raw.sendall(request_bytes)
        status, refusal = refusal_in(rest(raw))
    assert (status, refusal["reason"], refusal["clause"]) == (431, "headers-too-large", "T11")
    assert refusal["most"] == LARGEST_HEAD


def test_too_large_head_is_refused_in_the_readers_language(server: Serving) -> None:
    answer = httpx.get(f"{server.url}/", headers={"accept-language": "nl", "cookie": "x" * 40_000})
    assert answer.status_code == 431
    assert answer.json()["refusal"]["text"].startswith("De headers")


def test_heads_and_bodies_of_the_usual_size_pass(server: Serving) -> None:
    with httpx.Client(base_url=server.url) as client:
        for _ in range(3):
            headers = {"cookie": "a=" + "x" * (LARGEST_HEAD - 1_000)}
            assert client.get("/healthz", headers=headers).status_code == 200
            body = json.dumps({"name": "Ann"}).ljust(16 * 1024)
            sent = {**headers, "content-type": "application/json"}
            assert client.post("/api/tables", content=body, headers=sent).status_code == 201


def test_requests_sent_together_are_each_counted_by_themselves() -> None:
    body = b"x" * 30_000
    one = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)
    with opened(Door()) as port, connect(port) as raw:
        raw.sendall(one * 4 + b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert rest(raw).count(b"200 OK") == 5


def test_pipelined_requests_are_limited() -> None:
    with opened(Door()) as port, connect(port) as raw:
        raw.sendall(b"GET /much HTTP/1.1\r\n\r\n" + b"GET / HTTP/1.1\r\n\r\n" * 1_000)
        assert rest(raw).count(b"200 OK") <= MOST_AHEAD + 1


HALF = {
    "a head": (b"GET / HTTP/1.1\r\nHost", True),
    "a body": (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1234", True),
    "chunks": (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n12", True),
    "nothing": (b"", False),
    "an empty line": (b"\r\n", False),
}


@pytest.mark.parametrize("again", [False, True], ids=["first", "after another"])
@pytest.mark.parametrize("half", HALF)
def test_incomplete_request_times_out(half: str, again: bool) -> None:
    sent, told = HALF[half]
    if again and not sent:
        sent = b"\r\n"  # with nothing at all the server waits longer, between two requests
    door = HeldDoor(request_seconds=0.2)
    with opened(door) as port, connect(port) as raw:
        if again:
            raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"200 OK" in raw.recv(65_536)
        raw.sendall(sent)
        door.sent.set()
        answer = rest(raw)  # comes back when the server hangs up
    if told:
        status, refusal = refusal_in(answer)
        assert (status, refusal["reason"], refusal["clause"]) == (408, "too-slow", "T11")
    else:
        assert answer == b""


def test_trickled_request_times_out() -> None:
    """The limit is for the whole request, not for each byte of it."""
    door = HeldDoor(request_seconds=0.5)
    with opened(door) as port, connect(port) as raw:
        raw.settimeout(0.1)
        answer = b""
        for byte in b"GET / HTTP/1.1\r\nX: " + b"x" * 1_000:
            try:
                raw.sendall(bytes([byte]))
                door.sent.set()
                answer = raw.recv(65_536)
                break
            except TimeoutError:
                continue
        assert b"408" in answer


def test_client_that_reads_nothing_is_cut_off() -> None:
    sent_all.clear()
    with opened(Door(stuck_seconds=0.2)) as port, connect(port) as raw:
        raw.sendall(b"GET /much HTTP/1.1\r\nHost: x\r\n\r\n")
        assert sent_all.wait(20), "the server still waits for a client that does not read"
        assert len(rest(raw)) < MUCH * MEGABYTE


def test_client_that_reads_slowly_is_not_cut_off() -> None:
    """A client is cut off only if it reads nothing at all for that long."""
    transport = Mock()
    line = SimpleNamespace(
        transport=transport,
        flow=SimpleNamespace(write_paused=True),
        _door=Door(stuck_seconds=30),
        _deadline=inf,
        _stuck_at=inf,
        _unsent=0,
    )
    for now, unsent in enumerate(range(1_000, 0, -10)):
        transport.get_write_buffer_size.return_value = unsent
        Connection.look(line, now * 20.0)  # type: ignore[arg-type]
    transport.abort.assert_not_called()
    Connection.look(line, now * 20.0 + 31)  # type: ignore[arg-type]
    transport.abort.assert_called_once()


def test_a_stream_is_alive_as_long_as_it_is_read(tmp_path: Path) -> None:
    """The deadlines for requests and answers do not apply to streams, which have no end."""
    with Serving(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        ann = Guest(server.url)
        table = ann.open(name="Ann", seats=2)["table"]
        follower = Follower(ann, table)
        ann.ask(table, "chat", text="still there?")
        follower.until_event("said")


def test_connections_of_one_address_are_limited() -> None:
    with opened(Door(most=3)) as port, ExitStack() as stack:
        held = [stack.enter_context(connect(port)) for _ in range(3)]
        for raw in held:
            raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"200 OK" in raw.recv(65_536)
        with connect(port) as fourth:
            status, refusal = refusal_in(rest(fourth))
        assert (status, refusal["reason"]) == (429, "too-many-connections")
        assert refusal["most"] == 3
        with socket.create_connection(
            ("127.0.0.1", port), timeout=20, source_address=("127.0.0.2", 0)
        ) as neighbour:
            neighbour.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"200 OK" in neighbour.recv(65_536)


def test_trusted_proxy_may_hold_any_number_of_connections() -> None:
    with opened(Door(most=1, trusted="10.0.0.1, 127.0.0.0/8")) as port, ExitStack() as stack:
        for _ in range(5):
            raw = stack.enter_context(connect(port))
            raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"200 OK" in raw.recv(65_536)
    assert is_among("10.1.2.3", {"10.0.0.0/8"})
    assert not is_among("11.1.2.3", {"10.0.0.0/8", "nonsense", "::/0"})
    assert not is_among("nonsense", {"10.0.0.0/8"})


def test_streams_behind_a_proxy_are_counted_by_the_address_it_names(tmp_path: Path) -> None:
    limit = {"PERUDO_CONNECTIONS_PER_ADDRESS": "4"}
    with Serving(f"sqlite:///{tmp_path / 'tables.db'}", environment=limit) as server:
        tables = [Guest(server.url).open(seats=2)["table"] for _ in range(6)]
        far = {"X-Forwarded-For": "203.0.113.9"}
        streams = [RawStream(server, table, far) for table in tables]
        assert sorted(stream.status for stream in streams) == [200] * 4 + [429] * 2
        other = RawStream(server, tables[0], {"X-Forwarded-For": "203.0.113.10"})
        assert other.status == 200
        streams[0].close()
        for stream in (*streams[1:], other):
            stream.close()


@pytest.fixture(scope="module")
def flooded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that counts requests by guest and address, with limits too high to reach."""
    file = tmp_path_factory.mktemp("flooded") / "tables.db"
    with Serving(f"sqlite:///{file}", "--requests-per-second", "100000") as serving:
        yield serving


@pytest.mark.parametrize("header", ["cookie: perudo_guest={}", "authorization: Bearer {}"])
@pytest.mark.parametrize(("size", "count", "status"), [(200_000, 200, 431), (30_000, 400, 200)])
def test_a_flood_of_large_headers_leaves_nothing_behind(
    flooded: Serving, header: str, size: int, count: int, status: int
) -> None:
    """A server that kept these headers would grow by 40 or 12 MB. `make faults` sends more."""
    name, _, value = header.partition(": ")

    def flood(times: int) -> set[int]:
        statuses = set()
        for number in range(times):
            junk = value.format(f"{number}".ljust(size, "x"))
            with httpx.Client(base_url=flooded.url) as client:
                statuses.add(client.get("/healthz", headers={name: junk}).status_code)
        return statuses

    flood(40)  # whatever is needed for the first of them
    before = flooded.memory_bytes()
    assert flood(count) == {status}
    assert flooded.memory_bytes() - before < 5 * MEGABYTE
