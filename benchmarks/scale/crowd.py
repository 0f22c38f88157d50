"""People at tables for a measurement: they open tables, streams and pages, and act."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.load.client import Load, Opened, Tally
from benchmarks.load.measuring import HOST
from benchmarks.load.seating import open_tables
from benchmarks.load.wire import get

WARM_UP_SECONDS = 1.0
SETTLE_SECONDS = 1.0
Meter = Callable[[], float]


class OpenPage(asyncio.Protocol):
    """The stream of a table's page, read and discarded; ``shown`` waits for its first bytes."""

    def __init__(self, table: str, token: str) -> None:
        self._request = get(f"/t/{table}/live", token)
        self._transport: asyncio.BaseTransport | None = None
        self.shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        transport.write(self._request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        if not self.shown.done():
            assert data.startswith(b"HTTP/1.1 200"), data[:200]
            self.shown.set_result(None)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def open_pages(opened: list[Opened], port: int) -> list[OpenPage]:
    loop = asyncio.get_running_loop()
    pages = []
    for table in opened:
        for token in table.tokens:
            page = OpenPage(table.table, token)
            await loop.create_connection(lambda page=page: page, HOST, port)  # type: ignore[misc]
            await page.shown
            pages.append(page)
    return pages


@dataclass(slots=True)
class Spent:
    """What each meter counted during a measurement, with its actions and seconds."""

    actions: int
    seconds: float
    by: dict[str, float]


async def play(
    port: int, tables: int, seconds: float, meters: dict[str, Meter], *, pages: bool
) -> Spent:
    """Let all tables act as fast as they can; with ``pages`` each seat also has its page open."""
    opened = await open_tables(HOST, port, tables, calza=False)
    load = Load(opened, paced=False)
    shown: list[OpenPage] = []
    try:
        await load.follow(HOST, port)
        if pages:
            shown = await open_pages(opened, port)
        load.begin()
        await load.play(WARM_UP_SECONDS)
        tally = load.tally = Tally()
        began, before = time.perf_counter(), _read(meters)
        await load.play(seconds)
        spent = Spent(tally.actions, time.perf_counter() - began, _since(before, meters))
        await load.stop()
        return spent
    finally:
        load.close()
        for page in shown:
            page.close()


async def play_actions(port: int, tables: int, actions: int) -> None:
    """Play this many actions in all, to measure the log that they leave."""
    load = Load(await open_tables(HOST, port, tables, calza=False), paced=False)
    try:
        await load.follow(HOST, port)
        load.begin()
        await load.play_until(actions, seconds=120.0)
        await load.stop()
    finally:
        load.close()


async def sit_idle(port: int, tables: int, seconds: float, meters: dict[str, Meter]) -> Spent:
    """Keep everybody's page open while nobody acts."""
    opened = await open_tables(HOST, port, tables, calza=False) if tables else []
    pages = await open_pages(opened, port)
    try:
        await asyncio.sleep(SETTLE_SECONDS)
        began, before = time.perf_counter(), _read(meters)
        await asyncio.sleep(seconds)
        return Spent(0, time.perf_counter() - began, _since(before, meters))
    finally:
        for page in pages:
            page.close()


@dataclass(slots=True)
class Grown:
    """Memory in bytes: without tables, with all tables open, with all pages open."""

    empty: int
    tables: int
    pages: int
    page_count: int


async def fill(port: int, tables: int, memory: Callable[[], int]) -> Grown:
    await open_tables(HOST, port, 2, calza=False)  # memory that any first request needs
    empty = memory()
    opened = await open_tables(HOST, port, tables, calza=False)
    with_tables = memory()
    pages = await open_pages(opened, port)
    grown = Grown(empty, with_tables, memory(), len(pages))
    for page in pages:
        page.close()
    return grown


def _read(meters: dict[str, Meter]) -> dict[str, float]:
    return {name: meter() for name, meter in meters.items()}


def _since(before: dict[str, float], meters: dict[str, Meter]) -> dict[str, float]:
    now = _read(meters)
    return {name: now[name] - before[name] for name in meters}
