"""Every state of a table's page, one after the other, for one seat.

The others play over the API, so one page can be looked at in each state at many sizes.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import urljoin

from playwright.sync_api import Page

from testkit.serving import Guest

NAMES = (
    "Maximiliana-Konstanzia",
    "Bartholomäus von Linz",
    "Íñigo",
    "Wilhelmina W",
    "Bo",
    "Eleonora",
)
"""Long and short; the first is the reader's own."""
SMALL_PHONE = {"width": 360, "height": 640}
SIZES = (
    SMALL_PHONE,
    {"width": 375, "height": 667},
    {"width": 390, "height": 664},
    {"width": 844, "height": 390},
    {"width": 1024, "height": 768},
    {"width": 1366, "height": 650},
)
"""Windows in which a table must be one screen: phones with their bars, one on its side, laptops."""
CALM = {"pace_ms": 0, "pause_ms": 60_000, "hearing_ms": 0}


class State(NamedTuple):
    name: str
    code: str
    shows: str
    """A selector that is on the page in this state, and not in the one before."""


class Course:
    """A table with ``seats`` people, of whom ``host`` has the page that is looked at."""

    def __init__(self, url: str, seats: int, **settings: Any) -> None:
        self.seats = seats
        self.host = Guest(url)
        self.others = [Guest(url) for _ in range(seats - 1)]
        self.settings: dict[str, Any] = {"edition": "asmodee-2009", "turn_seconds": 3600, **CALM}
        self.settings |= settings
        self.code = ""

    @property
    def people(self) -> list[Guest]:
        return [self.host, *self.others]

    def open(self, **settings: Any) -> None:
        body = {"name": NAMES[0], "seats": self.seats, **self.settings, **settings}
        self.code = str(self.host.open(**body)["code"])

    def sit(self) -> None:
        for guest, name in zip(self.others, NAMES[1:], strict=False):
            guest.ask(self.code, "sit", name=name)

    @property
    def turn(self) -> int | None:
        turn: int | None = self.host.look(self.code)["game"]["turn"]
        return turn

    def until_turn_of(self, seat: int) -> None:
        """Let everybody make the least bid until it is this seat's turn."""
        while (turn := self.turn) != seat:
            assert turn is not None
            self.people[turn].act(self.code)

    def wait_until_dealt(self) -> None:
        """Wait for the devices that take part in the dice."""
        for _ in self.others[0].follow(self.code):
            if self.turn is not None:
                return

    def lose(self) -> None:
        """Let the host bid all dice of the box, and the next one doubt it."""
        self.until_turn_of(0)
        game = self.host.look(self.code)["game"]
        most = max(
            (limits[1], face) for face, limits in enumerate(game["legal"]["bids"], 1) if limits
        )
        self.host.act(self.code, {"bid": most})
        doubter = self.turn
        assert doubter is not None
        self.people[doubter].act(self.code, {"call": "dudo"})

    def ready(self) -> None:
        for guest in self.people:
            guest.post(f"/api/tables/{self.code}/ready")
        self.wait_until_dealt()

    def states(self) -> Iterator[State]:
        """Walk through a match; the caller opens ``code`` in the host's page when it is new."""
        self.open(options=["calza", "visible-dice"])
        yield State("lobby", self.code, "#start-match")
        self.sit()
        yield State("lobby-full", self.code, ".seat:not(.free) ~ .seat[data-person]")
        self.host.ask(self.code, "start")
        self.wait_until_dealt()
        self.until_turn_of(0)
        yield State("turn", self.code, "#picker")
        self.host.act(self.code)
        yield State("others", self.code, ".waiting")
        if self.seats > 2:
            self.others[0].act(self.code)
            yield State("hearing", self.code, "#calza:not([aria-disabled])")
        self.until_turn_of(0)
        yield State("answer", self.code, "#picker #dudo")
        self.lose()
        yield State("showdown", self.code, ".scene .verdict")
        self.ready()
        self.until_turn_of(0)
        yield State("second-round", self.code, "#picker")
        self.open(options=["calza", "visible-dice"], dice=2)
        self.sit()
        self.host.ask(self.code, "start")
        self.wait_until_dealt()
        self.lose()
        self.ready()
        yield State("palifico", self.code, "#picker")
        self.lose()
        yield State("out" if self.seats > 2 else "result", self.code, ".scene .verdict")
        if self.seats > 2:
            for guest in self.others[1:]:
                guest.ask(self.code, "resign")
            yield State("result", self.code, ".after")

    def close(self) -> None:
        for guest in self.people:
            guest.close()


def show(page: Page, state: State) -> None:
    """Wait until the page shows the state, at rest, with the cup up."""
    if not page.url.endswith(state.code):
        page.goto(urljoin(page.url, f"/t/{state.code}"))
    page.wait_for_selector(state.shows, state="attached")
    if page.query_selector("#lift") and not page.query_selector("#hand.up"):
        page.click("#lift")
    page.evaluate("document.getAnimations().forEach((a) => a.finish())")


def resize(page: Page, size: dict[str, int]) -> None:
    """Give the window another size, and wait until the page is laid out for it."""
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.wait_for_function(
        "h => parseInt(getComputedStyle(document.body).minHeight) === h", arg=size["height"]
    )
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
