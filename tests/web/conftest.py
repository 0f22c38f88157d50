import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from testkit.serving import Serving
from testkit.web.people import keep_errors
from testkit.web.replaying import Played, played

LONG = (
    # What others show at one size, in one look or in one box, shown for the rest.
    "test_every_page.py::test_a_table_is_whole_in_every_language",
    "test_table_access.py::test_axe_finds_nothing_at_any_point_of_a_match[desktop-dark]",
    "test_hot_seat.py::test_axe_finds_nothing",
    "test_replay_check.py::test_everybody_can_use_it",
    "test_replay_check.py::test_it_fits_a_small_phone_in_every_language",
    "test_replay.py::test_what_is_shown_is_what_was_played[six]",
    "test_lesson.py::test_the_whole_lesson_by_keyboard[asmodee-2009]",
    "test_lesson.py::test_axe_finds_nothing",
    "test_cup.py::test_axe_finds_nothing",
    "test_home.py::test_no_barrier",
    "test_setup.py::test_no_barrier[desktop-dark]",
    "test_install.py::test_no_barrier[desktop-dark]",
    "test_speed.py::test_bids_are_painted_and_that_is_measured",
)
"""Run by ``make pages``, which has the time; all others by every ``make test``."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get("LONG") == "1":
        return
    long = [item for item in items if any(name in item.nodeid for name in LONG)]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]


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
