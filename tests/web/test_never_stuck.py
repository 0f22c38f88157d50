"""Leaving and coming back, the end of a match for those who are out, and the open lobby."""

import re
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, expect

from testkit.serving import Guest, Serving
from testkit.web.people import PHONE, Person


def test_leaving_by_the_logo_asks_first_and_home_leads_back(
    browser: Browser, site: Serving
) -> None:
    ann, bob = Guest(site.url), Guest(site.url)
    opened = ann.open(name="Ann", seats=2, turn_seconds=600)
    bob.ask(opened["table"], "sit", name="Bob")
    ann.ask(opened["table"], "start")
    person = Person(browser, site.url, size=PHONE, token=ann.token)
    page = person.go_to(f"/t/{opened['code']}").page
    page.click(".logo")
    page.get_by_role("button", name="Stay").click()
    expect(page.locator("#leave-dialog")).not_to_be_visible()
    page.click(".logo")
    page.get_by_role("button", name="Leave", exact=True).click()
    page.wait_for_url(site.url + "/")
    assert bob.look(opened["table"])["chairs"][0]["held"]
    page.locator(".goes-on-bar a").click()
    page.wait_for_url(re.compile(opened["code"]))
    page.click("#back")
    page.wait_for_selector("#back", state="detached")
    assert not bob.look(opened["table"])["chairs"][0]["held"]
    person.close()


def test_a_match_alone_with_bots_waits_for_its_player(browser: Browser, site: Serving) -> None:
    person = Person(browser, site.url)
    page = person.go_to("/").page
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/t/\w{6}$"))
    page.click(".logo")
    expect(page.locator("#leave-dialog")).to_contain_text("waits for you")
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator(".goes-on-bar")).to_be_visible()
    person.close()


def test_who_is_out_among_bots_skips_to_the_end_or_plays_anew(
    browser: Browser, site: Serving
) -> None:
    guest = Guest(site.url)
    opened = guest.open(name="Ann", seats=3, pause_ms=60_000, edition="parker-1994")
    guest.ask(opened["table"], "start", fill="easy")
    guest.ask(opened["table"], "resign")
    person = Person(browser, site.url, token=guest.token)
    page = person.go_to(f"/t/{opened['code']}").page
    page.click("#skip")
    page.wait_for_selector(".after")
    assert guest.look(opened["table"])["winner"] is not None

    again = guest.open(name="Ann", seats=3, edition="parker-1994")
    guest.ask(again["table"], "start", fill="easy")
    guest.ask(again["table"], "resign")
    person.go_to(f"/t/{again['code']}")
    page.click("#new-match")
    page.wait_for_url(lambda url: "/t/" in url and again["code"] not in url)
    shown = guest.look(page.url.rpartition("/")[2])
    assert shown["on"]
    assert (shown["settings"]["edition"], len(shown["chairs"])) == ("parker-1994", 3)
    person.close()


def test_two_browsers_find_each_other_in_the_lobby(browser: Browser, tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path}/tables.db") as site:
        people = [Person(browser, site.url, size=PHONE) for _ in range(2)]
        for person in people:
            person.go_to("/")
            person.page.get_by_role("button", name="Find me a chair").click()
            person.page.wait_for_selector(".gathers")
        first, second = people
        assert first.page.url == second.page.url
        expect(first.page.locator(".gathers .clock")).to_be_visible()
        expect(second.page.locator("#seats")).to_contain_text("Player")
        # Two more come: the table is full and starts.
        for name in ("Carl", "Dora"):
            Guest(site.url).post("/api/lobby", name=name)
        for person in people:
            person.page.wait_for_selector("#hand [data-round]")
            person.close()


def test_the_offer_to_replace_somebody_away_comes_after_a_while(
    browser: Browser, site: Serving
) -> None:
    ann, bob = Guest(site.url), Guest(site.url)
    opened = ann.open(name="Ann", seats=2)
    bob.ask(opened["table"], "sit", name="Bob")
    ann.ask(opened["table"], "start")
    waiting, missing = (bob, ann) if ann.look(opened["table"])["game"]["turn"] == 0 else (ann, bob)
    with closing(missing.follow(opened["table"])) as stream:
        next(stream)
    person = Person(browser, site.url, token=waiting.token)
    page = person.go_to(f"/t/{opened['code']}").page
    person.wait_for_text(".seat.gone")
    page.clock.install()
    # A frame would bring the server's time back, and a page whose clock leaps connects anew.
    page.route("**/live**", lambda route: None)
    page.reload()
    offer = page.locator("#hand-over")
    expect(offer).to_be_attached()
    since = int(page.locator("[data-offer-at]").get_attribute("data-offer-at") or 0)
    if waiting is bob:
        # Not the host: a minute after the turn began.
        expect(offer).not_to_be_visible()
        assert since == bob.look(opened["table"])["waits_since"] + 60_000
    page.clock.fast_forward(70_000)
    expect(offer).to_be_visible()
    person.close()
