"""Play with whoever is here: people who press at the same moment find each other."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path
from secrets import token_bytes
from time import monotonic
from typing import Any

import httpx
import pytest

from perudo.server.audit import audit
from perudo.server.limits import LOBBY_PER_MINUTE
from perudo.server.open_lobby import OpenLobby
from perudo.server.storage import Store
from perudo.server.tables import Tables
from perudo.table.live.commands import Sit
from perudo.table.live.outside import SystemOutside
from testkit.services import Postgres
from testkit.serving import Guest, Serving
from testkit.threads import run_apart


@pytest.fixture
def lobby(tmp_path: Path) -> Iterator[Serving]:
    """A server whose lobby is empty."""
    with Serving(f"sqlite:///{tmp_path}/tables.db") as serving:
        yield serving


@pytest.fixture(params=["one process", "two processes"])
def any_lobby(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Serving]:
    if request.param == "one process":
        url, flags = f"sqlite:///{tmp_path}/tables.db", tuple[str, ...]()
    else:
        server: Postgres = request.getfixturevalue("postgres")
        url, flags = server.new_database(), ("--workers", "2")
    with Serving(url, *flags) as serving:
        yield serving


def press(guest: Guest, **body: object) -> dict[str, Any]:
    answer = guest.post("/api/lobby", **{"name": "Player", **body})
    assert answer.status_code == 200, answer.text
    seated: dict[str, Any] = answer.json()
    return seated


def test_eight_who_press_at_once_fill_two_tables(any_lobby: Serving) -> None:
    guests = [Guest(any_lobby.url) for _ in range(8)]
    with ThreadPoolExecutor(8) as at_once:
        seated = list(at_once.map(press, guests))
    tables = [one["table"] for one in seated]
    assert sorted(tables.count(table) for table in set(tables)) == [4, 4]
    for table in set(tables):
        shown = guests[0].look(table)
        assert shown["on"]
        assert sorted(chair["name"] for chair in shown["chairs"]) == [
            "Player", "Player 2", "Player 3", "Player 4",
        ]  # fmt: skip
    store = Store(any_lobby.database)
    assert [finding for _, found in audit(store) for finding in found] == []
    store.close()


def test_who_presses_twice_keeps_the_chair(lobby: Serving) -> None:
    guest = Guest(lobby.url)
    first, again = press(guest), press(guest, name="Somebody else")
    assert (first["table"], first["seat"]) == (again["table"], again["seat"])
    assert "1 person is waiting" in httpx.get(f"{lobby.url}/").text


def test_two_find_each_other_and_the_start_is_planned(lobby: Serving) -> None:
    ann, bob = Guest(lobby.url), Guest(lobby.url)
    table = press(ann, name="Ann", colour="red")["table"]
    assert press(bob, name="Bob", colour="red")["table"] == table
    shown = ann.look(table)
    assert shown["gathers"]
    assert shown["starts_at"] > 0
    assert shown["chairs"][1]["colour"] != "red"
    page = ann.client.get(f"/t/{shown['code']}").text
    assert f'data-until="{shown["starts_at"]}"' in page
    assert 'id="start-match"' not in page


def test_a_bad_name_is_refused_with_a_reason(lobby: Serving) -> None:
    guest = Guest(lobby.url)
    for body in ({"name": " "}, {"name": "a,b"}, {"name": "Ann", "colour": "pink"}):
        answer = guest.post("/api/lobby", **body)
        assert answer.status_code == 422
        assert answer.json()["refusal"]["text"]


def test_one_address_cannot_flood_the_lobby(lobby: Serving) -> None:
    began, statuses = monotonic(), list[int]()
    while statuses.count(429) < 3:
        assert len(statuses) < 10 * LOBBY_PER_MINUTE, "nobody is refused"
        statuses.append(Guest(lobby.url).post("/api/lobby", name="Ann").status_code)
    assert set(statuses[:LOBBY_PER_MINUTE]) == {200}
    # On a slow machine this takes so long that somebody may be let in again.
    again = LOBBY_PER_MINUTE * (monotonic() - began) / 60
    assert statuses.count(200) <= LOBBY_PER_MINUTE + again


def test_chairs_of_people_who_went_away_are_free_again(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(f"sqlite:///{tmp_path}/tables.db")
        store.migrate()
        tables = Tables(store, SystemOutside(store.now), token_bytes, shared=False)
        waiting = OpenLobby(tables)

        async def may_open() -> None:
            pass

        for guest in ("ann", "bob"):
            committed = await waiting.seat(guest, Sit(guest), may_open)
        room = tables.rooms[committed.table.id]
        room.note_request("bob")
        await waiting.sweep()
        assert len(room.table.persons) == 2, "a page may still be on its way back"
        room.made_at = -inf
        await waiting.sweep()
        assert [room.table.chair(seat).name for seat in room.table.persons] == ["bob"]
        assert room.table.starts_at is None
        await tables.close()
        store.close()

    run_apart(play())
