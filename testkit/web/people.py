"""Players with a browser each."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response
from playwright.sync_api import TimeoutError as NotInTime

from testkit.browsers import PATIENCE_MS

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
LOOKS = [({"width": 320, "height": 640}, "light"), (DESKTOP, "dark")]
"""Layout depends on the size, colours on the theme: two combinations cover both."""
LOOK_AGAIN_MS = 500
SENT_AGAIN = """() => new Promise((done) => {
  document.querySelector("#table").addEventListener("frame", () => done(true), { once: true });
  dispatchEvent(new Event("online"));
})"""
"""Connect a table's stream anew, which begins with the whole table, and wait for that."""


def keep_errors(page: Page, wrong: list[str]) -> None:
    """Collect the page's errors in ``wrong``."""

    def said(message: ConsoleMessage) -> None:
        # The browser itself logs refused requests and lost connections.
        known = ("Failed to load resource", "net::ERR", "error occurred when fetching the script")
        if message.type == "error" and not any(words in message.text for words in known):
            wrong.append(message.text)

    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", said)


class Person:
    """A player with a browser of their own. Errors on its pages fail the test at the end."""

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

    def go_to(self, path: str) -> Self:
        self.page.goto(self.address + path)
        return self

    def wait_for_text(self, selector: str, page: Page | None = None) -> str:
        """Wait for an element and return its text."""
        return (page or self.page).wait_for_selector(selector).inner_text()  # type: ignore[union-attr]

    def sit_down(self, name: str, colour: str | None = None) -> None:
        self.page.fill("#name", name)
        if colour is not None:
            self.page.check(f"[name=colour][value={colour}]", force=True)
        self.page.click("#sit-down")
        self.page.wait_for_selector("#sit", state="detached")

    def until(self, script: str, argument: object = None) -> None:
        """Wait until a script is true, as a function because the page's policy forbids eval."""
        function = script if "=>" in script else f"() => {script}"
        self.page.wait_for_function(function, arg=argument)

    def close(self) -> None:
        self.context.close()
        assert self.wrong == [], self.wrong
        foreign = [url for url in self.requests if not url.startswith(self.address)]
        assert foreign == [], foreign

    def press(self, selector: str) -> None:
        """Click a button and wait until the page shows what came of it."""
        with self.page.expect_response(_is_move) as answered:
            self.page.click(selector)
        assert answered.value.ok, answered.value.text()
        version = answered.value.json()["version"]
        self.until("v => Number(document.querySelector('#table').dataset.version) >= v", version)


def _is_move(answer: Response) -> bool:
    """Whether it answers what somebody pressed; the page takes part in the dice by itself."""
    asked = urlsplit(answer.url).path
    return answer.request.method == "POST" and not asked.endswith(("/pledge", "/link"))


def always_doubt(page: Page) -> str:
    """Doubt every bid, and open if there is none: matches end soon."""
    return "#dudo" if page.query_selector("#dudo") else "#bid"


def play_to_the_end(people: list[Person], choose: Callable[[Page], str] = always_doubt) -> None:
    """Let everybody press what their page offers until every page shows the result."""
    idle = 0
    while not all(person.page.query_selector(".after") for person in people):
        before = people[0].page.get_attribute("#table", "data-version")
        acted = [_does_something(person, choose) for person in people]
        if any(acted):
            idle = 0
            continue
        # Bots are playing, or a page is late. Wait for a new version, or look again.
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
        person.press(choose(page))
    elif page.query_selector("#next:not([disabled])"):
        # The pause may end by itself in the meantime.
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
