"""The page recovers from reloads, second tabs, lost networks and a killed server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from testkit.serving import Guest, Serving
from testkit.web.held_answers import hold_answers, let_answers_go
from testkit.web.people import PHONE, Person


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Serving]:
    """A server that a test may kill."""
    with Serving(f"sqlite:///{tmp_path}/tables.db") as serving:
        yield serving


class Duel:
    """Ana with a browser against Ben, who plays over the API when the test says so."""

    def __init__(self, browser: Browser, site: Serving) -> None:
        self.ana_api, self.ben = Guest(site.url), Guest(site.url)
        opened = self.ana_api.open(name="Ana", seats=2, pause_ms=60_000, hearing_ms=0)
        self.code = str(opened["code"])
        self.ben.ask(self.code, "sit", name="Ben")
        self.ana_api.ask(self.code, "start", toucan=0)
        self.ana = Person(browser, site.url, size=PHONE, token=self.ana_api.token)
        self.ana.go_to(f"/t/{self.code}")
        self.ana.wait_for_text("#picker")

    @property
    def game(self) -> dict[str, object]:
        game: dict[str, object] = self.ana_api.look(self.code)["game"]
        return game


def own_dice(page: Page) -> list[str]:
    return [
        str(die.get_attribute("aria-label")) for die in page.query_selector_all(".own-dice .die")
    ]


def words_for(cup: object) -> list[str]:
    assert isinstance(cup, list)
    return ["Paco" if face == 1 else str(face) for face in cup]


def test_a_reload_brings_back_the_same_state(browser: Browser, site: Serving) -> None:
    duel = Duel(browser, site)
    ana = duel.ana
    ana.wait_for_text("#hand.up")
    dice = own_dice(ana.page)
    assert dice == words_for(duel.game["cup"])
    ana.page.click("#lift")
    ana.press("#bid")
    ana.page.reload()
    ana.wait_for_text(".big.bid")
    assert own_dice(ana.page) == dice
    ana.wait_for_text("#hand:not(.up)")  # the cup is still down
    duel.ben.act(duel.code)
    ana.wait_for_text("#picker")
    ana.close()


def test_a_second_tab_is_the_same_seat(browser: Browser, site: Serving) -> None:
    duel = Duel(browser, site)
    ana = duel.ana
    second = ana.new_page()
    second.goto(f"{site.url}/t/{duel.code}")
    second.wait_for_selector("#picker")
    assert own_dice(second) == own_dice(ana.page)
    second.click("#bid")
    ana.page.wait_for_selector("#picker", state="detached")
    assert ana.wait_for_text(".big.bid .count") == second.inner_text(".big.bid .count")
    ana.close()


def test_actions_are_sent_once_the_network_is_back(browser: Browser, site: Serving) -> None:
    duel = Duel(browser, site)
    ana = duel.ana
    ana.context.set_offline(True)
    ana.page.click("#bid")
    assert duel.game["bids"] == []
    ana.context.set_offline(False)
    ana.page.wait_for_selector("#picker", state="detached")
    assert len(duel.game["bids"]) == 1
    duel.ben.act(duel.code)
    ana.wait_for_text("#picker")
    assert ana.page.is_hidden("#away")
    ana.close()


def test_a_page_says_that_the_server_is_away_and_comes_back_by_itself(
    browser: Browser, own_site: Serving
) -> None:
    duel = Duel(browser, own_site)
    ana = duel.ana
    ana.press("#bid")
    dice = own_dice(ana.page)
    own_site.kill()
    ana.page.wait_for_selector("#away", state="visible")
    own_site.start()
    ana.page.wait_for_selector("#away", state="hidden")
    assert own_dice(ana.page) == dice
    duel.ben.act(duel.code)
    ana.wait_for_text("#picker")
    assert len(duel.game["bids"]) == 2  # type: ignore[arg-type]
    ana.close()


def test_an_action_in_flight_when_the_server_dies_is_done_once(
    browser: Browser, own_site: Serving
) -> None:
    duel = Duel(browser, own_site)
    ana = duel.ana
    own_site.pause()
    ana.page.click("#bid")
    own_site.resume()
    own_site.kill()
    own_site.start()
    ana.page.wait_for_selector("#picker", state="detached")
    assert len(duel.game["bids"]) == 1  # type: ignore[arg-type]
    ana.close()


def test_a_late_answer_does_not_hold_up_the_next_action(browser: Browser, site: Serving) -> None:
    """The frames that show a move, and the next one, may come before the move's own answer."""
    duel = Duel(browser, site)
    ana = duel.ana
    ana.page.wait_for_selector("#table[data-turn=yes]")
    hold_answers(ana.page, "/act")
    ana.page.click("#bid")
    ana.page.wait_for_selector("#picker", state="detached")
    duel.ben.act(duel.code)
    ana.page.click("#dudo")
    ana.wait_for_text(".scene")
    let_answers_go(ana.page)
    ana.close()


def test_a_late_action_is_told_what_came_first(browser: Browser, site: Serving) -> None:
    """A second device acts first: the action of the first one is refused with a reason."""
    duel = Duel(browser, site)
    ana = duel.ana
    ana.page.evaluate("() => { EventSource.prototype.dispatchEvent = () => {}; }")
    ana.context.route("**/live*", lambda route: route.abort())
    ana.page.reload()
    ana.wait_for_text("#picker")
    duel.ana_api.act(duel.code, {"bid": [1, 6]})
    ana.page.click("#bid")
    assert ana.wait_for_text("#toast:not([hidden])") == "You were too late: Ana bid 1 six."
    ana.close()


def test_others_see_who_is_away_and_who_is_back(browser: Browser, site: Serving) -> None:
    host = Guest(site.url)
    code = host.open(name="Ana", seats=3, pause_ms=60_000)["code"]
    ana = Person(browser, site.url, token=host.token).go_to(f"/t/{code}")
    ben = Person(browser, site.url, size=PHONE).go_to(f"/t/{code}")
    ben.sit_down("Ben")
    ana.until("document.querySelectorAll('.seat[data-person]').length === 2")
    ana.page.click("#start-match")
    ben.wait_for_text("#lift")
    assert ana.page.locator(".seat.gone").count() == 0
    ben.page.goto("about:blank")
    assert "Ben" in ana.wait_for_text(".seat.gone")
    ana.page.wait_for_selector("#people form[data-post=standin]", state="attached")
    ana.page.click("[popovertarget=powers-1]")
    ana.page.click("#people form[data-post=standin] button")
    ana.until("document.querySelector('#people').innerText.includes('Let a bot') === false")
    ben.go_to(f"/t/{code}")
    ben.page.click("#back")
    ben.wait_for_text("#hand #lift")
    ana.page.wait_for_selector(".seat.gone", state="detached")
    ben.requests.clear()
    ana.close()
    ben.close()
