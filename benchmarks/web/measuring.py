"""The measurements, each on a device that has never visited the site before."""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from playwright.sync_api import Browser, Page

from benchmarks.web import probes
from benchmarks.web.stage import (
    DESKTOP,
    PHONE,
    UNTHROTTLED,
    Match,
    Profile,
    device,
    hold_back,
)
from benchmarks.web.wire import Wire
from testkit.serving import Guest

QUIET_MS = 700
"""A page has loaded when nothing was sent for this long."""
LONGEST_MS = 20_000
LOOK_MS = 15
Wait = Callable[[], None]
AT_REST = "() => document.getAnimations().every((one) => one.playState !== 'running')"
SHOWS = "version => Number(document.querySelector('#table').dataset.version) >= version"
NEWER = "version => frames_.some((frame) => frame.version > version)"


@dataclass(frozen=True, kw_only=True)
class Weight:
    """Bytes downloaded, including headers."""

    total: int
    first: int
    """Bytes of the document itself, which is all that the page needs to work."""
    requests: tuple[str, ...]
    """The requests of the page itself, in order."""


@dataclass(frozen=True, kw_only=True)
class Start:
    """Milliseconds from the start of the navigation."""

    arrived: float
    painted: float
    works: float

    @property
    def interactive(self) -> float:
        """When the page works and has been painted."""
        return max(self.works, self.painted)


@dataclass(kw_only=True)
class Updates:
    """Milliseconds; one value for each bid."""

    to_paint: list[float] = field(default_factory=list)
    end_to_end: list[float] = field(default_factory=list)
    idle: list[float] = field(default_factory=list)
    slower: float = 1.0
    """How much slower the throttled page was at a fixed amount of work."""


def weigh(browser: Browser, port: int, path: str, guest: Guest | None = None) -> Weight:
    with Wire(port) as wire:
        context, page = device(browser, wire.url, guest, PHONE)
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        lengths: list[float] = []
        session.on(
            "Network.loadingFinished", lambda event: lengths.append(event["encodedDataLength"])
        )
        page.goto(wire.url + path)
        _until_quiet(page, wire)
        context.close()
        own = tuple(url.removeprefix(wire.url) for url in requests)
        return Weight(total=wire.down, first=int(lengths[0]), requests=own)


def _until_quiet(page: Page, wire: Wire) -> None:
    # The last thing that every page begins, once it has nothing else to do, is its service worker;
    # that one is ready when it has fetched what it keeps. Silence alone may come before it begins.
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    known, until = -1, monotonic() + LONGEST_MS / 1000
    while wire.down != known:
        assert monotonic() < until, "the page never stops loading"
        known = wire.down
        page.wait_for_timeout(QUIET_MS)


def start(
    browser: Browser, url: str, match: Match, profile: Profile, wait: Wait = lambda: None
) -> Start:
    """Measure from the navigation until a bid can be picked, at the seat in turn.

    ``wait`` waits for a quiet machine, since a new window keeps the browser busy for a moment.
    """
    context, page = device(browser, url, match.players[0], PHONE, probes.WORKS)
    wait()
    hold_back(context, page, profile)
    page.goto(f"{url}/t/{match.code}", wait_until="commit")
    times = page.wait_for_function(probes.READ_WORKS).json_value()
    context.close()
    return Start(**times)


def start_of_nothing(
    browser: Browser, url: str, profile: Profile, wait: Wait = lambda: None
) -> Start:
    """Measure the yardstick: an answer of a few bytes, on the same line and device."""
    context, page = device(browser, url, None, PHONE)
    wait()
    hold_back(context, page, profile)
    page.goto(f"{url}/healthz", wait_until="commit")
    times = page.wait_for_function(probes.READ_PAINT).json_value()
    context.close()
    return Start(**times)


def updates(
    browser: Browser,
    url: str,
    seats: int,
    bids: int,
    profile: Profile = UNTHROTTLED,
    wait: Wait = lambda: None,
) -> Updates:
    """Play a match and measure how soon a phone shows each bid.

    The first player watches on the phone, the next one bids on a page on a desktop, and the others
    play without a page.
    """
    match = Match(url, seats)
    ana, ben = match.players[0], match.players[1]
    context, phone = device(browser, url, ana, PHONE, probes.FRAMES)
    far_context, desktop = device(browser, url, ben, DESKTOP, probes.FRAMES)
    made = Updates()
    for page in (phone, desktop):
        page.goto(f"{url}/t/{match.code}")
        page.wait_for_function("() => frames_.length > 0")
    wait()
    free = phone.evaluate(probes.SPIN)
    hold_back(context, phone, profile)
    made.slower = phone.evaluate(probes.SPIN) / free
    while len(made.to_paint) < bids:
        _play_on(match, phone, desktop, made)
    for _ in range(min(bids, 60)):
        made.idle.append(phone.evaluate(probes.IDLE_PAINT))
    context.close()
    far_context.close()
    match.close()
    return made


def _play_on(match: Match, phone: Page, desktop: Page, made: Updates) -> None:
    """Play one action after all animations ended: people do not bid while a die still drops."""
    phone.wait_for_function(AT_REST, polling=LOOK_MS)
    view = match.players[0].look(match.code)
    if view["winner"] is not None:
        match.players[0].ask(match.code, "rematch")
        match.players[0].ask(match.code, "start")
        return
    turn, before = view["game"]["turn"], view["version"]
    if turn is None:  # the pages' links for the dice are on their way
        phone.wait_for_function(NEWER, arg=before, polling=LOOK_MS)
        return
    if turn == 1:
        desktop.wait_for_function(SHOWS, arg=before, polling=LOOK_MS)
        # After a showdown the buttons come back when that page has shown it, too.
        call = "document.querySelector('#bid:not([aria-disabled=true]), #dudo')"
        desktop.wait_for_function(f"() => {call} !== null", polling=LOOK_MS)
        desktop.evaluate(f"() => {call}.click()")
    else:
        match.act(turn)
    frame = phone.wait_for_function(
        "v => frames_.find((frame) => frame.version > v && frame.events.length)",
        arg=before,
        polling=LOOK_MS,  # polling at every paint would cause more paints
    ).json_value()
    if frame["events"] != ["bid-made"]:
        return
    made.to_paint.append(frame["painted"] - frame["arrived"])
    if turn == 1:
        made.end_to_end.append(frame["painted"] - desktop.evaluate("() => sent.at(-1)"))
