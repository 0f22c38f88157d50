"""Personal links open a seat on another device; who has a seat there already is asked first."""

from collections.abc import Iterator

import httpx
import pytest

from perudo.i18n.languages import LANGUAGES
from testkit.server.seated import as_refusal
from testkit.serving import JSON, Guest, Serving

HTML = {"accept": "text/html"}


@pytest.fixture
def browser(server: Serving) -> Iterator[httpx.Client]:
    """A client that keeps cookies and sends no token header."""
    with httpx.Client(base_url=server.url, timeout=20) as client:
        yield client


@pytest.fixture
def table(browser: httpx.Client) -> str:
    """A table at which Ann sits, with her browser."""
    return str(browser.post("/api/tables", json={"name": "Ann", "seats": 3}).json()["table"])


def link_of(server: Serving, table: str, name: str) -> str:
    """Seat a new guest with this name, and return the personal link."""
    link = Guest(server.url).ask(table, "sit", name=name)["personal_link"]
    return str(link).removeprefix(server.url)


def seat(browser: httpx.Client, table: str) -> object:
    return browser.get(f"/api/tables/{table}").json()["seat"]


def test_who_sits_there_already_is_asked_first(
    server: Serving, browser: httpx.Client, table: str
) -> None:
    link = link_of(server, table, "Zoe")
    page = browser.get(link, headers=HTML)
    assert page.status_code == 200
    assert "set-cookie" not in page.headers
    assert page.headers["cache-control"] == "no-store"
    assert "This link opens the seat of Zoe. You sit at this table as Ann." in page.text
    assert f'href="/t/{table}"' in page.text
    assert f'data-take="{link}"' in page.text
    assert seat(browser, table) == 0, "her own seat is kept"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_question_is_asked_in_the_readers_language(
    server: Serving, browser: httpx.Client, table: str, lang: str
) -> None:
    page = browser.get(link_of(server, table, "Zoe"), headers={**HTML, "accept-language": lang})
    assert f'<html lang="{lang}"' in page.text
    assert ("This link opens" in page.text) == (lang == "en")
    assert "Zoe" in page.text
    assert "Ann" in page.text


def test_the_seat_can_be_taken_over_and_given_back(
    server: Serving, browser: httpx.Client, table: str
) -> None:
    link = link_of(server, table, "Zoe")
    own = browser.get(f"/t/{table}", headers=HTML)
    assert "/seat/" not in own.text, "no other seat has been taken over"
    taken = browser.post(link, json={})
    assert taken.json() == {"page": f"/t/{table}"}
    assert seat(browser, table) == 1
    page = browser.get(f"/t/{table}", headers=HTML).text
    assert "A link has opened the seat of Zoe here." in page
    back = page.split('<a href="/seat/')[1].split('"')[0]
    answer = browser.get(f"/seat/{back}", headers=HTML)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}")
    assert seat(browser, table) == 0


def test_another_sites_page_takes_no_seat_over(
    server: Serving, browser: httpx.Client, table: str
) -> None:
    link = link_of(server, table, "Zoe")
    foreign = browser.post(link, json={}, headers={"origin": "https://evil.example"})
    assert as_refusal(foreign)["reason"] == "foreign-page"
    form = browser.post(link, data={"x": "y"})
    assert as_refusal(form)["reason"] == "not-json"
    assert seat(browser, table) == 0


def test_who_has_opened_one_link_is_asked_before_the_next(
    server: Serving, browser: httpx.Client
) -> None:
    table = Guest(server.url).open(name="Ann", seats=3)["table"]
    bob, zoe = link_of(server, table, "Bob"), link_of(server, table, "Zoe")
    assert browser.get(bob).status_code == 303
    assert seat(browser, table) == 1
    assert "You sit at this table as Bob." in browser.get(zoe, headers=HTML).text
    assert browser.get(bob).status_code == 303
    assert seat(browser, table) == 1


def test_the_players_of_a_device_passed_around_are_asked_too(
    server: Serving, browser: httpx.Client
) -> None:
    opened = browser.post("/api/tables?hand=0", json={"name": "Ann", "seats": 3}).json()
    table = opened["table"]
    browser.post(f"/api/tables/{table}/sit?hand=1", json={"name": "Bob"})
    page = browser.get(link_of(server, table, "Zoe"), headers=HTML)
    assert "You sit at this table as Ann, Bob." in page.text
    own = browser.get(opened["personal_link"].removeprefix(server.url))
    assert own.headers["location"] == f"/hot/{table}"
    assert browser.get(f"/hot/{table}").status_code == 200, "it is still their device"


def test_a_link_whose_player_has_left_hides_no_seat(
    server: Serving, browser: httpx.Client, table: str
) -> None:
    zoe = Guest(server.url)
    link = str(zoe.ask(table, "sit", name="Zoe")["personal_link"]).removeprefix(server.url)
    zoe.ask(table, "stand")
    assert browser.get(link).status_code == 303
    assert seat(browser, table) == 0


def test_a_link_that_we_did_not_make_takes_no_seat_over(browser: httpx.Client, table: str) -> None:
    answer = browser.post(f"/seat/somebody.{table}.x", headers=JSON)
    assert (answer.status_code, as_refusal(answer)["reason"]) == (401, "bad-token")
    assert "set-cookie" not in answer.headers
