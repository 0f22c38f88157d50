"""The privacy page: this server's settings, in the reader's language."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from perudo.web.privacy_page import contact_link
from testkit.serving import Serving
from testkit.web.people import LOOKS, Person, violations

CONTACT = "club@perudo.example"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with all settings that the page shows."""
    set_by = {
        "PERUDO_CONTACT": CONTACT,
        "PERUDO_KEEP_FINISHED_DAYS": "1",
        "PERUDO_KEEP_IDLE_DAYS": "17",
    }
    file = tmp_path_factory.mktemp("club") / "tables.db"
    with Serving(f"sqlite:///{file}", environment=set_by) as serving:
        yield serving


def test_it_is_found_from_the_first_page_and_from_every_menu(page: Page) -> None:
    page.goto("/")
    page.locator(".home-foot a").click()
    page.wait_for_url("**/privacy")
    expect(page.get_by_role("heading", level=1)).to_have_text("Privacy")
    page.goto("/editions")
    page.click("[popovertarget=menu]")
    page.locator("#menu").get_by_role("link", name="Privacy").click()
    page.wait_for_url("**/privacy")


def test_it_shows_the_operators_settings(browser: Browser, club: Serving) -> None:
    person = Person(browser, club.url, locale="fr").go_to("/privacy")
    text = person.wait_for_text("main")
    assert "au bout de 1 jour." in text
    assert "au bout de 17 jours." in text
    link = person.page.get_by_role("link", name=CONTACT)
    expect(link).to_have_attribute("href", f"mailto:{CONTACT}")
    person.close()


def test_without_a_contact_it_says_whom_to_ask(page: Page) -> None:
    page.goto("/privacy")
    main = page.locator("main")
    expect(main).to_contain_text("has named no contact here")
    expect(main).to_contain_text("deleted after 30 days")
    expect(main).to_contain_text("deleted after 60 days")


@pytest.mark.parametrize(
    ("contact", "link"),
    [
        ("club@perudo.example", "mailto:club@perudo.example"),
        ("https://perudo.example/contact", "https://perudo.example/contact"),
        ("Rosa, at the bar", ""),
        ("ask @rosa on Fridays", ""),
        ("javascript:alert(1)", ""),
        ("", ""),
    ],
)
def test_a_contact_leads_somewhere_only_if_it_is_an_address(contact: str, link: str) -> None:
    assert contact_link(contact) == link


@pytest.mark.parametrize(("size", "look"), LOOKS, ids=["phone-light", "desktop-dark"])
def test_axe_finds_nothing(
    browser: Browser, club: Serving, size: dict[str, int], look: str
) -> None:
    person = Person(browser, club.url, size=size, color_scheme=look).go_to("/privacy")
    assert violations(person.page) == []
    person.close()
