"""Tokens, cookies and personal links say who somebody is, and outlive a restart."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from testkit.server.seated import Sitting, as_refusal
from testkit.serving import JSON, Follower, Guest, Serving


@pytest.fixture
def sitting(server: Serving) -> Iterator[Sitting]:
    with Sitting(server) as made:
        yield made


@pytest.fixture
def browser(server: Serving) -> Iterator[httpx.Client]:
    """A client that keeps cookies and sends no token header."""
    with httpx.Client(base_url=server.url, timeout=20, verify=False) as client:  # noqa: S501
        yield client


def personal_link(guest: Guest, table: str) -> str:
    """Sit down and return the personal link; the same key returns it again later."""
    return str(guest.ask(table, "sit", name="Zoe", key="sit")["personal_link"])


def test_a_token_in_the_header_is_enough(server: Serving, sitting: Sitting) -> None:
    token = str(sitting.people[1].token)
    other = Guest(server.url, token)
    assert other.look(sitting.table)["seat"] == 1
    assert other.look(sitting.table)["game"]["cup"] is not None
    lower = sitting.onlooker.client.get(
        f"/api/tables/{sitting.table}", headers={"authorization": f"bearer {token}"}
    )
    assert lower.json()["seat"] == 1
    other.close()


def test_the_cookie_of_a_browser_is_enough(browser: httpx.Client) -> None:
    answer = browser.post("/api/tables", json={"name": "Ann", "seats": 2})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    table = answer.json()["table"]
    assert browser.get(f"/api/tables/{table}").json()["seat"] == 0
    assert browser.post(f"/api/tables/{table}/start", json={"fill": "easy"}).status_code == 200
    browser.cookies.clear()
    assert browser.get(f"/api/tables/{table}").json()["seat"] is None


def test_a_browser_stays_the_same_guest(browser: httpx.Client) -> None:
    first = browser.post("/api/guests", headers=JSON)
    assert first.status_code == 201
    assert browser.post("/api/guests", headers=JSON).json() == first.json()


def test_a_personal_link_opens_the_seat_on_another_device(
    server: Serving, browser: httpx.Client
) -> None:
    ann, zoe = Guest(server.url), Guest(server.url)
    table = ann.open(name="Ann", seats=2)["table"]
    answer = browser.get(personal_link(zoe, table), follow_redirects=True)
    assert answer.status_code == 200
    assert answer.url.path == f"/t/{table}"
    assert browser.get(f"/api/tables/{table}").json()["seat"] == 1
    ann.ask(table, "start", toucan=1)
    seen = browser.get(f"/api/tables/{table}").json()
    assert seen["game"]["cup"] == zoe.look(table)["game"]["cup"]
    body = {"bid": [1, 2], "version": seen["version"]}
    assert browser.post(f"/api/tables/{table}/act", json=body).status_code == 200
    other = ann.open(name="Ann", seats=2)["table"]
    assert browser.get(f"/api/tables/{other}").json()["seat"] is None


def test_a_guest_plays_several_hands_and_each_sees_its_own_dice(server: Serving) -> None:
    guest = Guest(server.url)
    table = guest.post("/api/tables?hand=0", name="Ann", seats=3, pause_ms=0).json()["table"]
    for hand in (1, 2):
        guest.post(f"/api/tables/{table}/sit?hand={hand}", name=f"Hand {hand}", seat=hand)
    guest.post(f"/api/tables/{table}/start?hand=0", toucan=1)
    seen = [guest.client.get(f"/api/tables/{table}?hand={hand}").json() for hand in range(3)]
    assert [look["seat"] for look in seen] == [0, 1, 2]
    assert all(len(look["game"]["cup"]) == 5 for look in seen)
    plain = guest.look(table)
    assert (plain["seat"], plain["game"]["cup"]) == (None, None)
    stranger = Guest(server.url).client.get(f"/api/tables/{table}?hand=1").json()
    assert (stranger["seat"], stranger["game"]["cup"]) == (None, None)
    bid = {"bid": [1, 2], "version": plain["version"]}
    assert guest.post(f"/api/tables/{table}/act?hand=0", **bid).status_code == 409
    assert guest.post(f"/api/tables/{table}/act?hand=1", **bid).status_code == 200
    assert guest.post(f"/api/tables/{table}/act?hand=9", **bid).status_code == 403


def test_a_personal_link_is_good_for_its_own_table_only(
    server: Serving, sitting: Sitting, browser: httpx.Client
) -> None:
    zoe = Guest(server.url)
    table = zoe.open(name="Zoe", seats=2)
    token = table["personal_link"].rpartition("/")[2]
    personal = Guest(server.url, token)
    assert personal.look(table["table"])["seat"] == 0
    refused = personal.client.get(f"/api/tables/{sitting.table}")
    assert (refused.status_code, as_refusal(refused)["reason"]) == (403, "other-table")
    assert personal.post("/api/guests").status_code == 403
    assert personal.post("/api/tables", name="Zoe").status_code == 403


@pytest.mark.parametrize("what", ["nonsense", "{guest}", "{guest}x", "a.b.c", "%00"])
def test_invalid_personal_links_are_refused(
    server: Serving, browser: httpx.Client, sitting: Sitting, what: str
) -> None:
    """A guest's token is not accepted as a link: it would open every seat of that guest."""
    answer = browser.get(f"/seat/{what.format(guest=sitting.people[0].token)}")
    assert (answer.status_code, as_refusal(answer)["reason"]) in (
        (401, "bad-token"),
        (404, "not-found"),  # ".." is gone before it is sent
    )
    assert "set-cookie" not in answer.headers


