"""A short run of the page benchmark: exact limits, and that the rest measures."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser

from benchmarks.web.measuring import start, updates, weigh
from benchmarks.web.report import MOST_BYTES
from benchmarks.web.stage import UNTHROTTLED, Match
from testkit.serving import Serving
from testkit.web.replaying import judged

LONG_MS = 20_000.0
"""Nobody's promise: beyond this something hangs."""


@pytest.fixture(scope="module")
def match(site: Serving) -> Iterator[Match]:
    match = Match(site.url, 4)
    match.to_turn_of(0)
    yield match
    match.close()


def test_a_table_is_small_and_needs_one_request(
    browser: Browser, site: Serving, match: Match
) -> None:
    path = f"/t/{match.code}"
    found = weigh(browser, site.port, path, match.players[0])
    document, stream, *beside = found.requests
    assert (document, "/live?shown=" in stream) == (path, True)
    # Who sat down with another program pledges now; that waits until the page is there.
    # A browser with a window shows the icon there.
    quiet = ("/pledge", "/static/icon.svg")
    loaded = [asked for asked in beside if not asked.endswith(quiet)]
    # This device's part in the dice is loaded when the page has been drawn, too.
    later = ["/static/own-part.js"]
    assert loaded == later, "another script or a style sheet would wait in line"
    packed = {"accept-encoding": "gzip"}
    sent = httpx.get(site.url + path, headers=packed).headers["content-length"]
    assert int(sent) < found.first < found.total < MOST_BYTES


@pytest.mark.parametrize(
    "path", ["/", "/new", "/learn", "/editions", "/cup", "/hot", "/practice/daily"]
)
def test_other_pages_are_small(browser: Browser, site: Serving, path: str) -> None:
    found = weigh(browser, site.port, path)
    assert found.requests[0] == path
    assert found.first < found.total < MOST_BYTES


def test_a_judged_match_is_small(browser: Browser, site: Serving) -> None:
    match = judged(site, edition="asmodee-2009", options=["calza"], seats=4)
    path = f"/t/{match.code}/analysis"
    found = weigh(browser, site.port, path)
    assert found.requests[0] == path
    assert found.first < found.total < MOST_BYTES


def test_time_to_a_working_picker_is_measured(
    browser: Browser, site: Serving, match: Match
) -> None:
    found = start(browser, site.url, match, UNTHROTTLED)
    assert 0 < found.arrived < found.works <= found.interactive < LONG_MS


def test_time_to_paint_a_bid_is_measured(browser: Browser, site: Serving) -> None:
    found = updates(browser, site.url, 4, bids=8)
    assert len(found.to_paint) == 8
    assert found.end_to_end
    assert all(0 < ms < LONG_MS for ms in (*found.to_paint, *found.end_to_end, *found.idle))
