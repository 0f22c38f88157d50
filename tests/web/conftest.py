from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from testkit.serving import Serving
from testkit.web.people import keep_errors
from testkit.web.replaying import Played, played


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
def device() -> dict[str, Any]:
    """Extra options for the browser of a module's tests."""
    return {}


@pytest.fixture
def context(browser: Browser, site: Serving, device: dict[str, Any]) -> Iterator[BrowserContext]:
    usual = {"base_url": site.url, "locale": "en-GB", "service_workers": "block"}
    context = browser.new_context(**{**usual, "reduced_motion": "reduce", **device})
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    wrong: list[str] = []
    keep_errors(page, wrong)
    yield page
    assert wrong == []
