"""The show of a showdown, which only those see who have motion on."""

import pytest
from playwright.sync_api import Browser

from testkit.serving import Guest, Serving
from testkit.web.people import DESKTOP, PHONE, Person

RED = "rgb(179, 38, 30)"
TRANSPARENT = "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_old_can_be_pressed_while_the_cups_go_up(
    browser: Browser, site: Serving, size: dict[str, int]
) -> None:
    host, ben = Guest(site.url), Guest(site.url)
    code = host.open(name="Ana", seats=2, pause_ms=60_000, options=["calza"])["code"]
    ben.ask(code, "sit", name="Ben")
    host.ask(code, "start", toucan=1)
    ben.act(code)
    ana = Person(browser, site.url, size=size, token=host.token, reduced_motion="no-preference")
    page = ana.goes_to(f"/t/{code}").page
    ana.sees("#dudo")
    page.click("#dudo")
    ana.sees("#table.counting .scene")
    assert page.inner_html("#actions") == ""
    ana.requests.clear()
    for key in "dcbn":
        page.keyboard.press(key)
    page.click(".felt .called")  # she has seen enough
    ana.sees("#next")
    assert page.locator("#table.counting").count() == 0
    assert ana.requests == []
    ana.close()


def test_a_device_that_is_passed_around_says_nothing_of_the_end_before_it_comes(
    browser: Browser, site: Serving
) -> None:
    ana = Person(browser, site.url, size=PHONE, reduced_motion="no-preference").goes_to("/hot")
    page = ana.page
    page.select_option("#people-count", "2")
    page.click("#begin")
    for press in ("#bid", "#dudo"):
        page.click("#take")
        ana.presses(press)
    ana.sees("#table.counting .scene")
    assert page.inner_html("#curtain") == page.inner_html("#actions") == ""
    page.keyboard.press("Escape")
    assert ana.sees("#curtain #next") == "Next round"
    assert "The next round is about to start." in page.inner_html("#actions")
    assert page.evaluate("document.activeElement.id") == "curtain"
    ana.close()


CUT_OFF = """() => [...document.querySelectorAll(".seat.you .name, .seat.you .name *")].filter(
  (text) => text.scrollWidth > text.clientWidth && getComputedStyle(text).display !== "inline"
).map((text) => text.textContent)"""


@pytest.mark.parametrize("lang", ["fr", "nl"])
@pytest.mark.parametrize("width", [320, 390])
def test_one_finds_ones_own_name_on_a_phone(
    browser: Browser, site: Serving, width: int, lang: str
) -> None:
    """And a friend's long one takes no more room than there is."""
    host, long = Guest(site.url), Guest(site.url)
    code = host.open(name="Joueuse", seats=4, pause_ms=60_000, hearing_ms=0)["code"]
    long.ask(code, "sit", name="W" * 24)
    host.ask(code, "start", toucan=0, fill="easy")
    host.act(code, {"bid": [1, 4]})
    long.act(code, {"call": "dudo"})
    size = {"width": width, "height": 640}
    ana = Person(browser, site.url, size=size, token=host.token, locale=lang)
    page = ana.goes_to(f"/t/{code}").page
    ana.sees(".scene")
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    ana.close()


def test_the_pause_hurries_nobody(browser: Browser, site: Serving) -> None:
    """Red is for whoever is to act."""
    host, ben = Guest(site.url), Guest(site.url)
    code = host.open(name="Ana", seats=2, pause_ms=9_000, hearing_ms=0, turn_seconds=9)["code"]
    ben.ask(code, "sit", name="Ben")
    host.ask(code, "start", toucan=0)
    ana = Person(browser, site.url, token=host.token).goes_to(f"/t/{code}")

    def colour(clock: str) -> object:
        ana.sees(f"{clock}.soon")
        return ana.page.eval_on_selector(clock, "it => getComputedStyle(it).backgroundColor")

    assert colour("#picker [data-until]") == colour(".seat.turn [data-until]") == RED
    host.act(code)
    ben.act(code, {"call": "dudo"})
    assert colour(".ready [data-until]") == TRANSPARENT
    ana.close()
