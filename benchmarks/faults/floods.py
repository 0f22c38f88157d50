"""Floods of large headers, unfinished requests, guessed codes and new tables."""

import asyncio
import socket
import time
from contextlib import ExitStack
from typing import NamedTuple

import httpx

from benchmarks.faults.stage import Fault, Outcome, Stage
from perudo.server.config import Config
from perudo.server.connection import FAREWELL_SECONDS, LARGEST_HEAD
from perudo.server.door import REQUEST_SECONDS
from testkit.server.crowd import Crowd
from testkit.server.ledger import audited
from testkit.server.wire import Line
from testkit.serving import UNLIMITED, Guest, Serving

MEGABYTE = 1024 * 1024
FEW_MEGABYTES = 10
HEADER_BYTES = 200_000
MANY = "100000"
"""A limit of requests per second that counts requests but refuses none."""
STREAMS = 20
HALF = 200
"""How many connections send an unfinished request."""
ALLOWED_SECONDS = 1.0
"""For ``/healthz`` of a server that is being flooded."""


class Flood(NamedTuple):
    """The effect of a flood of requests on the server."""

    refused: int
    grown: int
    """By how many bytes its memory grew."""


async def large_headers(stage: Stage, outcome: Outcome) -> None:
    """Send junk of any size in the headers that identify guests."""
    database = stage.sqlite()
    times = stage.sizes.flood_requests
    with Serving(database, "--requests-per-second", MANY) as server:
        _flood(server, 100, HEADER_BYTES)  # memory for the first ones does not count
        large = _flood(server, times, HEADER_BYTES)
        _flood(server, 100, LARGEST_HEAD - 2_000)
        allowed = _flood(server, times, LARGEST_HEAD - 2_000)
    outcome.must(large.refused == times, f"only {large.refused} of {times} were refused")
    outcome.must(allowed.refused == 0, f"{allowed.refused} of the usual size were refused")
    for flood in (large, allowed):
        grown = flood.grown / MEGABYTE
        outcome.must(grown < FEW_MEGABYTES, f"the server has grown by {grown:.0f} MB")
    outcome.figures |= {
        "requests with 200 kB of headers, all refused (431)": large.refused,
        "memory after them (MB)": f"{large.grown / MEGABYTE:+.1f}",
        "requests with 30 kB of junk for a token": times,
        "memory after those (MB)": f"{allowed.grown / MEGABYTE:+.1f}",
    }


def _flood(server: Serving, times: int, size: int) -> Flood:
    before, refused = server.memory_bytes(), 0
    names = ("cookie: perudo_guest=", "authorization: Bearer ")
    for number in range(times):
        junk = f"{names[number % 2]}{number}".ljust(size, "x")
        request = f"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{junk}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as raw:
            raw.sendall(request.encode())
            refused += raw.makefile("rb").readline().split()[1] == b"431"
    return Flood(refused, server.memory_bytes() - before)


async def half_requests(stage: Stage, outcome: Outcome) -> None:
    """Keep connections open that never finish their request, while people play."""
    database = stage.sqlite()
    slowest = 0.0
    with ExitStack() as stack:
        server = stack.enter_context(Serving(database))
        async with Crowd([server.port]) as crowd:
            await crowd.sit_down(STREAMS)
            crowd.follow()
            raw = [
                stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                for _ in range(HALF)
            ]
            for number, connection in enumerate(raw):
                connection.sendall(_half(number))
            began = time.monotonic()
            async with crowd.playing():
                while any(_is_open(connection) for connection in raw):
                    slowest = max(slowest, await _health(server.port))
                    if time.monotonic() - began > REQUEST_SECONDS + FAREWELL_SECONDS + 5:
                        break
                    await asyncio.sleep(0.2)
            took = time.monotonic() - began
            left = sum(map(_is_open, raw))
            outcome.must(left == 0, f"{left} of {HALF} half requests are still waited for")
            outcome.must(await crowd.caught_up(), "some stream did not catch up")
            ended = sum(1 for stream in crowd.ledger.streams if stream.ended)
            outcome.must(ended == 0, f"{ended} streams were ended")
        outcome.wrong += await audited(database, server.url)
    outcome.must(slowest < ALLOWED_SECONDS, f"/healthz took {slowest:.2f} s")
    outcome.figures |= {
        "half requests": HALF,
        "all hung up on after (s)": round(took, 1),
        "streams meanwhile, none ended": len(crowd.ledger.streams),
        "/healthz meanwhile, slowest (s)": round(slowest, 3),
    }


def _half(number: int) -> bytes:
    head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    halves = (
        head,
        head + b'Content-Length: 99\r\n\r\n{"na',
        b"",
        b"\r\n",
        head + b"Cookie: " * 999,
    )
    return halves[number % len(halves)]


def _is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        while connection.recv(65_536):
            pass  # a last answer before the server closes
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


async def _health(port: int) -> float:
    began, line = time.perf_counter(), Line(port)
    await line.ask("GET", "/healthz")
    line.close()
    return time.perf_counter() - began


async def guesses_and_tables(stage: Stage, outcome: Outcome) -> None:
    """Open tables and guess codes from one address as fast as possible, with the usual limits."""
    usual = Config()
    environment = {f"PERUDO_{name}": str(getattr(usual, name.lower())) for name in UNLIMITED}
    times = stage.sizes.flood_requests
    with Serving(stage.sqlite(), environment=environment) as server:
        far = {"x-forwarded-for": "203.0.113.9"}
        ann = Guest(server.url, **far)
        code = ann.open(name="Ann")["code"]
        tables = sum(ann.post("/api/tables", name="Ann").status_code == 201 for _ in range(times))
        with httpx.Client(base_url=server.url, headers=far, timeout=20) as client:
            statuses = [
                client.get(f"/api/tables/{_code(number)}").status_code for number in range(times)
            ]
            right = client.get(f"/api/tables/{code}").status_code
        near = Guest(server.url)
        near.open(name="Bob")
        outcome.must(
            near.client.get(f"/api/tables/{code}").status_code == 200, "others are shut out"
        )
    outcome.must(tables <= usual.tables_per_hour, f"one guest opened {tables} tables")
    outcome.must(
        statuses.count(404) <= 2 * usual.wrong_codes_per_minute,
        f"{statuses.count(404)} guesses were answered",
    )
    outcome.must(right == 429, "a right guess is answered differently from a wrong one")
    outcome.figures |= {
        "tables that one guest asked for": times,
        "opened": tables,
        "codes that one address tried": times,
        "answered": statuses.count(404),
    }


def _code(number: int) -> str:
    signs = "ABCDEFGHJKLMNPRSTUVWXYZ2345679"
    return "".join(signs[number // len(signs) ** place % len(signs)] for place in range(6))


FAULTS = [
    Fault("flood of large headers", 30, large_headers),
    Fault("half requests while people play", 30, half_requests),
    Fault("tables and guesses without end", 20, guesses_and_tables),
]
