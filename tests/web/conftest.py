from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from serving import Serving
from web.replaying import Played, played


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A real server for all tests of pages that need no other."""
    with Serving(f"sqlite:///{tmp_path_factory.mktemp('site')}/tables.db") as serving:
        yield serving


@pytest.fixture(scope="session")
def four(site: Serving) -> Iterator[Played]:
    """Cups go up one by one, with palifico and calza."""
    match = played(site, edition="asmodee-2024", seats=4, dice=3, options=["calza", "palifico"])
    yield match
    match.host.close()


@pytest.fixture(scope="session")
def six(site: Serving) -> Iterator[Played]:
    """The largest table; each rolls for the first turn."""
    match = played(site, edition="weekend", seats=6, dice=2)
    yield match
    match.host.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="en", service_workers="block", reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield page
    assert wrong == []
