"""Whole matches of people with browsers and bots, on phones and desktops."""

import httpx
import pytest
from playwright.sync_api import Browser

from perudo.records.jsonl import read_jsonl
from perudo.records.proof import verify
from testkit.serving import Guest, Serving
from testkit.web.people import DESKTOP, PHONE, SENT_AGAIN, Person, play_to_the_end


def open_table(site: Serving, **settings: object) -> tuple[Guest, str]:
    host = Guest(site.url)
    opened = host.open(**{"pace_ms": 0, "hearing_ms": 0, "pause_ms": 60_000, **settings})
    return host, str(opened["code"])


def test_four_people_and_a_bot_play_a_match(browser: Browser, site: Serving) -> None:
    host, code = open_table(site, name="Ana", seats=5, dice=2, options=["palifico", "calza"])
    ana = Person(browser, site.url, token=host.token).go_to(f"/t/{code}")
    friends = {
        "Ben": Person(browser, site.url, size=PHONE, has_touch=True),
        "Cleo": Person(browser, site.url, size=PHONE, color_scheme="dark"),
        "Dov": Person(browser, site.url, size=DESKTOP, locale="fr-FR"),
    }
    for name, friend in friends.items():
        friend.go_to(f"/t/{code.lower()}")
        friend.sit_down(name, {"Ben": "orange", "Cleo": "purple"}.get(name))
    ana.until("document.querySelectorAll('.seat[data-person]').length === 4")
    assert "c-orange" in ana.page.inner_html(".seat:has-text('Ben')")
    ana.page.select_option("#toucan", label="Cleo")
    ana.page.click("#start-match")
    people = [ana, *friends.values()]
    for person in people:
        person.wait_for_text("#hand.up #lift")  # online, cups lift by themselves
        assert person.page.locator(".own-dice .die").count() == 2
    friends["Cleo"].wait_for_text("#picker")  # who last saw a toucan starts
    play_to_the_end(people)
    for person in people:
        assert person.wait_for_text(".win")
    record = httpx.get(f"{site.url}/api/tables/{code}/record", params={"form": "jsonl"}).text
    played = read_jsonl(record)
    assert set(played.names) >= {"Ana", "Ben", "Cleo", "Dov"}
    assert all(check.ok for check in verify(played))
    for person in people:
        person.close()


def test_after_the_match_there_is_a_rematch(browser: Browser, site: Serving) -> None:
    host, code = open_table(site, name="Ana", seats=2, dice=1)
    ana = Person(browser, site.url, token=host.token).go_to(f"/t/{code}")
    ana.page.click("#start-match")
    ana.wait_for_text("#lift")
    play_to_the_end([ana])
    assert ana.page.locator(".spark").count() == 0  # nothing flies with reduced motion
    order = [name.inner_text() for name in ana.page.locator(".podium bdi").all()]
    assert sorted(order) == ["Ana", "Tika"]
    winner = host.look(code)["winner"]
    assert order[0] == ("Ana", "Tika")[winner]
    record = ana.page.locator(".after a[download]")
    assert not record.is_visible()  # the rest is in a menu
    ana.page.click(".after-more summary")
    assert record.is_visible()
    for focused in (".after-more summary", ".after a[download]"):
        ana.page.focus(focused)
        ana.page.evaluate(SENT_AGAIN)
        assert record.is_visible(), "a frame that comes now does not close the menu"
        assert ana.page.locator(focused).evaluate("e => e === document.activeElement")
    ana.page.click("#rematch")  # nobody but bots to ask: one press deals
    ana.wait_for_text("#lift")
    assert host.look(code)["match"] == 2
    ana.close()


