"""The load client: four people at each of many tables, each with a stream and a connection."""

import asyncio
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter
from typing import Any, NamedTuple, Protocol

import orjson

from benchmarks.load.game import SEATS, Move
from benchmarks.load.wire import Asker, Streamer, get, post_head

PACE = 1.0
"""Seconds between two actions at a table, where play is paced."""
DRAIN_SECONDS = 20.0


class Plays(Protocol):
    """Decides who acts next at a table, from what its streams bring."""

    def show(self, seen: dict[str, Any]) -> None: ...

    def hear(self, event: dict[str, Any]) -> None: ...

    def next(self) -> Move: ...


class Opened(NamedTuple):
    """A table with four people at it, ready to be followed."""

    table: str
    tokens: tuple[str, ...]
    plays: Plays


class Failed(Exception):
    """The run does not count: a request was refused, or a stream broke or missed something."""


@dataclass(slots=True)
class Tally:
    """The actions of one stretch of time, and their delays."""

    actions: int = 0
    answered: list[float] = field(default_factory=list)
    """Seconds from a POST to its own answer."""
    seen: list[float] = field(default_factory=list)
    """Seconds from a POST until the last of the other seats received it."""
    heard: list[float] = field(default_factory=list)
    """The same for calzas out of turn, which the others learn of after the hearing."""


class Seat:
    def __init__(self, table: "Table", number: int, token: str) -> None:
        self.table, self.number, self.token = table, number, token
        self.version = 0
        self.at = 0.0
        self.head = post_head(f"/api/tables/{table.id}/act", token)
        self.asker = Asker(table.load.fail)
        path = f"/api/tables/{table.id}/stream.ndjson"
        self.streamer = Streamer(get(path, token), self.line, table.load.fail)

    def line(self, line: bytes, now: float) -> None:
        told = orjson.loads(line)
        before, self.version, self.at = self.version, told["version"], now
        self.table.told(told, before, self)


class Table:
    def __init__(self, load: "Load", opened: Opened, first_at: float) -> None:
        self.load, self.id, self.plays = load, opened.table, opened.plays
        self.seats = [Seat(self, number, token) for number, token in enumerate(opened.tokens)]
        self.version = 0
        """The newest version that any of the four streams has brought."""
        self.idle = True
        self._first_at = first_at
        self._due = 0.0
        self._move: Move | None = None
        self._began = self._answered_at = 0.0
        self._wanted = 0
        """The version that ends the move; 0 until the server has answered."""

    async def follow(self, host: str, port: int) -> None:
        loop = asyncio.get_running_loop()
        for seat in self.seats:
            await loop.create_connection(lambda seat=seat: seat.asker, host, port)  # type: ignore[misc]
            await loop.create_connection(lambda seat=seat: seat.streamer, host, port)  # type: ignore[misc]

    def begin(self) -> None:
        if self.load.paced:
            self._due = perf_counter() + self._first_at
            self._wait()
        else:
            self._go(perf_counter())

    def told(self, told: dict[str, Any], before: int, seat: Seat) -> None:
        if "table" in told:
            self.version = told["version"]
            self.plays.show(told["table"])
            self.load.followed()
            return
        version = told["version"]
        if version != before + 1 and not self._own_claim(version, before, seat):
            self.load.fail(f"seat {seat.number} was told of {version} after {before}")
        if version > self.version:
            self.version = version
            for event in told["events"]:
                self.plays.hear(event)
        if version == self._wanted:
            self._check()

    def _own_claim(self, version: int, before: int, seat: Seat) -> bool:
        """Whether this is the seat's own sealed claim, the only entry that keeps the version."""
        move = self._move
        return (
            version == before
            and move is not None
            and move.entries == 2
            and seat.number == move.seat
        )

    def _go(self, began: float) -> None:
        load = self.load
        if load.stopping:
            self.idle = True
            load.drained()
            return
        move = self.plays.next()
        seat = self.seats[move.seat]
        key = f"k{next(load.keys)}"
        if move.action:
            body = orjson.dumps({**move.body, "version": seat.version, "key": key})
            head = seat.head
        else:
            body = orjson.dumps({**move.body, "key": key})
            head = post_head(f"/api/tables/{self.id}/{move.what}", seat.token)
        self.idle, self._move, self._wanted = False, move, 0
        self._began = began or perf_counter()
        seat.asker.send(head + b"%d\r\n\r\n%b" % (len(body), body), self._answered)

    def _answered(self, status: int, body: bytes, now: float) -> None:
        assert self._move is not None
        if status != 200:
            self.load.fail(f"{self._move} was answered {status}: {body.decode()[:300]}")
            return
        self._answered_at = now
        self._wanted = orjson.loads(body)["version"] + self._move.entries - 1
        self._check()

    def _check(self) -> None:
        """Count the move and go on, if its answer and all four streams have come."""
        for seat in self.seats:
            if seat.version < self._wanted:
                return
        move, tally = self._move, self.load.tally
        assert move is not None
        if not move.action:
            self._go(0.0)
            return
        last = max(seat.at for seat in self.seats if seat.number != move.seat)
        tally.actions += 1
        tally.answered.append(self._answered_at - self._began)
        (tally.seen if move.entries == 1 else tally.heard).append(last - self._began)
        self.load.acted()
        if not self.load.paced:
            self._go(0.0)
            return
        self._due += PACE
        now = perf_counter()
        if self._due <= now:
            self._go(self._due)  # the server made it late, so its delay counts from when it was due
        else:
            self._wait()

    def _wait(self) -> None:
        """Wait until the next action is due."""
        self.idle = True
        self.load.drained()
        loop = asyncio.get_running_loop()
        loop.call_later(max(0.0, self._due - perf_counter()), self._go, 0.0)


