"""The system's Chromium, for tests of pages, measurements and screenshots."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
PATIENCE_MS = 20_000
"""How long a page may take for anything: several share two cores."""


class NoChromium(RuntimeError):
    def __init__(self) -> None:
        super().__init__("Chromium is not installed")


@contextmanager
def chromium(*, bare: bool = False) -> Iterator[Browser]:
    """Start Chromium, and close it afterwards.

    Bare, it is without the windows that nobody sees, where such a one is installed: a new page
    costs a quarter of the time.
    """
    path = (shutil.which("chromium-headless-shell") if bare else None) or _whole()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def with_windows(browser: Browser) -> Iterator[Browser]:
    """Start a Chromium that shows notifications, beside one that may not."""
    whole = browser.browser_type.launch(executable_path=_whole(), args=list(FLAGS))
    yield whole
    whole.close()


def _whole() -> str:
    path = shutil.which("chromium")
    if path is None:
        raise NoChromium
    return path
