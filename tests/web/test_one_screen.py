"""A table is one screen: whatever can be pressed is in the window, and nothing moves in a round."""

from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as NotInTime

from testkit.serving import Serving
from testkit.web.layout import NOT_IN_WINDOW, OVERLAPPING
from testkit.web.people import Person
from testkit.web.states import SIZES, SMALL_PHONE, Course, resize, show

ROUND = ("turn", "others", "hearing", "answer", "showdown", "second-round")
"""The states between two deals, and the first of the next."""
SETTLED_MS = 5_000
FELT = """() => ['.felt', '.panel'].map((part) => {
  const { top, height } = document.querySelector(part).getBoundingClientRect();
  return [top, height].map(Math.round);
})"""


def look(page: Page, state: str, felts: dict[tuple[int, int], object]) -> None:
    for size in SIZES:
        resize(page, size)
        where = (state, size)
        assert page.evaluate("scrollY") == 0, where
        for script in (NOT_IN_WINDOW, OVERLAPPING):
            # A window of another size is laid out a moment later, and so is a region that changes.
            with suppress(NotInTime):
                page.wait_for_function(f"() => ({script})().length === 0", timeout=SETTLED_MS)
            assert page.evaluate(script) == [], where
        if state in ROUND:
            at = page.evaluate(FELT)
            assert felts.setdefault((size["width"], size["height"]), at) == at, where


WITH_A_COACH = {"coach": True, "turn_seconds": None}


@pytest.mark.parametrize(("seats", "settings"), [(2, WITH_A_COACH), (6, {})])
def test_whatever_can_be_pressed_is_in_the_window(
    browser: Browser, site: Serving, seats: int, settings: dict[str, Any]
) -> None:
    course = Course(site.url, seats, **settings)
    ana = Person(browser, site.url, size=SMALL_PHONE, token=course.host.token).go_to("/privacy")
    felts: dict[tuple[int, int], object] = {}
    seen = []
    for state in course.states():
        show(ana.page, state)
        look(ana.page, state.name, felts)
        seen.append(state.name)
        if state.name in ("turn", "answer"):
            assert len(ana.page.query_selector_all("#hand.up .own-dice .die")) == 5
    assert {"lobby", "turn", "others", "answer", "showdown", "palifico", "result"} <= set(seen)
    ana.close()
    course.close()
