"""The main flows in a real Firefox: play now, a whole match after joining by link, the keyboard."""

import os
from collections.abc import Iterator
from contextlib import suppress

import pytest

from testkit.firefox import Firefox, FirefoxError, NoFirefox
from testkit.serving import Guest, Serving
from testkit.web.layout import NOT_IN_WINDOW, OVERLAPPING, STICKING_OUT

TURNS = 60
FASTER = "v => document.querySelector('#table').dataset.version !== v"


@pytest.fixture(scope="module")
def firefox() -> Iterator[Firefox]:
    try:
        with Firefox() as firefox:
            yield firefox
    except NoFirefox:
        missing = "Firefox is not installed: the pages are not tested with it"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)


@pytest.fixture
def fresh(firefox: Firefox, site: Serving) -> Firefox:
    """The browser as somebody has it who has never been here."""
    firefox.go_to(f"{site.url}/privacy")
    firefox.ask("WebDriver:DeleteAllCookies", {})
    firefox.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    return firefox


def check_layout(firefox: Firefox) -> None:
    for script in (STICKING_OUT, NOT_IN_WINDOW, OVERLAPPING):
        # The bots play on meanwhile, so a region may just be replaced: once is enough.
        with suppress(FirefoxError):
            firefox.until(f"() => ({script})().length === 0")
            continue
        assert firefox.evaluate(script) == []


def version_of(firefox: Firefox) -> str:
    return str(firefox.evaluate("() => document.querySelector('#table').dataset.version"))


def to_own_turn(firefox: Firefox) -> None:
    """Go on to the next round as often as the bots end one among themselves."""
    firefox.wait_for("#picker, #next:not([disabled])")
    while not firefox.has("#picker"):
        version = version_of(firefox)
        if firefox.click_if_there("#next:not([disabled])"):
            firefox.until(FASTER, version)
        firefox.wait_for("#picker, #next:not([disabled])")


def test_play_now_to_the_first_bid(fresh: Firefox, site: Serving) -> None:
    fresh.go_to(site.url)
    assert fresh.evaluate(STICKING_OUT) == []
    fresh.click("[data-play]")
    fresh.wait_for("#hand.up .own-dice")  # cups lift by themselves
    to_own_turn(fresh)
    for size in ((1024, 768), (844, 390)):
        fresh.resize(*size)
        check_layout(fresh)
    fresh.resize(1024, 768)
    bidden = False
    while not bidden:  # a bot may have called calza meanwhile
        to_own_turn(fresh)
        version = version_of(fresh)
        bidden = fresh.click_if_there("#bid")
    fresh.until(FASTER, version)


def test_a_whole_match_after_joining_by_link(fresh: Firefox, site: Serving) -> None:
    host = Guest(site.url)
    settings = {"dice": 1, "pace_ms": 0, "hearing_ms": 0, "pause_ms": 60_000}
    code = host.open(name="Ana", seats=2, edition="weekend", **settings)["code"]
    fresh.go_to(f"{site.url}/t/{code}")
    fresh.fill("#name", "Ben")
    fresh.click("#sit-down")
    fresh.wait_for(".invite-link")
    host.ask(code, "start")
    fresh.wait_for("#lift")
    for _ in range(TURNS):
        fresh.wait_for("#picker, #next:not([disabled]), .waiting, .after")
        if fresh.has(".after"):
            break
        version = version_of(fresh)
        if fresh.has("#picker"):
            fresh.click("#dudo" if fresh.has("#dudo") else "#bid")
        elif fresh.has("#next:not([disabled])"):
            host.post(f"/api/tables/{code}/ready")  # or the round has not begun yet
            fresh.click("#next")
        else:
            bids = host.look(code)["game"]["bids"]
            host.act(code, {"call": "dudo"} if bids else None)
        fresh.until(f"v => document.querySelector('.after') || ({FASTER})(v)", version)
    assert "wins the match!" in fresh.text(".win") or "You win" in fresh.text(".win")
    check_layout(fresh)
    fresh.until("() => document.querySelector('#checked [data-fair-status]')?.textContent")
    assert "nobody could choose them" in fresh.text("#checked [data-fair-status]")


def test_the_keyboard(fresh: Firefox, site: Serving) -> None:
    host = Guest(site.url)
    code = host.open(name="Ana", seats=2, pause_ms=60_000, edition="menteur")["code"]
    fresh.go_to(f"{site.url}/t/{code}")
    fresh.fill("#name", "Ben")
    fresh.keys("\ue007")  # Enter
    fresh.wait_for(".invite-link")
    host.ask(code, "start")
    fresh.wait_for("#lift")
    if host.look(code)["game"]["turn"] == 0:
        host.act(code, {"bid": [1, 2]})
    fresh.wait_for("#picker")
    fresh.evaluate("() => document.activeElement.blur()")
    fresh.keys(*"add bad")  # somebody types, but no field has the focus
    fresh.keys("\ue00c")
    assert fresh.has("#picker")
    fresh.keys(*"5++-")
    fresh.until("() => document.querySelector('[name=face]:checked').value === '5'")
    quantity = fresh.evaluate("() => Number(document.querySelector('#quantity').value)")
    # Those who typed have to pause before a key is a move again.
    fresh.go_to(f"{site.url}/t/{code}")
    fresh.until("() => document.querySelector('#table').dataset.turn === 'yes'")
    fresh.wait_for("#hand.up")
    fresh.keys(*"ll5")
    fresh.wait_for("#hand.up .own-dice")
    fresh.keys(*"+" * (quantity - 1), "b")
    fresh.wait_for("#bid.armed")
    fresh.keys("b")
    fresh.until("() => document.querySelector('#picker') === null")
    assert host.look(code)["game"]["bids"][-1][0] == 1
    fresh.keys("t", *"hello", "\ue007")
    fresh.until("() => document.querySelector('#talk').textContent.includes('hello')")
