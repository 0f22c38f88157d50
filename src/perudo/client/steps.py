"""What a client does, as steps that touch no network: the blocking and the async client run them.

Each function here is a generator. It yields the next step and is sent its result, so that both
clients share one order of things: asking again, reconnecting, catching up, the dice.
"""

import json
import secrets
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

from perudo.client.errors import NotPerudo, Refused, ServerAway
from perudo.client.state import Json

Value = TypeVar("Value")

FIRST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 2.0
_SERVER_GONE: Final = (502, 504)
"""A proxy answers with these when the server behind it is down."""
_TRY_LATER: Final = (429, 503)


@dataclass(frozen=True, slots=True)
class Request:
    """Send a request; the result is an ``Answer``."""

    method: str
    url: str
    headers: dict[str, str]
    body: Json | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    content: bytes


@dataclass(frozen=True, slots=True)
class OpenStream:
    """Open a stream; the result is its ``Answer``, without content unless it was refused."""

    url: str
    headers: dict[str, str]


@dataclass(frozen=True, slots=True)
class NextLine:
    """Read a line of the open stream; the result is None at its end."""


@dataclass(frozen=True, slots=True)
class Pause:
    seconds: float


Step: TypeAlias = Request | OpenStream | NextLine | Pause
Steps: TypeAlias = Generator[Step, Any, Value]


class LineDown(Exception):
    """A step failed because the connection broke, or could not be made."""


class Patience:
    """How long to go on asking a server that does not answer, with growing pauses."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.answered()

    def answered(self) -> None:
        self._until: float | None = None
        self._pause = FIRST_PAUSE

    def pause(self, problem: object, wait: float = 0.0) -> Pause:
        """Return the pause before asking again."""
        now = time.monotonic()
        if self._until is None:
            self._until = now + self._seconds
        pause = max(wait, self._pause)
        if now + pause > self._until:
            raise ServerAway(f"no answer for {self._seconds:g} seconds: {problem}")
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return Pause(pause)


def ask(request: Request, patience: float) -> Steps[Answer]:
    """Send a request until it is answered, and return an answer that is no refusal.

    A command has a key, so it is done once however often it is sent.
    """
    waiting = Patience(patience)
    while True:
        try:
            answer: Answer = yield request
        except LineDown as down:
            yield waiting.pause(down)
            continue
        again = why_again(answer)
        if again is None:
            return answer
        yield waiting.pause(*again)


def why_again(answer: Answer) -> tuple[object, float] | None:
    """Return why and after how long to ask again; None if the request was granted.

    A refusal for good is raised.
    """
    status = answer.status
    if status < 400:
        return None
    if status in _SERVER_GONE:
        return f"HTTP {status}", 0.0
    try:
        value = json.loads(answer.content)
        refused = Refused(status, value["refusal"], value.get("version"))
    except (ValueError, KeyError, TypeError):
        raise NotPerudo(f"this is no Perudo server: HTTP {status}") from None
    if status not in _TRY_LATER:
        raise refused
    after = answer.headers.get("retry-after", "")
    return refused, float(after) if after.isdecimal() else 0.0


def ask_json(request: Request, patience: float) -> Steps[Any]:
    answer = yield from ask(request, patience)
    try:
        return json.loads(answer.content)
    except ValueError:
        raise NotPerudo(f"{request.url} is no Perudo server") from None


def with_key(body: Mapping[str, Any]) -> Json:
    """Return the body of a command, with a key unless it has one; what is None is left out."""
    given = {name: value for name, value in body.items() if value is not None}
    return {"key": secrets.token_urlsafe(12), **given}
