"""People with a browser each, who look at the page and press what is there."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page
from playwright.sync_api import TimeoutError as NotInTime

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
LOOKS = [({"width": 320, "height": 640}, "light"), (DESKTOP, "dark")]
"""Layout depends on the size and colours on the look: two runs show all of both."""
PATIENCE_MS = 20_000
LOOK_AGAIN_MS = 500


def keep_errors(page: Page, wrong: list[str]) -> None:
    """All that goes wrong on the page from now on."""

    def said(message: ConsoleMessage) -> None:
        # A refused request and a line that is down are told by the browser itself.
        known = ("Failed to load resource", "net::ERR", "error occurred when fetching the script")
        if message.type == "error" and not any(words in message.text for words in known):
            wrong.append(message.text)

    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", said)


class Person:
    """Somebody with a browser of their own. Errors on their pages are kept and must not be."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        size: dict[str, int] = DESKTOP,
        token: str | None = None,
        **options: Any,
    ) -> None:
        options = {"locale": "en-GB", "reduced_motion": "reduce", **options}
        self.address = address
        self.context: BrowserContext = browser.new_context(viewport=size, **options)  # type: ignore[arg-type]
        self.context.set_default_timeout(PATIENCE_MS)
        if token is not None:
            self.context.add_cookies([{"name": "perudo_guest", "value": token, "url": address}])
        self.wrong: list[str] = []
        self.requests: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        keep_errors(page, self.wrong)
        page.on("request", lambda request: self.requests.append(request.url))
        return page

    def goes_to(self, path: str) -> Self:
        self.page.goto(self.address + path)
        return self

    def sees(self, selector: str, page: Page | None = None) -> str:
        """Waits for it; the text there."""
        return (page or self.page).wait_for_selector(selector).inner_text()  # type: ignore[union-attr]

    def sits(self, name: str, colour: str | None = None) -> None:
        self.page.fill("#name", name)
        if colour is not None:
            self.page.check(f"[name=colour][value={colour}]", force=True)
        self.page.click("#sit-down")
        self.page.wait_for_selector("#sit", state="detached")

    def until(self, script: str, argument: object = None) -> None:
        """Waits until it is true. A function, for the page's policy lets nothing else in."""
        function = script if "=>" in script else f"() => {script}"
        self.page.wait_for_function(function, arg=argument)

    def close(self) -> None:
        self.context.close()
        assert self.wrong == [], self.wrong
        foreign = [url for url in self.requests if not url.startswith(self.address)]
        assert foreign == [], foreign

    def presses(self, selector: str) -> None:
        """Presses it, and waits until the table has moved on."""
        before = self.page.get_attribute("#table", "data-version")
        self.page.click(selector)
        self.until("v => document.querySelector('#table').dataset.version !== v", before)


def doubts_whatever_stands(page: Page) -> str:
    """Opens, and doubts whatever stands: matches end soon."""
    return "#dudo" if page.query_selector("#dudo") else "#bid"


def play_to_the_end(
    people: list[Person], choose: Callable[[Page], str] = doubts_whatever_stands
) -> None:
    """Everybody does what their own page offers, until every page shows the result."""
    idle = 0
    while not all(person.page.query_selector(".after") for person in people):
        before = people[0].page.get_attribute("#table", "data-version")
        acted = [_does_something(person, choose) for person in people]
        if any(acted):
            idle = 0
            continue
        # Bots are playing, or a page is about to change. The table's version tells, unless only
        # somebody else's page was late: then it is enough to look again.
        idle += 1
        assert idle < PATIENCE_MS / LOOK_AGAIN_MS, "nobody can do anything"
        with suppress(NotInTime):
            people[0].page.wait_for_function(
                "v => document.querySelector('.after')"
                " || document.querySelector('#table').dataset.version !== v",
                arg=before,
                timeout=LOOK_AGAIN_MS,
            )
        for person in people:
            person.page.wait_for_selector("#picker, #next, .after, .waiting, .hand .hint")


def _does_something(person: Person, choose: Callable[[Page], str]) -> bool:
    page = person.page
    if page.query_selector("#picker"):
        person.presses(choose(page))
    elif page.query_selector("#next:not([disabled])"):
        # The pause may end by itself meanwhile: then there is nothing left to press.
        with suppress(NotInTime):
            page.click("#next", timeout=LOOK_AGAIN_MS)
    else:
        return False
    return True


def violations(page: Page, within: str | None = None) -> list[Any]:
    found = (
        Axe()
        .run(page, context=within, options={"resultTypes": ["violations"]})
        .response["violations"]
    )
    return [(v["id"], [node["html"][:160] for node in v["nodes"]]) for v in found]
