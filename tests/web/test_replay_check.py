"""Checking the dice of a replay, and using it on any device."""

import json

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from perudo.i18n.languages import LANGUAGES
from perudo.records.replay import read_record
from testkit.precision import PIXEL_PRECISION
from testkit.serving import Guest, Serving
from testkit.web.people import LOOKS, Person, violations
from testkit.web.replaying import PACES, Played, stage


def test_the_dice_are_checked_in_the_page(page: Page, four: Played) -> None:
    page.goto(four.path)
    page.get_by_role("button", name="Check the dice").click()
    status = page.locator("[data-fair-status]")
    expect(status).to_contain_text("Every die that was revealed follows")
    rounds = page.locator("[data-fair-rounds] li").all_inner_texts()
    record = read_record(four.record().encode())
    assert len(rounds) == 1 + len(record.rounds)
    assert all(text.endswith(": fits") for text in rounds)


def test_the_check_link_starts_the_check(page: Page, four: Played) -> None:
    page.goto(f"{four.path}#check")
    expect(page.locator("[data-fair-status]")).to_contain_text("Every die")
    expect(page.locator("#check")).to_be_in_viewport()


def tampered(match: Played) -> tuple[str, str]:
    """The record with one die of round 2 changed, and the seat that has it."""
    lines = [json.loads(line) for line in match.record().splitlines()]
    cups = lines[3]["cups"]
    seat = next(seat for seat, cup in enumerate(cups) if cup)
    cups[seat][0] = cups[seat][0] % 6 + 1
    return "\n".join(map(json.dumps, lines)), lines[0]["seats"][seat]


def test_a_tampered_record_fails(page: Page, four: Played) -> None:
    body, whose = tampered(four)

    def answer(route: Route) -> None:
        route.fulfill(body=body, content_type="application/x-ndjson")

    page.route("**/record?*form=jsonl", answer)
    page.goto(four.path)
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator("[data-fair-status]")).to_contain_text("These dice are not proven fair.")
    wrong = page.locator("[data-fair-rounds] [data-ok=false]").all_inner_texts()
    assert wrong == [f"Round 2: DOES NOT FIT ({whose})"]
    expect(page.get_by_role("cell", name="DOES NOT FIT")).to_be_visible()


def test_a_record_that_cannot_be_fetched_is_reported(context: BrowserContext, four: Played) -> None:
    page = context.new_page()
    page.route("**/record?*form=jsonl", lambda route: route.abort())
    page.goto(four.path)
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator("[data-fair-status]")).to_contain_text("could not be fetched")


def test_a_match_that_is_not_over_is_refused_in_a_page(browser: Browser, site: Serving) -> None:
    host = Guest(site.url)
    opened = host.open(name="Ann", seats=2, **PACES)
    host.ask(opened["table"], "start", fill="easy")
    page = browser.new_page(locale="en")
    for address in (opened["code"], opened["table"]):
        answer = page.goto(f"{site.url}/t/{address}/replay")
        assert answer is not None
        assert answer.status == 409
        expect(page.get_by_role("heading", name="That did not work")).to_be_visible()
        assert page.locator("[data-player]").count() == 0
    page.close()
    host.close()


def test_unknown_matches_are_refused(browser: Browser, site: Serving, four: Played) -> None:
    page = browser.new_page(locale="en")
    for path, status in (("?match=2", 409), ("?match=0", 422)):
        answer = page.goto(four.path + path)
        assert answer is not None
        assert answer.status == status
    answer = page.goto(f"{site.url}/t/000000/replay")
    assert answer is not None
    assert answer.status == 404
    page.close()


