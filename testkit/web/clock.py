"""The clock of a page, so that what lasts a moment lasts until the test has looked."""

from contextlib import suppress

from playwright.sync_api import Error, Page

LEAPS = (1, 3, 9)
"""Seconds. A clock stops only at a time to come; a page that leaps far thinks its stream dead."""


def stop_clock(page: Page) -> None:
    """Let no timer of the page run out; ``page.clock.install()`` comes before its address."""
    for leap in LEAPS:
        with suppress(Error):  # this machine took longer to say it
            page.clock.pause_at(page.evaluate("Date.now()") / 1000 + leap)
            return
    raise AssertionError("the page's clock does not stop")
