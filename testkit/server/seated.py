"""People at a table of a real server, and their streams and answers."""

import json
import socket
import sqlite3
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Protocol, Self

import httpx

from testkit.serving import Guest, Serving

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
Json = dict[str, Any]


class Served(Protocol):
    """A server, in its own process or in this one."""

    @property
    def url(self) -> str: ...

    @property
    def database(self) -> str: ...


class Sitting:
    """A table with a person on every chair and no pause between rounds; seat 0 is the host."""

    def __init__(
        self,
        server: Served,
        seats: int = 2,
        *,
        started: bool = True,
        toucan: int | None = None,
        **settings: object,
    ) -> None:
        self.server = server
        self.people = [Guest(server.url) for _ in range(seats)]
        wanted = {"pause_ms": 0, **settings}
        opened = self.people[0].open(name=NAMES[0], seats=seats, **wanted)
        self.table: str = opened["table"]
        self.code: str = opened["code"]
        for guest, name in zip(self.people[1:], NAMES[1:], strict=False):
            guest.ask(self.table, "sit", name=name)
        if started:
            self.people[0].ask(self.table, "start", toucan=toucan)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for guest in self.people:
            guest.close()
        if "onlooker" in self.__dict__:
            self.onlooker.close()

    @cached_property
    def onlooker(self) -> Guest:
        """A guest who has a token but no seat here."""
        return Guest(self.server.url)

    @property
    def version(self) -> int:
        return int(self.people[0].look(self.table)["version"])

    @property
    def turn(self) -> int:
        return int(self.people[0].look(self.table)["game"]["turn"])

    @property
    def mover(self) -> Guest:
        return self.people[self.turn]

    def after(self, steps: int) -> Guest:
        """Return the guest this many chairs clockwise from the seat in turn."""
        return self.people[(self.turn + steps) % len(self.people)]

    def bid(self) -> tuple[int, int]:
        """Make the lowest legal bid for the seat in turn, and return it."""
        answer = self.mover.act(self.table)
        made = next(e for e in answer["events"] if e["event"] == "bid-made")
        return made["bid"][0], made["bid"][1]

    def play_to_the_end(self) -> Json:
        """Play to the end, a bid and a dudo each round; return the table that an onlooker sees."""
        while (seen := self.onlooker.look(self.table))["winner"] is None:
            if seen["gathering"] is not None:
                self.give_links(seen)
                continue
            mover = self.people[seen["game"]["turn"]]
            mover.act(self.table, {"call": "dudo"} if seen["game"]["bids"] else None)
        return seen

    def give_links(self, seen: Json) -> None:
        """Reveal the links of all who pledged, for the coming round."""
        for guest, pledge in zip(self.people, seen["gathering"]["pledges"], strict=True):
            if pledge:
                guest.give_link(self.table)

    def log(self) -> list[Json]:
        """Return the events as stored in the database, with all that is secret."""
        return stored(self.server, self.table)


def stored(server: Served, table: str) -> list[Json]:
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as connection:
        rows = connection.execute(
            "SELECT seq, body FROM entries WHERE table_id = ? ORDER BY seq", (table,)
        ).fetchall()
    connection.close()
    return [{"seq": seq, **event} for seq, body in rows for event in json.loads(body)["events"]]


def sse(guest: Guest, table: str, last: int | str | None = None) -> Iterator[Json]:
    """Yield each server-sent event of a table's stream as a dict of its fields, read as JSON."""
    headers = {} if last is None else {"last-event-id": str(last)}
    path = f"/api/tables/{table}/stream"
    with guest.client.stream("GET", path, headers=headers) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        block: Json = {}
        for line in answer.iter_lines():
            if line:
                name, _, value = line.partition(": ")
                assert name in ("id", "data", "retry"), line
                block[name] = json.loads(value)
            elif block:
                yield block
                block = {}


class RawStream:
    """A stream on a plain socket, for tests that hold many of them open."""

    def __init__(
        self, server: Serving, table: str, headers: Mapping[str, str] | None = None
    ) -> None:
        self._socket = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        lines = [f"GET /api/tables/{table}/stream.ndjson HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._file = self._socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])

    def rest(self) -> bytes:
        """Return all that comes until the server ends the stream."""
        return self._file.read()

    def close(self) -> None:
        self._file.close()
        self._socket.close()


def as_refusal(answer: httpx.Response) -> Json:
    """Return the refusal in an answer, after checking that it has the form of all refusals."""
    body = answer.json()
    assert answer.headers["content-type"] == "application/json"
    assert set(body) == {"refusal", "version"}
    assert body["version"] is None or body["version"] >= 1
    refusal: Json = body["refusal"]
    assert isinstance(refusal["reason"], str)
    assert refusal["clause"]
    assert refusal["text"]
    return refusal
