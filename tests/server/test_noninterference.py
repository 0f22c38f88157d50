"""The bytes that a seat and an onlooker receive do not depend on the dice of others.

The same match is played twice with the same secrets, clock and requests. Only one thing differs:
the dice of the others, or whether seat 3 claims calza in a hearing that is still open. Until the
showdown every byte that seat 0 and an onlooker receive must be the same.
"""

import threading
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from perudo.records import fair_dice
from testkit.server.held import held_server
from testkit.serving import JSON

SEATS, DICE = 4, 3
CARL, DORA = 2, 3


class Wire:
    """A guest's client that keeps every byte it receives."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=10)
        self.client.headers["host"] = "perudo.example"
        self.token = self.client.post("/api/guests", headers=JSON).json()["token"]
        self.client.cookies.clear()
        self.client.headers["authorization"] = f"Bearer {self.token}"
        self.received: list[bytes] = []

    def _keep(self, answer: httpx.Response) -> httpx.Response:
        head = [f"{name}: {value}".encode() for name, value in sorted(answer.headers.items())]
        self.received += [str(answer.status_code).encode(), *head, answer.content]
        self.client.cookies.clear()
        return answer

    def get(self, path: str) -> httpx.Response:
        return self._keep(self.client.get(path))

    def post(self, path: str, **body: object) -> httpx.Response:
        return self._keep(self.client.post(path, json=body))


class Listening:
    """A stream whose bytes are kept."""

    def __init__(self, wire: Wire, path: str) -> None:
        self.got = b""
        self._news = threading.Condition()
        thread = threading.Thread(target=self._read, args=(wire, path), daemon=True)
        thread.start()
        self.wait_for(b"version")

    def _read(self, wire: Wire, path: str) -> None:
        try:
            with wire.client.stream("GET", path, timeout=None) as answer:
                for chunk in answer.iter_raw():
                    with self._news:
                        self.got += chunk
                        self._news.notify_all()
        except httpx.HTTPError:
            return

    def wait_for(self, piece: bytes) -> bytes:
        with self._news:
            assert self._news.wait_for(lambda: piece in self.got, 10), self.got
            return self.got


class Run:
    """Plays the match, and keeps what was received before the call and after it."""

    def __init__(self, folder: Path, *, claim: bool = False) -> None:
        site = "http://perudo.example"
        with held_server(folder, Random(7).randbytes, public_url=site) as server:
            url = server.url
            people = [Wire(url) for _ in range(SEATS)]
            onlooker = Wire(url)
            opened = people[0].post(
                "/api/tables", name="Ann", seats=SEATS, dice=DICE, options=["calza"],
                listed=True, turn_seconds=60,
            )  # fmt: skip
            self.table = opened.json()["table"]
            path = f"/api/tables/{self.table}"
            for seat, name in enumerate(("Bea", "Carl", "Dora"), 1):
                people[seat].post(f"{path}/sit", name=name)
            streams = [
                Listening(people[0], f"{path}/stream"),
                Listening(people[0], f"{path}/stream.ndjson"),
                Listening(onlooker, f"{path}/stream"),
                Listening(onlooker, f"{path}/stream.ndjson?after=1"),
                Listening(people[0], f"/t/{self.table}/live"),
                Listening(onlooker, f"/t/{self.table}/live?lang=fr"),
            ]
            people[0].post(f"{path}/start", toucan=0)
            watching = (people[0], onlooker)

            def look_around() -> int:
                version: int = people[1].client.get(path).json()["version"]
                for wire in watching:
                    wire.get(path)
                    wire.get(f"/t/{self.table}")
                    wire.get(f"/t/{self.table}/pieces")
                    wire.post(f"{path}/act", bid=[1, 2], version=version - 1)
                    wire.post(f"{path}/act", bid=[1, 2], version=version + 1)
                    wire.post(f"{path}/act", call="calza", answers=[9, 6], version=version)
                    wire.get(f"{path}/record")
                    wire.get("/api/tables")
                return version

            bids = [[1, 2], [2, 2], [2, 5], [3, 5], [3, 6], [4, 6]]
            for number, bid in enumerate(bids):
                version = look_around()
                people[number % SEATS].post(
                    f"{path}/act", bid=bid, version=version, key=f"k{number}"
                )
            if claim:
                call = {"call": "calza", "answers": bids[-1], "version": look_around()}
                heard = people[DORA].post(f"{path}/act", **call)
                assert heard.json()["events"][0]["event"] == "calza-claimed"
            else:
                look_around()
            version = look_around()
            people[1].post(f"{path}/chat", text="well?")
            look_around()
            for stream in streams:
                stream.wait_for(b"well?")
            self.before = [b"\n".join(wire.received) for wire in watching]
            self.before += [stream.got for stream in streams]
            people[CARL].post(f"{path}/act", call="dudo", version=version)
            self.after = [stream.wait_for(b"showdown") for stream in streams]


def same_before_the_showdown(one: Run, other: Run) -> None:
    assert one.table == other.table
    for mine, theirs in zip(one.before, other.before, strict=True):
        assert mine == theirs
    # The test could see a difference: once the cups are up, the two matches do differ.
    for mine, theirs in zip(one.after, other.after, strict=True):
        assert mine != theirs


def other_cups(*facts: Any) -> tuple[tuple[int, ...], ...]:
    """Return the derived cups with other dice in all but the first."""
    first, *others = fair_dice.cups(*facts)
    return (first, *(tuple(sorted(7 - die for die in cup)) for cup in others))


class OtherDice:
    """The module that derives dice, with other dice for everybody but seat 0."""

    def __getattr__(self, name: str) -> object:
        return other_cups if name == "cups" else getattr(fair_dice, name)


def test_until_the_showdown_other_dice_change_no_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Run(tmp_path / "one")
    monkeypatch.setattr("perudo.table.live.rounds.fair_dice", OtherDice())
    same_before_the_showdown(one, Run(tmp_path / "other"))


def test_until_the_showdown_a_sealed_claim_changes_no_byte(tmp_path: Path) -> None:
    """No version, refusal or frame reveals that somebody has claimed calza."""
    same_before_the_showdown(Run(tmp_path / "one"), Run(tmp_path / "other", claim=True))


def test_the_check_notices_a_leaked_die(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a leak put in, the two runs differ before the showdown."""
    monkeypatch.setattr("perudo.table.live.audience.redact", lambda event, _seat: event)
    with pytest.raises(AssertionError):
        test_until_the_showdown_other_dice_change_no_byte(tmp_path, monkeypatch)
