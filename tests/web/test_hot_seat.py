"""Hot seat: several players on one device, each seeing only their own dice."""

import pytest
from playwright.sync_api import Browser, Page

from testkit.serving import Guest, Serving
from testkit.web.held_answers import hold_answers, let_answers_go
from testkit.web.people import LOOKS, PHONE, SENT_AGAIN, Person, violations


def dice_on(page: Page) -> int:
    """A hand's dice that are anywhere in the page."""
    return page.locator(".own-dice .die").count()


def begin(
    browser: Browser,
    site: Serving,
    names: list[str],
    edition: str | None = None,
    color_scheme: str = "light",
) -> Person:
    person = Person(browser, site.url, size=PHONE, has_touch=True, color_scheme=color_scheme)
    person.go_to("/hot")
    person.page.select_option("#people-count", str(len(names)))
    for number, name in enumerate(names):
        person.page.fill(f"#name-{number}", name)
    if edition is not None:
        person.page.select_option("#edition", edition)
    person.page.click("#begin")
    person.page.wait_for_url("**/hot/*")
    # What the stream brings at first covers a hand for a moment.
    person.page.wait_for_selector("#table[data-turn]")
    return person


def test_a_family_plays_a_match_on_one_phone(browser: Browser, site: Serving) -> None:
    person = begin(browser, site, ["Ana", "Ben"], edition="menteur")
    page = person.page
    code = page.url.rpartition("/")[2]
    token = next(c["value"] for c in person.context.cookies() if c["name"] == "perudo_guest")
    guest = Guest(site.url, token)
    turns = set()
    for _ in range(200):
        page.wait_for_selector("#take, #next, #again")
        if page.query_selector("#again"):
            break
        if page.query_selector("#next"):
            assert page.locator(".scene").count() == 1
            page.click("#next")
            page.wait_for_selector("#next", state="detached")
            continue
        assert dice_on(page) == 0  # the curtain is drawn
        name = page.inner_text("#take")
        seat = int(str(page.get_attribute("#take", "data-take")))
        turns.add(name)
        page.click("#take")
        page.wait_for_selector("#picker")
        own = guest.client.get(f"/api/tables/{code}?hand={seat}").json()["game"]["cup"]
        assert dice_on(page) == len(own)
        person.press("#dudo" if page.query_selector("#dudo") else "#bid")
    assert turns == {"I am Ana", "I am Ben"}
    assert person.wait_for_text(".win")
    page.click("#again")
    page.wait_for_selector("#take")
    assert guest.look(code)["match"] == 2
    person.close()


def test_the_curtain_can_be_drawn_without_acting(browser: Browser, site: Serving) -> None:
    person = begin(browser, site, ["Ana", "Ben"])
    page = person.page
    page.click("#take")
    page.wait_for_selector("#picker")
    page.click("#draw-curtain")
    page.wait_for_selector("#take")
    assert dice_on(page) == 0
    assert page.locator("#picker").count() == 0
    page.reload()
    page.wait_for_selector("#take")
    assert dice_on(page) == 0
    person.close()


def with_the_second_player(browser: Browser, site: Serving) -> Person:
    """Return a device on which Ana has bid and Ben has taken it, while Ana's answer is held."""
    person = begin(browser, site, ["Ana", "Ben"])
    page = person.page
    hold_answers(page, "/act?")
    page.click("#take")
    page.wait_for_selector("#picker")
    page.click("#bid")
    page.click("#take")
    page.wait_for_selector("#dudo")
    return person


def test_a_late_answer_hides_nothing_from_the_next_player(browser: Browser, site: Serving) -> None:
    """The frame that shows a move may come before the move's own answer."""
    person = with_the_second_player(browser, site)
    page = person.page
    let_answers_go(page)
    assert dice_on(page) == 5
    assert page.query_selector("#dudo")
    person.close()


def test_a_late_answer_hides_nothing_though_the_stream_has_begun_anew(
    browser: Browser, site: Serving
) -> None:
    person = with_the_second_player(browser, site)
    page = person.page
    page.evaluate(SENT_AGAIN)
    page.wait_for_selector("#table.taken #dudo")  # it covered the hand, which is taken anew
    let_answers_go(page)
    assert dice_on(page) == 5
    assert page.query_selector("#dudo")
    person.close()


def test_somebody_shouts_calza_out_of_turn(browser: Browser, site: Serving) -> None:
    person = begin(browser, site, ["Ana", "Ben", "Cleo"], edition="asmodee-2009")
    page = person.page
    page.click("#take")
    page.wait_for_selector("#picker")
    person.press("#bid")
    shout = page.locator("[data-shout]").first
    who = shout.inner_text().split(":")[0]
    shout.click()
    page.wait_for_selector(".scene")
    page.get_by_role("log").get_by_text(f"{who}: Calza!").wait_for()
    person.close()


def test_a_stranger_with_the_address_only_watches(browser: Browser, site: Serving) -> None:
    person = begin(browser, site, ["Ana", "Ben"])
    stranger = Person(browser, site.url).go_to(person.page.url.removeprefix(site.url))
    assert "/t/" in stranger.page.url
    stranger.wait_for_text(".waiting")
    assert dice_on(stranger.page) == 0
    person.close()
    stranger.close()


@pytest.mark.parametrize(("size", "scheme"), LOOKS, ids=["phone-light", "desktop-dark"])
def test_axe_finds_nothing(
    browser: Browser, site: Serving, size: dict[str, int], scheme: str
) -> None:
    """The set-up, the curtain, a hand that was taken, the showdown; and an address that leads
    nowhere."""
    person = begin(browser, site, ["Ana", "Ben"], color_scheme=scheme)
    page = person.page
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.wait_for_selector("#take")
    assert violations(page) == []
    page.click("#take")
    page.click("#lift")
    page.wait_for_selector("#hand.up #lift")
    page.evaluate("document.getAnimations().forEach((a) => a.finish())")
    assert violations(page) == []
    person.press("#bid")
    page.click("#take")
    page.wait_for_selector("#dudo")
    person.press("#dudo")
    page.wait_for_selector(".scene")
    assert violations(page) == []
    for path in ("/hot", "/t/NOSUCH"):
        person.go_to(path)
        assert violations(page) == []
    person.close()
