"""Accessibility of the table: keyboard, screen reader, and axe's rules."""

import pytest
from playwright.sync_api import Browser, Page

from testkit.serving import Guest, Serving
from testkit.web.clock import stop_clock
from testkit.web.people import DESKTOP, PHONE, Person, violations

MANY_TABS = 120
STEADY_MS = 350
"""After the first press of its key a button is armed, when nobody goes on typing."""


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(MANY_TABS):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def test_a_match_by_keyboard_alone(browser: Browser, site: Serving) -> None:
    """From the first page to the result with Tab, Enter, Space and arrows alone."""
    ana = Person(browser, site.url).go_to("/hot")
    page = ana.page
    page.evaluate("localStorage.setItem('perudo-shortcuts', 'off')")
    host = Guest(site.url)
    code = host.open(seats=2, dice=1, pace_ms=0, pause_ms=60_000, edition="menteur")["code"]
    ana.go_to("/")
    tab_to(page, "#code")
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    page.wait_for_selector("#sit")
    tab_to(page, "#name")
    page.keyboard.type("Ana")
    tab_to(page, "[name=colour]")
    page.keyboard.press("ArrowRight")
    tab_to(page, "#sit-down")
    page.keyboard.press("Enter")
    page.wait_for_selector("#start-match")
    tab_to(page, "#start-match")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand.up #lift")
    tab_to(page, "#lift")
    page.keyboard.press("Space")
    ana.wait_for_text("#hand:not(.up) #lift")
    page.keyboard.press("Space")
    ana.wait_for_text("#hand.up .own-dice")
    for _ in range(100):
        page.wait_for_selector("#picker, #next:not([disabled]), .after")
        if page.query_selector(".after"):
            break
        before = page.get_attribute("#table", "data-version")
        if page.query_selector("#dudo"):
            tab_to(page, "#dudo")
        elif page.query_selector("#picker"):
            tab_to(page, "[name=face]")
            page.keyboard.press("ArrowRight")
            tab_to(page, "[data-step-by='1']")
            page.keyboard.press("Enter")
            tab_to(page, "#bid")
        else:
            tab_to(page, "#next")
        page.keyboard.press("Enter")
        ana.until("v => document.querySelector('#table').dataset.version !== v", before)
    assert ana.wait_for_text(".win")
    ana.close()


def test_single_key_shortcuts(browser: Browser, site: Serving) -> None:
    host, ben = Guest(site.url), Guest(site.url)
    code = host.open(name="Ana", seats=2, pause_ms=60_000)["code"]
    ben.ask(code, "sit", name="Ben")
    host.ask(code, "start", toucan=0)
    ana = Person(browser, site.url, token=host.token)
    page = ana.page
    page.clock.install()
    ana.go_to(f"/t/{code}")
    page.wait_for_selector("#table[data-turn=yes]")  # what the stream brings at first is there
    stop_clock(page)  # a button that is armed stays so, however slow this machine is
    for key in ("l", "l", "5", "+", "+", "+", "-"):
        page.keyboard.press(key)
    ana.wait_for_text("#hand.up .own-dice")
    assert (page.input_value("#quantity"), page.input_value("[name=face]:checked")) == ("3", "5")
    page.keyboard.press("b")
    page.clock.run_for(STEADY_MS)
    page.wait_for_selector("#bid.armed")
    page.keyboard.press("b")
    page.wait_for_selector("#picker", state="detached")
    assert host.look(code)["game"]["bids"] == [[0, 3, 5]]
    page.keyboard.press("t")
    page.keyboard.type("bcd 12")  # letters typed in the chat are letters
    page.keyboard.press("Enter")
    ana.until("document.querySelector('#talk').innerText.includes('bcd 12')")
    page.locator("#actions").focus()
    ben.act(code)
    ana.wait_for_text("#picker")
    page.keyboard.press("d")
    page.clock.run_for(STEADY_MS)
    page.wait_for_selector("#dudo.armed")
    page.keyboard.press("d")
    ana.wait_for_text(".scene")
    page.keyboard.press("n")
    page.wait_for_selector("#next[disabled]")
    ben.ask(code, "ready")
    ana.wait_for_text("#lift")
    ana.close()


WORDS = ("bad bid", "add", "cc", "dd", "bb\n", "c'est ça", "nabucodonosor", "d\n", "doubt it")


@pytest.mark.parametrize("delay", [0, 30])
def test_typed_words_play_nothing(browser: Browser, site: Serving, delay: int) -> None:
    """Somebody types, but no field has the focus."""
    host, ben = Guest(site.url), Guest(site.url)
    code = host.open(name="Ana", seats=2, pause_ms=60_000, options=["calza"])["code"]
    ben.ask(code, "sit", name="Ben")
    host.ask(code, "start", toucan=1)
    ben.act(code)
    ana = Person(browser, site.url, token=host.token).go_to(f"/t/{code}")
    ana.wait_for_text("#dudo")
    ana.requests.clear()
    for words in WORDS:
        ana.page.keyboard.type(words, delay=delay)
        ana.page.keyboard.press("Escape")
    assert not any(url.endswith("/act") for url in ana.requests)
    assert ana.page.query_selector(".armed") is None
    ana.close()


