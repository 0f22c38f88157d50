"""The tables to measure, and the devices that show them: a phone as slow as its profile."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from testkit.serving import Guest

PACES = {"pace_ms": 0, "hearing_ms": 0, "pause_ms": 0}
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Finn")
PHONE: Any = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
}
DESKTOP: Any = {"viewport": {"width": 1280, "height": 800}}


@dataclass(frozen=True)
class Profile:
    """A device and its line. Latency is added to every request; rates are in bits per second."""

    name: str
    cpu: float = 1.0
    latency_ms: float = 0.0
    down: float = 0.0
    up: float = 0.0


SLOW_4G = {"down": 1.6e6 * 0.9, "up": 0.75e6 * 0.9}
UNTHROTTLED = Profile("not held back")
FAST_3G = Profile("fast 3G as Lighthouse applies it, processor 4x slower", 4, 562.5, **SLOW_4G)
ROUND_TRIP = Profile(
    "the same line with its bare round trip, processor 4x slower", 4, 150, **SLOW_4G
)
SLOW_CPU = Profile("processor 4x slower", 4)


def hold_back(context: BrowserContext, page: Page, profile: Profile) -> CDPSession:
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    if profile.cpu > 1:
        session.send("Emulation.setCPUThrottlingRate", {"rate": profile.cpu})
    if profile.latency_ms:
        conditions = {
            "offline": False,
            "latency": profile.latency_ms,
            "downloadThroughput": profile.down / 8,
            "uploadThroughput": profile.up / 8,
        }
        session.send("Network.emulateNetworkConditions", conditions)
    return session


class Match:
    """A match being played by guests; the caller decides who also has a page."""

    def __init__(self, url: str, seats: int) -> None:
        self.players = [Guest(url) for _ in range(seats)]
        opened = self.players[0].open(name=NAMES[0], seats=seats, **PACES)
        self.code = str(opened["code"])
        for player, name in zip(self.players[1:], NAMES[1:], strict=False):
            player.ask(self.code, "sit", name=name)
        self.players[0].ask(self.code, "start")

    @property
    def game(self) -> dict[str, Any]:
        game: dict[str, Any] = self.players[0].look(self.code)["game"]
        return game

    def to_turn_of(self, seat: int) -> None:
        """Play until this seat has a bid to answer."""
        while (game := self.game)["turn"] != seat or not game["bids"]:
            self.act(game["turn"])

    def act(self, seat: int) -> None:
        self.players[seat].act(self.code)

    def to_the_end(self) -> None:
        """Play to the end of the match, with dudo on every bid to be quick."""
        while (view := self.players[0].look(self.code))["winner"] is None:
            doubts = {"call": "dudo"} if view["game"]["bids"] else None
            self.players[view["game"]["turn"]].act(self.code, doubts)

    def close(self) -> None:
        for player in self.players:
            player.close()


def device(
    browser: Browser, url: str, guest: Guest | None, kind: dict[str, Any], script: str = ""
) -> tuple[BrowserContext, Page]:
    """Open a browser context without any earlier data, for this guest if there is one."""
    context = browser.new_context(locale="en-GB", **kind)
    if guest is not None:
        context.add_cookies([{"name": "perudo_guest", "value": str(guest.token), "url": url}])
    if script:
        context.add_init_script(script)
    return context, context.new_page()
