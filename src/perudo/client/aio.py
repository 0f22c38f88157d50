"""A seat at a live table, for programs on an event loop: apps, and bots at many tables."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Generator
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from perudo.client.commands import Commands
from perudo.client.seat import (
    PATIENCE,
    DiceCheck,
    Manner,
    SeatKey,
    TableSeat,
    Update,
    join_steps,
    open_steps,
    watch_steps,
)
from perudo.client.state import Json, TableState
from perudo.client.steps import Answer, LineDown, NextLine, OpenStream, Pause, Request, Step, Steps
from perudo.client.timeouts import ANSWER, STREAM

Value = TypeVar("Value")


class AsyncTable(Commands[Coroutine[Any, Any, Json]]):
    """The same as ``Table``; whatever asks the server is awaited."""

    def __init__(self, seat: TableSeat, http: httpx.AsyncClient) -> None:
        super().__init__(seat)
        self._http = http

    @classmethod
    async def join(
        cls,
        address: str,
        code: str,
        name: str,
        *,
        folder: Path | None = None,
        lang: str | None = None,
        patience: float = PATIENCE,
    ) -> Self:
        """Sit down at the table with this code."""
        return await cls._made(join_steps(address, code, name, folder, Manner(lang, patience)))

    @classmethod
    async def open(
        cls,
        address: str,
        name: str,
        *,
        folder: Path | None = None,
        lang: str | None = None,
        patience: float = PATIENCE,
        **settings: Any,
    ) -> Self:
        """Open a table and sit down as its host; settings as in docs/live-tables.md."""
        return await cls._made(open_steps(address, name, folder, settings, Manner(lang, patience)))

    @classmethod
    async def watch(
        cls, address: str, code: str, *, lang: str | None = None, patience: float = PATIENCE
    ) -> Self:
        """Watch a table without sitting down."""
        return await cls._made(watch_steps(address, code, Manner(lang, patience)))

    @classmethod
    async def again(
        cls, key: SeatKey, *, lang: str | None = None, patience: float = PATIENCE
    ) -> Self:
        """Take an earlier seat again."""
        table = cls(TableSeat(key, Manner(lang, patience)), httpx.AsyncClient(timeout=ANSWER))
        await table.look()
        return table

    @classmethod
    async def _made(cls, steps: Steps[TableSeat]) -> Self:
        http = httpx.AsyncClient(timeout=ANSWER)
        try:
            return cls(await _Runner(http).run(steps), http)
        except BaseException:
            await http.aclose()
            raise

    async def send(self, what: str, **body: Any) -> Json:
        return await self._run(self._seat.send_steps(what, body))

    async def look(self) -> TableState:
        """Ask for the table as it is now."""
        return await self._run(self._seat.look_steps())

    async def record(self, match: int | None = None) -> bytes:
        """Return a finished match as a record, in the form that people read."""
        return await self._run(self._seat.record_steps(match))

    async def check(self, match: int | None = None) -> DiceCheck:
        """Check every die of a finished match, and what this client was shown."""
        return await self._run(self._seat.check_steps(match))

    async def follow(self) -> AsyncIterator[Update]:
        """Yield an update now and whenever something happens, until the table is closed.

        It reconnects by itself, and takes part in the dice whenever it is asked for the next
        update. The table waits three seconds for a seat's share and then goes on without it.
        """
        async with AsyncExitStack() as stack:
            async for update in _Runner(self._http, stack).updates(self._seat.follow_steps()):
                yield update

    async def _run(self, steps: Steps[Value]) -> Value:
        return await _Runner(self._http).run(steps)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self.close()


class _Runner:
    """Carries out steps, one after the other."""

    def __init__(self, http: httpx.AsyncClient, streams: AsyncExitStack | None = None) -> None:
        self._http = http
        self._streams = streams or AsyncExitStack()
        self._lines: AsyncIterator[str] | None = None

    async def run(self, steps: Steps[Value]) -> Value:
        result: Any = None
        problem: LineDown | None = None
        while True:
            try:
                step = steps.send(result) if problem is None else steps.throw(problem)
            except StopIteration as end:
                value: Value = end.value
                return value
            result, problem = await self._tried(step)

    async def updates(self, steps: Generator[Step | Update, Any, None]) -> AsyncIterator[Update]:
        result: Any = None
        problem: LineDown | None = None
        while True:
            try:
                step = steps.send(result) if problem is None else steps.throw(problem)
            except StopIteration:
                return
            if isinstance(step, Update):
                yield step
                result, problem = None, None
            else:
                result, problem = await self._tried(step)

    async def _tried(self, step: Step) -> tuple[Any, LineDown | None]:
        try:
            return await self._done(step), None
        except httpx.TransportError as error:
            return None, LineDown(str(error) or type(error).__name__)

    async def _done(self, step: Step) -> Any:
        match step:
            case Request(method, url, headers, body):
                answer = await self._http.request(method, url, json=body, headers=headers)
                return Answer(answer.status_code, answer.headers, answer.content)
            case OpenStream(url, headers):
                return await self._open(url, headers)
            case NextLine():
                assert self._lines is not None
                return await anext(self._lines, None)
            case Pause(seconds):
                return await asyncio.sleep(seconds)

    async def _open(self, url: str, headers: dict[str, str]) -> Answer:
        await self._streams.aclose()
        answer = await self._streams.enter_async_context(
            self._http.stream("GET", url, headers=headers, timeout=STREAM)
        )
        self._lines = answer.aiter_lines()
        content = await answer.aread() if answer.is_error else b""
        return Answer(answer.status_code, answer.headers, content)
