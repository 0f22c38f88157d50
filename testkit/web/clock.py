"""The clock of a page, so that what lasts a moment lasts until the test has looked."""

from playwright.sync_api import Page

LEAP_SECONDS = 10.0
"""More than this machine needs to say it, less than it takes a page to think its stream dead."""


def stop_clock(page: Page) -> None:
    """Let no timer of the page run out; ``page.clock.install()`` comes before its address."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + LEAP_SECONDS)