def test_a_rematch_among_people_waits_for_its_host(browser: Browser, site: Serving) -> None:
    host, code = open_table(site, name="Ana", seats=2, dice=1, pause_ms=0)
    ben = Guest(site.url)
    ben.ask(code, "sit", name="Ben")
    host.ask(code, "start")
    ben.ask(code, "resign")
    ana = Person(browser, site.url, token=host.token).go_to(f"/t/{code}")
    ana.page.click("#rematch")
    ana.wait_for_text("#start-match")
    assert host.look(code)["game"] is None
    ana.close()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_picker_explains_illegal_bids(
    browser: Browser, site: Serving, size: dict[str, int]
) -> None:
    host, code = open_table(site, name="Ana", seats=2, edition="asmodee-2009")
    ben = Guest(site.url)
    ben.ask(code, "sit", name="Ben")
    ana = Person(browser, site.url, size=size, token=host.token).go_to(f"/t/{code}")
    ana.page.click("#start-match")
    ana.wait_for_text("#lift")
    if host.look(code)["game"]["turn"] == 0:
        # Nobody opens with Pacos.
        ana.page.check("[name=face][value='1']", force=True)
        assert ana.page.get_attribute("#why [data-rule]", "data-rule") == "C7"
        assert ana.page.get_attribute("#bid", "aria-disabled") == "true"
        ana.page.check("[name=face][value='4']", force=True)
        ana.page.click("#bid")
    else:
        ben.act(code, {"bid": [1, 4]})
        ana.wait_for_text("#picker")
        ana.page.check("[name=face][value='4']", force=True)
        ana.page.click("#bid")
    ana.page.wait_for_selector("#picker", state="detached")
    ben.act(code, {"bid": [3, 4]})
    ana.wait_for_text("#picker")
    # In this box one raises the number or the face, never both; and the face never falls.
    ana.page.check("[name=face][value='5']", force=True)
    assert ana.page.input_value("#quantity") == "3"
    ana.page.fill("#quantity", "4")
    assert ana.page.inner_text("#why").endswith("the number stays at 3. why?")
    ana.page.click("#why [data-rule]")
    assert "never both" in ana.wait_for_text("#rule:popover-open")
    assert "Rule A2" in ana.page.inner_text("#rule")
    ana.page.keyboard.press("Escape")
    ana.page.check("[name=face][value='2']", force=True)
    assert ana.page.get_attribute("#why [data-rule]", "data-rule") == "A2"
    ana.page.click("#bid", force=True)
    assert host.look(code)["game"]["bids"][-1][1:] == [3, 4]
    ana.page.check("[name=face][value='1']", force=True)
    ana.page.fill("#quantity", "1")
    assert ana.page.get_attribute("#why [data-rule]", "data-rule") == "C8"
    ana.page.fill("#quantity", "2")
    assert ana.page.inner_text("#why") == ""
    ana.page.click("#bid")
    ana.page.wait_for_selector("#picker", state="detached")
    assert host.look(code)["game"]["bids"][-1][1:] == [2, 1]
    ana.close()


def test_a_calza_out_of_turn_is_heard_and_the_hearing_is_told(
    browser: Browser, site: Serving
) -> None:
    host, code = open_table(
        site, name="Ana", seats=3, edition="asmodee-2009", options=["calza"], hearing_ms=400
    )
    others = [Guest(site.url), Guest(site.url)]
    for number, guest in enumerate(others):
        guest.ask(code, "sit", name=f"Friend {number}")
    ana = Person(browser, site.url, token=host.token).go_to(f"/t/{code}")
    ana.page.click("#start-match")
    ana.wait_for_text("#lift")
    players = [host, *others]
    starter = host.look(code)["game"]["turn"]
    while host.look(code)["game"]["turn"] != 1 or not host.look(code)["game"]["bids"]:
        turn = host.look(code)["game"]["turn"]
        players[turn].act(code)
    # Ana has bid last, or somebody else has: at Friend 0's turn she may call unless it was she.
    if host.look(code)["game"]["bids"][-1][0] == 0:
        players[1].act(code)
        assert starter is not None
    shows = "v => Number(document.querySelector('#table').dataset.version) >= v"
    ana.until(shows, host.look(code)["version"])  # before, she could call it on another bid
    ana.wait_for_text("#calza:not([aria-disabled])")
    ana.page.click("#calza")
    told = ana.page.locator("#ticker, .scene")
    ana.page.wait_for_selector(".scene")
    assert told.count()
    shown = host.look(code)["game"]["last_showdown"]
    assert (shown["caller"], shown["call"]) == (0, "calza")
    assert "Calza" in ana.page.inner_text("#ticker")
    ana.close()
