"""A seat at a live table: what the blocking and the async client have in common."""

import json
import re
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

from perudo.client.chain import Chains, new_chain, pledge_of
from perudo.client.errors import NotPerudo, Refused
from perudo.client.following import Follower
from perudo.client.part import Part
from perudo.client.state import Json, TableState, read_table
from perudo.client.steps import (
    Answer,
    LineDown,
    NextLine,
    OpenStream,
    Patience,
    Request,
    Step,
    Steps,
    ask,
    ask_json,
    why_again,
    with_key,
)
from perudo.engine.actions import Action
from perudo.engine.refusals import Refusal
from perudo.engine.view import View
from perudo.records.client_notes import NoteCheck, compare
from perudo.records.proof import Check, verify
from perudo.records.replay import read_record, replayed

_TABLE_ID: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")
PATIENCE: Final = 60.0
"""How many seconds a client goes on asking a server that does not answer."""


@dataclass(frozen=True, slots=True)
class Update:
    """Something happened: ``events`` are what is new, ``table`` is the table after them.

    The first update has no events: it shows the table as it was found.
    """

    table: TableState
    events: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class DiceCheck:
    """Whether the dice of a finished match follow from what was fixed before each deal."""

    checks: tuple[Check, ...]
    notes: tuple[NoteCheck, ...]
    """The record compared with what this client was shown; empty if it took no part."""

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks) and all(note.ok for note in self.notes)


@dataclass(frozen=True, slots=True)
class SeatKey:
    """What opens a seat again, from another process too. ``token`` is a secret of the player's.

    ``folder`` keeps the seat's hash chains and notes; without one they are gone with the process,
    and the seat pledges anew when it comes back.
    """

    address: str
    table: str
    token: str | None = None
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Manner:
    """How a client asks: the language of refusals, and how long it waits for a server."""

    lang: str | None = None
    patience: float = PATIENCE


class TableSeat:
    """A seat, or an onlooker's place, without the network. Its methods are steps to be run."""

    def __init__(self, key: SeatKey, manner: Manner) -> None:
        # The id comes from the server, and names files of ours.
        if not _TABLE_ID.fullmatch(key.table):
            raise NotPerudo(f"a table cannot be called {key.table[:40]!r}")
        self.key, self.manner = key, manner
        self.state: TableState | None = None
        chains, notes = None, None
        if key.folder is not None:
            key.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            chains = key.folder / f"{key.table}.chains"
            notes = key.folder / f"{key.table}.kept.jsonl"
        self.part = Part(Chains(chains), notes)
        self._headers = headers(key.token, manner.lang)
        self._follower = Follower()
        self._newest = 0
        """The version that our own latest command led to."""
        self.on_line: Callable[[bool], None] | None = None

    def _url(self, what: str = "") -> str:
        return "/".join(filter(None, (f"{self.key.address}/api/tables/{self.key.table}", what)))

    @property
    def view(self) -> View | None:
        """The match as this seat sees it, for bots: it follows the updates; None before a match."""
        return self._follower.view(None if self.state is None else self.state.seat)

    def refusal(self, action: Action) -> Refusal | None:
        """Why this seat may not take the action now, by the rules; the table may know more."""
        return self._follower.refusal(None if self.state is None else self.state.seat, action)

    def _line(self, up: bool) -> None:
        if self.on_line is not None:
            self.on_line(up)

    def look_steps(self) -> Steps[TableState]:
        request = Request("GET", self._url(), self._headers)
        value = yield from ask_json(request, self.manner.patience)
        self.state = read_state(value)
        return self.state

    def send_steps(self, what: str, body: Json) -> Steps[Json]:
        request = Request("POST", self._url(what), self._headers, with_key(body))
        answer: Json = yield from ask_json(request, self.manner.patience)
        with as_perudo():
            self._newest = max(self._newest, answer["version"])
        return answer

    def record_steps(self, match: int | None) -> Steps[bytes]:
        url = self._url("record") + ("" if match is None else f"?match={match}")
        answer = yield from ask(Request("GET", url, self._headers), self.manner.patience)
        return answer.content

    def check_steps(self, match: int | None) -> Steps[DiceCheck]:
        record = read_record((yield from self.record_steps(match)))
        replayed(record)
        return DiceCheck(verify(record), tuple(compare(record, self.part.notes())))

    def follow_steps(self) -> Generator[Step | Update, Any, None]:
        """Follow the table until it is closed: no event is left out, and none comes twice.

        The table that we ask for is often ahead of the stream. Its update waits for the events
        that are still on their way, so that table, events and view always belong together.
        """
        patience = Patience(self.manner.patience)
        after, begun = 0, False
        news: tuple[Json, ...] = ()
        while True:
            problem: object = "the stream ended"
            table = yield from self._look_and_take_part(current=True)
            if table.version < after:  # a backup was put back
                after, begun, news, self._follower, self._newest = 0, False, (), Follower(), 0
            try:
                yield from self._open_stream(after, patience)
                self._line(True)
                while (line := (yield NextLine())) is not None:
                    patience.answered()
                    if not line.strip():  # a heartbeat
                        continue
                    with as_perudo():
                        frame = json.loads(line)
                        version, events = frame["version"], frame.get("events")
                        after = max(after, version)
                        self._follower.follow(events or ())
                    if events is None:  # the server is behind us: begin again
                        break
                    news += tuple(events)
                    if max(version, self._newest) > table.version or _own_claim(events):
                        table = yield from self._look_and_take_part()
                    if version < table.version:
                        continue
                    yield Update(table, news if begun else ())
                    begun, news = True, ()
                    if table.closed:
                        return
            except LineDown as down:
                problem = down
            self._line(False)
            yield patience.pause(problem)

    def _open_stream(self, after: int, patience: Patience) -> Steps[None]:
        url = f"{self._url('stream.ndjson')}?after={after}"
        while True:
            answer: Answer = yield OpenStream(url, self._headers)
            again = why_again(answer)
            if again is None:
                return
            yield patience.pause(*again)

    def _look_and_take_part(self, *, current: bool = False) -> Steps[TableState]:
        """Look at the table, and do what it asks of a client that takes part in the dice."""
        table = yield from self.look_steps()
        duty = self.part.duty(table, current=current)
        if duty is not None:
            try:
                yield from self.send_steps(duty.what, duty.body)
            except Refused:
                # Too late, or not at this table: it goes on without this seat's share, and says so.
                self.part.refused(duty)
        return table