def test_a_resignation_in_the_middle_and_the_rematch(page: Page, site: Serving) -> None:
    """Both matches can be looked at; without a number it is the last one that is over."""
    ann, bob = Guest(site.url), Guest(site.url)
    opened = ann.open(name="Ann", colour="purple", seats=2, **PACES)
    match = Played(site.url, opened["table"], opened["code"], ann)
    bob.ask(match.table, "sit", name="Bob", colour="orange")
    ann.ask(match.table, "start")
    first = ann if ann.look(match.table)["game"]["turn"] == 0 else bob
    first.act(match.table)
    bob.ask(match.table, "resign")
    page.goto(f"{match.path}#r1s3")
    assert stage(page)["now"] == "Ann wins: everybody else has resigned."
    assert page.locator(".standings bdi").all_inner_texts() == ["Ann", "Bob"]
    uses = page.locator(".seats .cup use:last-child").evaluate_all(
        "all => all.map(use => use.getAttribute('href'))"
    )
    assert uses == ["#motif-purple", "#motif-orange"]
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator("[data-fair-status]")).not_to_be_empty()
    ann.ask(match.table, "rematch")
    ann.ask(match.table, "start")
    page.goto(match.path)
    assert page.locator("[data-player]").get_attribute("data-match") == "1"
    bob.ask(match.table, "resign")
    page.goto(match.path)
    assert page.locator("[data-player]").get_attribute("data-match") == "2"
    page.get_by_role("link", name="Match 1").click()
    expect(page.locator("[data-player]")).to_have_attribute("data-match", "1")
    ann.close()
    bob.close()


def test_names_cannot_inject_html(page: Page, site: Serving) -> None:
    ann, bob = Guest(site.url), Guest(site.url)
    name = "</script><img src=x>"
    opened = ann.open(name=name, seats=2, **PACES)
    bob.ask(opened["table"], "sit", name="<b>Bob</b>")
    ann.ask(opened["table"], "start")
    bob.ask(opened["table"], "resign")
    page.goto(f"{site.url}/t/{opened['code']}/replay")
    assert page.locator("[data-seat] bdi").all_inner_texts() == [name, "<b>Bob</b>"]
    assert page.locator("main img").count() == 0
    ann.close()
    bob.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_fits_a_small_phone_in_every_language(browser: Browser, six: Played, lang: str) -> None:
    """At the moments that show most."""
    page = browser.new_page(viewport={"width": 320, "height": 640})
    page.goto(f"{six.path}?lang={lang}")
    assert page.evaluate("document.documentElement.lang") == lang
    width = "document.documentElement.scrollWidth"
    for kind in ("roll", "call", "lift", "settle", "won"):
        facts = json.loads(page.locator("[data-replay]").text_content() or "")
        key = next(step["key"] for step in facts["steps"] if step["kind"] == kind)
        page.evaluate("key => { location.hash = key; }", key)
        page.wait_for_function("kind => document.querySelector(`[data-kind=${kind}]`)", arg=kind)
        assert page.evaluate(width) <= 320
    page.click("[data-check]")
    page.wait_for_selector("[data-fair-status][data-outcome=good]")
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert page.evaluate(width) <= 320
    page.close()


@pytest.mark.parametrize(("size", "scheme"), LOOKS, ids=["phone-light", "desktop-dark"])
def test_axe_finds_nothing(
    browser: Browser, four: Played, six: Played, scheme: str, size: dict[str, int]
) -> None:
    person = Person(browser, four.url, size=size, color_scheme=scheme)
    page = person.page
    page.goto(four.path)
    assert violations(page) == []
    page.get_by_role("button", name="Next round").click()
    while stage(page)["kind"] != "settle":
        page.get_by_role("button", name="One step forward").click()
    page.get_by_role("button", name="Check the dice").click()
    page.wait_for_selector("[data-outcome=good]")
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert violations(page) == []
    page.goto(six.path)
    page.keyboard.press("End")
    assert stage(page)["kind"] == "won"
    assert violations(page) == []
    page.goto(f"{four.url}/fair")
    assert violations(page) == []
    page.fill("#record", tampered(four)[0])
    page.click("form button")
    page.wait_for_selector("[data-outcome=bad]")
    assert violations(page) == []
    person.close()


def test_touch_targets_are_large_enough(browser: Browser, four: Played) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 640})
    page.goto(four.path)
    boxes = page.locator("main button:visible, main a.button, main select").evaluate_all(
        "all => all.map(e => { const b = e.getBoundingClientRect(); return [b.width, b.height]; })"
    )
    assert boxes
    assert min(side for box in boxes for side in box) >= 44 - PIXEL_PRECISION
    page.close()
