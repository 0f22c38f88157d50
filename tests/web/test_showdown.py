"""The animation of a showdown, shown unless motion is reduced."""

import pytest
from playwright.sync_api import Browser

from testkit.serving import Guest, Serving
from testkit.web.clock import stop_clock
from testkit.web.people import DESKTOP, PHONE, Person

RED = "rgb(179, 38, 30)"
TRANSPARENT = "rgba(0, 0, 0, 0)"
NEAR_ITS_END = """selector => {
  const clock = document.querySelector(selector);
  if (clock !== null) clock.dataset.until = Date.now() + 5_000;
  if (!clock?.classList.contains("soon") || clock.getAnimations().length) return "";
  return getComputedStyle(clock).backgroundColor;
}"""
"""The colour of a clock that has a few seconds left, however slow this machine is."""


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_outdated_buttons_are_gone_while_cups_go_up(
    browser: Browser, site: Serving, size: dict[str, int]
) -> None:
    host, ben = Guest(site.url), Guest(site.url)
    code = host.open(name="Ana", seats=2, pause_ms=60_000, options=["calza"])["code"]
    ben.ask(code, "sit", name="Ben")
    host.ask(code, "start", toucan=1)
    ben.act(code)
    ana = Person(browser, site.url, size=size, token=host.token, reduced_motion="no-preference")
    page = ana.page
    page.clock.install()
    ana.go_to(f"/t/{code}")
    ana.wait_for_text("#table[data-turn=yes] #dudo")  # the stream is there, and tells of what comes
    stop_clock(page)  # the cups stay down until she has looked
    page.click("#dudo")
    ana.wait_for_text("#table.counting .scene")
    assert page.inner_html("#actions") == ""
    ana.requests.clear()
    for key in "dcbn":
        page.keyboard.press(key)
    page.click(".felt .called")  # she has seen enough
    ana.wait_for_text("#next")
    assert page.locator("#table.counting").count() == 0
    # The page takes part in the dice by itself.
    own = ("/pledge", "/link")
    assert [url for url in ana.requests if "/api/" in url and not url.endswith(own)] == []
    ana.close()


def test_a_hot_seat_device_hides_the_result_until_the_end(browser: Browser, site: Serving) -> None:
    ana = Person(browser, site.url, size=PHONE, reduced_motion="no-preference")
    page = ana.page
    page.clock.install()
    ana.go_to("/hot")
    page.select_option("#people-count", "2")
    page.click("#begin")
    page.click("#take")
    ana.press("#bid")
    page.click("#take")
    page.wait_for_selector("#dudo")
    stop_clock(page)
    ana.press("#dudo")
    ana.wait_for_text("#table.counting .scene")
    assert page.inner_html("#curtain") == page.inner_html("#actions") == ""
    page.keyboard.press("Escape")
    assert ana.wait_for_text("#curtain #next") == "Next round"
    assert "The next round is about to start." in page.inner_html("#actions")
    assert page.evaluate("document.activeElement.id") == "curtain"
    ana.close()


CUT_OFF = """() => [...document.querySelectorAll(".seat.you .name, .seat.you .name *")].filter(
  (text) => text.scrollWidth > text.clientWidth && getComputedStyle(text).display !== "inline"
).map((text) => text.textContent)"""


@pytest.mark.parametrize("lang", ["fr", "nl"])
@pytest.mark.parametrize("width", [320, 390])
def test_the_own_name_is_visible_on_a_phone(
    browser: Browser, site: Serving, width: int, lang: str
) -> None:
    """A friend's long name does not push it out."""
    host, long = Guest(site.url), Guest(site.url)
    code = host.open(name="Joueuse", seats=4, pause_ms=60_000, hearing_ms=0)["code"]
    long.ask(code, "sit", name="W" * 24)
    host.ask(code, "start", toucan=0, fill="easy")
    host.act(code, {"bid": [1, 4]})
    long.act(code, {"call": "dudo"})
    size = {"width": width, "height": 640}
    ana = Person(browser, site.url, size=size, token=host.token, locale=lang)
    page = ana.go_to(f"/t/{code}").page
    ana.wait_for_text(".scene")
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    ana.close()


def test_only_the_clock_of_a_turn_gets_red(browser: Browser, site: Serving) -> None:
    host, ben = Guest(site.url), Guest(site.url)
    code = host.open(name="Ana", seats=2, pause_ms=60_000, hearing_ms=0, turn_seconds=60)["code"]
    ben.ask(code, "sit", name="Ben")
    host.ask(code, "start", toucan=0)
    ana = Person(browser, site.url, token=host.token).go_to(f"/t/{code}")

    def colour(clock: str) -> object:
        return ana.page.wait_for_function(NEAR_ITS_END, arg=clock).json_value()

    assert colour("#picker [data-until]") == colour(".seat.turn [data-until]") == RED
    host.act(code)
    ben.act(code, {"call": "dudo"})
    assert colour(".ready [data-until]") == TRANSPARENT
    ana.close()


def test_the_showdown_says_who_doubts_whom_and_who_is_out_after_the_count(
    browser: Browser, site: Serving
) -> None:
    host, ben = Guest(site.url), Guest(site.url)
    settings = {"dice": 1, "pause_ms": 60_000, "hearing_ms": 0}
    code = host.open(name="Ana", seats=3, **settings)["code"]
    ben.ask(code, "sit", name="Ben")
    host.ask(code, "start", toucan=0, fill="easy")
    ana = Person(browser, site.url, token=host.token, reduced_motion="no-preference")
    page = ana.page
    page.clock.install()
    ana.go_to(f"/t/{code}")
    ana.wait_for_text("#table[data-turn=yes] #picker")
    ana.wait_for_text("#hand.up .own-dice")
    stop_clock(page)
    host.act(code, {"bid": [15, 6]})
    ben.act(code, {"call": "dudo"})
    assert ana.wait_for_text("#table.counting .called") == "Ben doubts you: 15 sixes"
    shown = page.locator("#table")
    assert "out" not in shown.inner_text().replace("without", "")
    assert page.locator("#hand .own-dice").is_visible()  # until all is counted
    page.keyboard.press("Escape")
    assert ana.wait_for_text(".verdict .out-now") == "You are out of the game."
    assert "You are out" in ana.wait_for_text("#hand .hint")
    ana.close()