def test_what_a_screen_reader_finds_and_hears(browser: Browser, site: Serving) -> None:
    """Elements are found by role and name; events are announced in the log."""
    host, ben = Guest(site.url), Guest(site.url)
    code = host.open(name="Ana", seats=2, pause_ms=60_000, edition="weekend")["code"]
    ben.ask(code, "sit", name="Ben")
    ana = Person(browser, site.url, size=PHONE, token=host.token).go_to(f"/t/{code}")
    page = ana.page
    page.get_by_role("button", name="Start the match").click()
    cup = page.get_by_role("region", name="Your cup")
    cup.get_by_role("button", name="Put the cup down").click()
    cup.get_by_role("button", name="Lift your cup").click()
    cup.get_by_role("button", name="Put the cup down").wait_for()
    cup.get_by_role("img").first.wait_for()  # what is hidden appears a moment after its button
    dice = [str(die.get_attribute("aria-label")) for die in cup.get_by_role("img").all()]
    own = host.look(code)["game"]["cup"]
    assert dice == ["Paco" if face == 1 else str(face) for face in own]
    log = page.get_by_role("log")
    if host.look(code)["game"]["turn"] == 1:
        ben.act(code, {"bid": [1, 2]})
    page.get_by_role("radio", name="fives").check(force=True)
    page.get_by_role("spinbutton", name="How many").fill("2")
    page.get_by_role("button", name="Bid 2 fives").click()
    page.wait_for_selector("#picker", state="detached")
    # One die at least does not count, so the bid does not hold.
    cups = [*own, *ben.look(code)["game"]["cup"]]
    face, faces = (5, "fives") if any(die not in (1, 5) for die in cups) else (6, "sixes")
    ben.act(code, {"bid": [10, face]})
    log.get_by_text(f"Ben: 10 {faces}").wait_for()
    log.get_by_text("Your turn.").last.wait_for()
    page.get_by_role("button", name="Dudo!").click()
    log.get_by_text("Ben loses a die.").wait_for()
    page.get_by_role("button", name="Talk and people").click()
    assert f"10 {faces}" in page.get_by_role("region", name="Bids of this round").inner_text()
    page.keyboard.press("Escape")
    shown = page.get_by_role("region", name="The table").get_by_role("img")
    assert shown.count() == 10  # every die of both cups has its text
    page.get_by_role("button", name="Next round").click()
    ana.close()


@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone-light", "desktop-dark"]
)
def test_axe_finds_nothing_at_any_point_of_a_match(
    browser: Browser, site: Serving, size: dict[str, int], scheme: str
) -> None:
    host, ben = Guest(site.url), Guest(site.url)
    code = host.open(
        name="Ana", seats=2, dice=2, pause_ms=60_000, turn_seconds=3600, edition="weekend",
        options=["calza"],
    )["code"]  # fmt: skip
    stranger = Person(browser, site.url, size=size, color_scheme=scheme).go_to(f"/t/{code}")
    stranger.wait_for_text("#sit")
    assert violations(stranger.page) == []
    ben.ask(code, "sit", name="Ben")
    ana = Person(browser, site.url, size=size, color_scheme=scheme, token=host.token)
    ana.go_to(f"/t/{code}")
    page = ana.page
    ana.wait_for_text("#start-match")
    assert violations(page) == []
    page.click("#start-match")
    ana.wait_for_text("#lift")
    host.ask(code, "chat", text="good luck")
    ben.ask(code, "react", reaction="laugh")
    seen: set[str] = set()

    def look_at(state: str) -> None:
        ana.wait_for_text(state)
        if state not in seen:
            page.evaluate("document.getAnimations().forEach((a) => a.finish())")
            assert violations(page) == [], state
            seen.add(state)

    while host.look(code)["on"]:
        game = host.look(code)["game"]
        if game["turn"] is None:
            look_at(".scene")
            ben.ask(code, "ready")
            page.click("#next")
            page.wait_for_selector(".scene", state="detached")
        elif game["turn"] == 0:
            ana.wait_for_text("#dudo" if game["bids"] else "#picker")
            look_at("#dudo" if game["bids"] else "#picker")
            ana.press("#dudo" if game["bids"] else "#bid")
        else:
            look_at(".waiting")
            before = page.get_attribute("#table", "data-version")
            ben.act(code)
            ana.until("v => document.querySelector('#table').dataset.version !== v", before)
    look_at(".after")
    assert {".scene", "#dudo", ".waiting", ".after"} <= seen
    page.click("[popovertarget=menu]")
    assert violations(page, "#menu") == []
    assert violations(stranger.page) == []
    ana.close()
    stranger.close()