def _own_claim(events: Iterable[Json]) -> bool:
    """Whether this seat has claimed calza, which moves no version."""
    return any(event["event"] == "calza-claimed" for event in events)


def find_table(address: str, code: str, manner: Manner) -> Steps[Json]:
    """Look a table up by its code or id."""
    url = f"{address}/api/tables/{quote(code, safe='')}"
    table: Json = yield from ask_json(
        Request("GET", url, headers(None, manner.lang)), manner.patience
    )
    return table


def new_guest(address: str, manner: Manner) -> Steps[str]:
    """Become a guest first, so that sitting down can be sent again and is done once."""
    request = Request("POST", f"{address}/api/guests", headers(None, manner.lang), {})
    answer = yield from ask_json(request, manner.patience)
    with as_perudo():
        token: str = answer["token"]
    return token


def join_steps(address: str, code: str, name: str, folder: Path | None, manner: Manner) -> (
    Steps[TableSeat]
):  # fmt: skip
    address = server_address(address)
    found = yield from find_table(address, code, manner)
    token = yield from new_guest(address, manner)
    seat = TableSeat(SeatKey(address, table_id(found), token, folder), manner)
    yield from seat.send_steps("sit", {"name": name, "pledge": seat.part.chains.pledge_anew()})
    yield from seat.look_steps()
    return seat


def open_steps(
    address: str, name: str, folder: Path | None, settings: Json, manner: Manner
) -> Steps[TableSeat]:
    address = server_address(address)
    token = yield from new_guest(address, manner)
    chain = new_chain()
    body = with_key({"name": name, "pledge": pledge_of(chain), **settings})
    request = Request("POST", f"{address}/api/tables", headers(token, manner.lang), body)
    opened = yield from ask_json(request, manner.patience)
    seat = TableSeat(SeatKey(address, table_id(opened), token, folder), manner)
    seat.part.chains.add(chain)
    yield from seat.look_steps()
    return seat


def watch_steps(address: str, code: str, manner: Manner) -> Steps[TableSeat]:
    address = server_address(address)
    found = yield from find_table(address, code, manner)
    seat = TableSeat(SeatKey(address, table_id(found)), manner)
    seat.state = read_state(found)
    return seat


def read_state(value: Json) -> TableState:
    with as_perudo():
        return read_table(value)


def table_id(value: Json) -> str:
    with as_perudo():
        return str(value["table"])


@contextmanager
def as_perudo() -> Iterator[None]:
    """Report what no Perudo server would say in one line, whatever is wrong with it."""
    try:
        yield
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise NotPerudo(f"this server says what this client cannot read: {error!r}") from None


def server_address(text: str) -> str:
    """Return the address of a server as people type it: ``localhost:8000``, or a table's link."""
    parts = urlsplit(text if "//" in text else f"http://{text}")
    return f"{parts.scheme}://{parts.netloc}"


def headers(token: str | None, lang: str | None) -> dict[str, str]:
    found = {"content-type": "application/json"}
    if token is not None:
        found["authorization"] = f"Bearer {token}"
    if lang is not None:
        found["accept-language"] = lang
    return found
