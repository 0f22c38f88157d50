"""The confirmation before a personal link replaces the reader's own seat."""

import pytest
from playwright.sync_api import Browser, Page

from testkit.serving import Guest, Serving
from testkit.web.layout import STICKING_OUT
from testkit.web.people import LOOKS, Person, violations


def test_the_seat_is_opened_and_given_back(browser: Browser, site: Serving) -> None:
    ann, zoe = Guest(site.url), Guest(site.url)
    table = ann.open(name="Ann", seats=2)["table"]
    link = zoe.ask(table, "sit", name="Zoe")["personal_link"].removeprefix(site.url)
    person = Person(browser, site.url, token=ann.token)
    page = person.go_to(link).page
    assert "Zoe" in person.wait_for_text(".card")
    page.click("text=Stay Ann")
    page.wait_for_url(f"**/t/{table}")
    person.go_to(link)
    page.click("[data-take]")
    page.wait_for_url(f"**/t/{table}")
    assert "Zoe" in person.wait_for_text("p.hint:has(a[href^='/seat/'])")
    with page.expect_navigation(url=f"**/t/{table}"):  # where it is already
        page.click("a[href^='/seat/']")
    page.wait_for_selector("#table")
    assert page.query_selector("a[href^='/seat/']") is None
    person.close()


@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_axe_finds_nothing(
    browser: Browser, site: Serving, size: dict[str, int], look: str
) -> None:
    ann, zoe = Guest(site.url), Guest(site.url)
    table = ann.open(name="Ann", seats=2)["table"]
    link = zoe.ask(table, "sit", name="Zoe" * 13)["personal_link"].removeprefix(site.url)
    person = Person(browser, site.url, size=size, token=ann.token, color_scheme=look)
    page: Page = person.go_to(link).page
    assert violations(page) == []
    assert page.evaluate(STICKING_OUT) == []
    page.click("[data-take]")
    page.wait_for_url(f"**/t/{table}")
    page.wait_for_selector("a[href^='/seat/']")
    assert page.evaluate(STICKING_OUT) == []
    person.close()