def forgeries(token: str, other: str) -> list[str]:
    player, scope, signature = token.split(".")
    return [
        "x",
        "a.b",
        "..",
        f"{player}.{scope}.",
        f"{player}.{scope}",
        f"{player}.{scope}.{signature[:-1]}",
        f"{player}.{scope}.{signature[::-1]}",
        f"{player}.{scope}.{signature}=",
        f"{player}.{scope}.{other.split('.')[2]}",
        f"{other.partition('.')[0]}.{scope}.{signature}",
        f"{player}..{signature}",
        f"{player.upper()}.{scope}.{signature}",
        "é" * 30,
        token + "." + token,
        "x" * 4000,
    ]


def test_forged_tokens_are_refused(server: Serving, sitting: Sitting) -> None:
    genuine, other = (str(guest.token) for guest in sitting.people)
    path = f"{server.url}/api/tables/{sitting.table}"
    with httpx.Client(verify=False, timeout=20) as client:  # noqa: S501
        for forged in forgeries(genuine, other):
            headers = [(b"authorization", f"Bearer {forged}".encode("latin-1"))]
            for answer in (
                client.get(path, headers=headers),
                client.post(f"{path}/chat", json={"text": "x"}, headers=headers),
                client.get(f"{path}/stream", headers=headers),
            ):
                assert answer.status_code == 401, forged
                assert as_refusal(answer)["reason"] == "bad-token"
                assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("header", ["Basic YTpi", "{}", "Bearer"])
def test_authorization_header_without_a_token_is_refused(sitting: Sitting, header: str) -> None:
    headers = {"authorization": header.format(sitting.people[0].token)}
    answer = sitting.onlooker.client.get(f"/api/tables/{sitting.table}", headers=headers)
    assert (answer.status_code, as_refusal(answer)["reason"]) == (401, "bad-token")


def test_a_guests_token_cannot_be_made_into_a_link_of_another(sitting: Sitting) -> None:
    """The signature covers the scope: a guest's token with a table's id put in is invalid."""
    player, _, signature = str(sitting.people[0].token).split(".")
    headers = {"authorization": f"Bearer {player}.{sitting.table}.{signature}"}
    path = f"/api/tables/{sitting.table}"
    assert sitting.onlooker.client.get(path, headers=headers).status_code == 401


def test_cookies_of_another_server_are_ignored(sitting: Sitting, browser: httpx.Client) -> None:
    browser.cookies.set("perudo_guest", "left.-.over")
    browser.cookies.set(f"perudo_seat_{sitting.table}", "left.-.over")
    seen = browser.get(f"/api/tables/{sitting.table}")
    assert (seen.status_code, seen.json()["seat"]) == (200, None)
    opened = browser.post("/api/tables", json={"name": "Ann"})
    assert (opened.status_code, opened.json()["seat"]) == (201, 0)


def test_bad_seat_cookie_does_not_hide_the_guest_cookie(
    sitting: Sitting, browser: httpx.Client
) -> None:
    browser.cookies.set("perudo_guest", str(sitting.people[1].token))
    browser.cookies.set(f"perudo_seat_{sitting.table}", "left.-.over")
    assert browser.get(f"/api/tables/{sitting.table}").json()["seat"] == 1


def test_two_tabs_of_a_player_see_the_same(server: Serving, sitting: Sitting) -> None:
    player = sitting.people[1]
    tabs = [Follower(Guest(server.url, player.token), sitting.table) for _ in range(2)]
    onlooker = Follower(Guest(server.url), sitting.table)
    sitting.bid()
    sitting.mover.act(sitting.table, {"call": "dudo"})
    for tab in (*tabs, onlooker):
        tab.until_event("dealt")
    assert tabs[0].lines == tabs[1].lines
    assert tabs[0].lines[-1] != onlooker.lines[-1]
    assert tabs[0].lines[0]["table"]["game"]["cup"] is not None


def test_seats_streams_and_keys_survive_a_restart(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        sitting = Sitting(server, toucan=0)
        ann, bob = sitting.people
        followers = [Follower(guest, sitting.table) for guest in sitting.people]
        body = {"bid": [2, 3], "version": sitting.version, "key": "first-bid"}
        path = f"/api/tables/{sitting.table}/act"
        answer = ann.post(path, **body)
        opened = ann.post("/api/tables", name="Ann", key="one")
        looks = [guest.look(sitting.table) for guest in sitting.people]
        server.kill()
        for follower in followers:
            assert follower.until(lambda _: False)  # returns when the stream has ended
        server.start()
        assert [guest.look(sitting.table) for guest in sitting.people] == looks
        assert ann.post(path, **body).content == answer.content
        assert ann.post("/api/tables", name="Ann", key="one").content == opened.content
        again = next(bob.follow(sitting.table, looks[1]["version"] - 1))
        assert again == followers[1].lines[-1]
        bob.act(sitting.table, {"call": "dudo"})
