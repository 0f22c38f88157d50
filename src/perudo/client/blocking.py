"""A seat at a live table, for programs that wait: scripts and simple bots."""

import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack
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


class Table(Commands[Json]):
    """A seat at a live table: ``Table.join``, ``Table.open`` and ``Table.watch`` make one.

    ``Table.again(key)`` takes an earlier seat again. See docs/client.md.
    """

    def __init__(self, seat: TableSeat, http: httpx.Client) -> None:
        super().__init__(seat)
        self._http = http

    @classmethod
    def join(
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
        return cls._made(join_steps(address, code, name, folder, Manner(lang, patience)))

    @classmethod
    def open(
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
        return cls._made(open_steps(address, name, folder, settings, Manner(lang, patience)))

    @classmethod
    def watch(
        cls, address: str, code: str, *, lang: str | None = None, patience: float = PATIENCE
    ) -> Self:
        """Watch a table without sitting down."""
        return cls._made(watch_steps(address, code, Manner(lang, patience)))

    @classmethod
    def again(cls, key: SeatKey, *, lang: str | None = None, patience: float = PATIENCE) -> Self:
        """Take an earlier seat again."""
        table = cls(TableSeat(key, Manner(lang, patience)), httpx.Client(timeout=ANSWER))
        table.look()
        return table

    @classmethod
    def _made(cls, steps: Steps[TableSeat]) -> Self:
        http = httpx.Client(timeout=ANSWER)
        try:
            return cls(_Runner(http).run(steps), http)
        except BaseException:
            http.close()
            raise

    def send(self, what: str, **body: Any) -> Json:
        return self._run(self._seat.send_steps(what, body))

    def look(self) -> TableState:
        """Ask for the table as it is now."""
        return self._run(self._seat.look_steps())

    def record(self, match: int | None = None) -> bytes:
        """Return a finished match as a record, in the form that people read."""
        return self._run(self._seat.record_steps(match))

    def check(self, match: int | None = None) -> DiceCheck:
        """Check every die of a finished match, and what this client was shown."""
        return self._run(self._seat.check_steps(match))

    def follow(self) -> Iterator[Update]:
        """Yield an update now and whenever something happens, until the table is closed.

        It reconnects by itself, and takes part in the dice whenever it is asked for the next
        update. The table waits three seconds for a seat's share and then goes on without it.
        """
        with ExitStack() as stack:
            yield from _Runner(self._http, stack).updates(self._seat.follow_steps())

    def _run(self, steps: Steps[Value]) -> Value:
        return _Runner(self._http).run(steps)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()


class _Runner:
    """Carries out steps, one after the other."""

    def __init__(self, http: httpx.Client, streams: ExitStack | None = None) -> None:
        self._http = http
        self._streams = streams or ExitStack()
        self._lines: Iterator[str] = iter(())

    def run(self, steps: Steps[Value]) -> Value:
        result: Any = None
        problem: LineDown | None = None
        while True:
            try:
                step = steps.send(result) if problem is None else steps.throw(problem)
            except StopIteration as end:
                value: Value = end.value
                return value
            result, problem = self._tried(step)

    def updates(self, steps: Generator[Step | Update, Any, None]) -> Iterator[Update]:
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
                result, problem = self._tried(step)

    def _tried(self, step: Step) -> tuple[Any, LineDown | None]:
        try:
            return self._done(step), None
        except httpx.TransportError as error:
            return None, LineDown(str(error) or type(error).__name__)

    def _done(self, step: Step) -> Any:
        match step:
            case Request(method, url, headers, body):
                answer = self._http.request(method, url, json=body, headers=headers)
                return Answer(answer.status_code, answer.headers, answer.content)
            case OpenStream(url, headers):
                return self._open(url, headers)
            case NextLine():
                return next(self._lines, None)
            case Pause(seconds):
                return time.sleep(seconds)

    def _open(self, url: str, headers: dict[str, str]) -> Answer:
        self._streams.close()
        answer = self._streams.enter_context(
            self._http.stream("GET", url, headers=headers, timeout=STREAM)
        )
        self._lines = answer.iter_lines()
        content = answer.read() if answer.is_error else b""
        return Answer(answer.status_code, answer.headers, content)
