"""Many clients at many tables: they play, chat, follow streams, and record all that they get."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from types import TracebackType
from typing import Any, NamedTuple, Self

from testkit.server.ledger import FollowedStream, Ledger, Sent, version_of
from testkit.server.wire import Answer, Line, Lost, stream_lines

AGAIN_SECONDS = 0.1
"""Pause before a request that was lost or answered "not now" is sent again."""
LONGEST = 40.0
"""Most seconds to wait for the crowd to get something done."""
AT_ONCE = 20
"""Tables that are opened at the same time."""
NAMES = ("Ana", "Beto", "Carla", "Dario", "Elena", "Félix")


class Place(NamedTuple):
    """A table of the crowd.

    Each seat has two connections: one in ``lines`` to play on, one in ``chatter`` for requests
    sent at the same time.
    """

    table: str
    tokens: tuple[str, ...]
    lines: tuple[Line, ...]
    chatter: tuple[Line, ...]


class Crowd:
    """Clients of the servers at ``ports``: seat 0 uses the first, seat 1 the next, and so on."""

    def __init__(self, ports: Sequence[int], seed: int = 1, *, chat: float = 0.2) -> None:
        self.ports, self.ledger, self.places = tuple(ports), Ledger(), list[Place]()
        self.stubborn = False
        """Whether lost requests are sent again, with the same key, until they are answered."""
        self.hasty = 0.0
        """The share of turns in which a client sends two actions at once."""
        self.chat = chat
        """The share of the other turns in which somebody also chats."""
        self.rest = 0.0
        """Seconds between two actions at a table."""
        self.moved: Counter[str] = Counter()
        """Actions granted at each table."""
        self._random = Random(seed)
        self._run = f"{seed}-{time.time_ns() % 10**9}"
        self._keys = 0
        self._news = asyncio.Condition()
        self._following: list[asyncio.Task[None]] = []

    # Setting up.

    async def sit_down(self, tables: int, seats: int = 4, **settings: object) -> None:
        line = Line(self.ports[0])
        tokens = [(await line.ask("POST", "/api/guests")).json()["token"] for _ in range(seats)]
        line.close()
        quick: dict[str, object] = {"pause_ms": 0, "pace_ms": 0, "hearing_ms": 0, **settings}
        rest = tables
        while rest:
            batch = min(rest, AT_ONCE)
            opened = (self._open(tuple(tokens), {"seats": seats, **quick}) for _ in range(batch))
            self.places += await asyncio.gather(*opened)
            rest -= batch

    async def _open(self, tokens: tuple[str, ...], settings: dict[str, object]) -> Place:
        line = Line(self.ports[0])
        answer = await line.ask("POST", "/api/tables", tokens[0], {"name": NAMES[0], **settings})
        assert answer.status == 201, answer
        table = str(answer.json()["table"])
        for seat, token in enumerate(tokens[1:], 1):
            sat = await line.ask(
                "POST", f"/api/tables/{table}/sit", token, {"name": NAMES[seat], "seat": seat}
            )
            assert sat.status == 200, sat
        started = await line.ask("POST", f"/api/tables/{table}/start", tokens[0], {})
        assert started.status == 200, started
        line.close()
        own, other = (
            tuple(Line(self.port_of(seat)) for seat in range(len(tokens))) for _ in range(2)
        )
        return Place(table, tokens, own, other)

    def port_of(self, seat: int) -> int:
        return self.ports[seat % len(self.ports)]

    # Playing.

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Play all tables meanwhile; a table stops after a lost request, unless stubborn."""
        enough = asyncio.Event()
        tables = [asyncio.create_task(self._keep_on(place, enough)) for place in self.places]
        try:
            yield
            enough.set()
            async with asyncio.timeout(LONGEST):
                await asyncio.gather(*tables)
        finally:
            for task in tables:
                task.cancel()
            await asyncio.gather(*tables, return_exceptions=True)

    async def _keep_on(self, place: Place, until: asyncio.Event) -> None:
        seat = 0
        while not until.is_set():
            try:
                seat = await self.step(place, seat)
                if self.rest:
                    await asyncio.sleep(self.rest)
            except Lost:
                if not self.stubborn:
                    return
                await asyncio.sleep(AGAIN_SECONDS)

    async def moved_on(self, actions: int, seconds: float = LONGEST) -> None:
        """Wait until the crowd has done this many more actions."""
        enough = self.moved.total() + actions
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(lambda: self.moved.total() >= enough)

    async def one_more_each(self) -> list[str]:
        """Play one more action at every table; return the tables where that failed."""
        gathered = await asyncio.gather(*(self._one_more(place) for place in self.places))
        return [
            place.table for place, moved in zip(self.places, gathered, strict=True) if not moved
        ]

    async def _one_more(self, place: Place) -> bool:
        before, seat = self.moved[place.table], 0
        for _ in range(8):  # when a match is over, a rematch and a start come first
            seat = await self.step(place, seat)
            if self.moved[place.table] > before:
                return True
        return False

    async def step(self, place: Place, guess: int) -> int:
        """Play one action of the seat in turn, and return the seat that is likely to be next.

        ``guess`` is the seat likely to be in turn: where it is right, one look at the table is
        enough.
        """
        seen = await self.look(place, guess)
        if not seen["on"]:
            await self.send(place, 0, "rematch", {})
            await self.send(place, 0, "start", {})
            return 0
        seat = int(seen["game"]["turn"])
        if seat != seen["seat"]:
            seen = await self.look(place, seat)
            if not seen["on"] or seen["game"]["turn"] != seat:
                return seat  # a client of the other server has acted meanwhile
        requests = [self.send(place, seat, "act", self._action(seen))]
        if self._random.random() < self.hasty:
            requests.append(
                self.send(place, seat, "act", self._action(seen), line=place.chatter[seat])
            )
        elif self._random.random() < self.chat:
            speaker = self._random.randrange(len(place.tokens))
            text: dict[str, object] = {"text": f"{seen['version']}?"}
            requests.append(self.send(place, speaker, "chat", text, line=place.chatter[speaker]))
        answers = await asyncio.gather(*requests, return_exceptions=True)
        for answer in answers:
            if isinstance(answer, BaseException):
                raise answer
        if isinstance(answers[0], Answer) and answers[0].status == 200:
            self.moved[place.table] += 1
            async with self._news:
                self._news.notify_all()
        return (seat + 1) % len(place.tokens)

    async def look(self, place: Place, seat: int, *, line: Line | None = None) -> dict[str, Any]:
        """Return the table as this seat sees it; uses the seat's own connection by default.

        Give another ``line`` while somebody plays on that connection.
        """
        while True:
            path = f"/api/tables/{place.table}"
            answer = await (line or place.lines[seat]).ask("GET", path, place.tokens[seat])
            if answer.status == 200:
                seen: dict[str, Any] = answer.json()
                return seen
            if answer.status != 503:
                raise AssertionError(f"a look was answered {answer.status} {answer.body[:200]!r}")
            self.ledger.reasons[answer.json()["refusal"]["reason"]] += 1
            await asyncio.sleep(AGAIN_SECONDS)

    def _action(self, seen: dict[str, Any]) -> dict[str, object]:
        options = seen["game"]["legal"]
        limits = options["bids"] or ()
        bids = [(lim[0], face) for face, lim in enumerate(limits, 1) if lim is not None]
        if options["dudo"] and (not bids or self._random.random() < 0.2):
            return {"call": "dudo", "version": seen["version"]}
        return {"bid": self._random.choice(bids), "version": seen["version"]}

    async def send(
        self,
        place: Place,
        seat: int,
        what: str,
        body: dict[str, object],
        *,
        line: Line | None = None,
    ) -> Answer:
        """Send a request with a new key until it is granted or refused.

        Raises ``Lost`` if the connection breaks and the crowd is not stubborn.
        """
        self._keys += 1
        key = f"{self._run}-{self._keys}"
        path = f"/api/tables/{place.table}/{what}"
        sent = Sent(key, place.table, seat, place.tokens[seat], path, {**body, "key": key})
        self.ledger.ask(sent)
        return await self.resend(sent, line or place.lines[seat])

    async def resend(self, sent: Sent, line: Line) -> Answer:
        while True:
            try:
                answer = await line.ask("POST", sent.path, sent.token, sent.body)
                if self.ledger.note(sent, answer):
                    return answer
            except Lost:
                if not self.stubborn:
                    raise
            await asyncio.sleep(AGAIN_SECONDS)

    async def settle(self, sample: int) -> int:
        """Send all unanswered requests again, and ``sample`` of the answered ones.

        Returns how many were unanswered.
        """
        unanswered = list(self.ledger.unanswered.values())
        answered = [sent for sent, _ in self.ledger.answered.values()]
        again = unanswered + self._random.sample(answered, min(sample, len(answered)))
        lines = [Line(self.port_of(number)) for number in range(AT_ONCE)]
        shares = (self._send_all(again[n::AT_ONCE], line) for n, line in enumerate(lines))
        await asyncio.gather(*shares)
        for line in lines:
            line.close()
        return len(unanswered)

    async def _send_all(self, share: list[Sent], line: Line) -> None:
        for sent in share:
            await self.resend(sent, line)

    # Listening.

    def follow(
        self, ports: Sequence[int] | None = None, seats: Sequence[int | None] | None = None
    ) -> None:
        """Follow streams of all tables from these servers, by default from the first.

        ``seats`` are the seats to follow at each table, with None for an onlooker. By default it
        is one seat a table, another one at each.
        """
        for port in ports or self.ports[:1]:
            for number, place in enumerate(self.places):
                for seat in [number % len(place.tokens)] if seats is None else seats:
                    heard = FollowedStream(
                        port, place.table, None if seat is None else place.tokens[seat]
                    )
                    self.ledger.streams.append(heard)
                    self._following.append(asyncio.create_task(self._listen(heard)))

    async def _listen(self, heard: FollowedStream) -> None:
        while True:
            path = f"/api/tables/{heard.table}/stream.ndjson?after={heard.last}"
            try:
                async for line in stream_lines(heard.port, path, heard.token):
                    heard.times.append(time.perf_counter())
                    heard.frames.append(line)
                    heard.last = version_of(line)
                heard.ended += 1
            except Lost:
                heard.lost += 1
            await asyncio.sleep(AGAIN_SECONDS)

    async def caught_up(self, seconds: float = 20.0) -> bool:
        """Wait until every stream has the newest entry of its table; return whether all have."""
        line = Line(self.ports[0])
        heads: dict[str, int] = {}
        give_up = time.monotonic() + seconds
        behind = list(self.ledger.streams)
        while behind and time.monotonic() < give_up:
            for heard in behind:
                if heard.table not in heads:
                    answer = await line.ask("GET", f"/api/tables/{heard.table}")
                    heads[heard.table] = int(answer.json()["version"])
            behind = [heard for heard in behind if heard.last < heads[heard.table]]
            if behind:
                await asyncio.sleep(AGAIN_SECONDS)
        line.close()
        return not behind

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for task in self._following:
            task.cancel()
        await asyncio.gather(*self._following, return_exceptions=True)
        for place in self.places:
            for line in (*place.lines, *place.chatter):
                line.close()