class Load:
    """All tables of a run."""

    def __init__(self, opened: list[Opened], *, paced: bool) -> None:
        self.paced, self.stopping = paced, False
        self.keys = count(1)
        self.tally = Tally()
        self.total = 0
        """All actions so far that were acknowledged and seen by all."""
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._to_follow = SEATS * len(opened)
        self._goal = 0
        self._news = asyncio.Event()
        self.tables = [
            Table(self, table, PACE * number / len(opened)) for number, table in enumerate(opened)
        ]

    def fail(self, why: str) -> None:
        if not self.stopping and not self._failed.done():
            self._failed.set_exception(Failed(why))

    def _stumbled(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Let an exception in a callback end the run, instead of leaving it waiting."""
        self.fail(repr(context.get("exception") or context["message"]))

    def followed(self) -> None:
        self._to_follow -= 1
        if not self._to_follow:
            self._news.set()

    def acted(self) -> None:
        self.total += 1
        if self.total == self._goal:
            self._news.set()

    def drained(self) -> None:
        if self.stopping and all(table.idle for table in self.tables):
            self._news.set()

    async def follow(self, host: str, port: int) -> None:
        """Open every stream, and wait for the whole table that each begins with."""
        asyncio.get_running_loop().set_exception_handler(self._stumbled)
        self._news.clear()
        for start in range(0, len(self.tables), 50):
            some = self.tables[start : start + 50]
            await asyncio.gather(*(table.follow(host, port) for table in some))
        await self._wait(DRAIN_SECONDS)

    def begin(self) -> None:
        for table in self.tables:
            table.begin()

    async def play(self, seconds: float) -> None:
        """Let the tables play for this long; raise ``Failed`` as soon as something goes wrong."""
        await asyncio.wait([self._failed], timeout=seconds)
        if self._failed.done():
            self._failed.result()

    async def play_until(self, actions: int, seconds: float) -> None:
        self._goal = actions
        self._news.clear()
        await self._wait(seconds)

    async def stop(self, seconds: float = DRAIN_SECONDS) -> None:
        """Start no new actions, and wait for those under way."""
        self.stopping = True
        self._news.clear()
        self.drained()
        await self._wait(seconds)
        newest = [{seat.version for seat in table.seats} for table in self.tables]
        if any(len(versions) > 1 for versions in newest):
            raise Failed("seats of one table have not seen the same")

    def close(self) -> None:
        self.stopping = True
        for table in self.tables:
            for seat in table.seats:
                seat.asker.close()
                seat.streamer.close()

    async def _wait(self, seconds: float) -> None:
        news: asyncio.Future[Any] = asyncio.ensure_future(self._news.wait())
        failed: asyncio.Future[Any] = self._failed
        done, _ = await asyncio.wait(
            [news, failed], timeout=seconds, return_when=asyncio.FIRST_COMPLETED
        )
        news.cancel()
        if failed in done:
            failed.result()
        if not done:
            stuck = sum(not table.idle for table in self.tables)
            raise Failed(
                f"{stuck} of {len(self.tables)} tables wait for an answer, or for a stream to "
                f"bring what was answered, after {seconds:g} s"
            )
