"""Measure the size of the pages, how soon they work, and how soon a bid is visible.

    make web-bench                     # everything; writes docs/web and docs/web-speed.md
    python -m benchmarks.web --quick   # a minute, as a try; writes nothing

Needs Chromium.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks.load.machine import described
from benchmarks.web.measuring import Wait, start, start_of_nothing, updates, weigh
from benchmarks.web.quiet import Quiet
from benchmarks.web.report import TABLE, markdown, publish
from benchmarks.web.results import Results
from benchmarks.web.stage import FAST_3G, ROUND_TRIP, SLOW_CPU, UNTHROTTLED, Match, Profile
from testkit.browsers import NoChromium, chromium
from testkit.serving import Serving

DOCS = Path(__file__).parents[2] / "docs"
PROFILES = (FAST_3G, ROUND_TRIP, UNTHROTTLED)
SEATS = (4, 6)
BIDS = 60

Step = tuple[str, Callable[[], str]]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.web",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="once each; writes nothing")
    parser.add_argument("--repeat", type=int, default=9, help="visits of each kind (9)")
    parser.add_argument(
        "--patience",
        type=float,
        default=300,
        help="seconds to wait in all for a quiet machine (300)",
    )
    parser.add_argument("--out", type=Path, help="folder for the results, in place of docs/web")
    return parser.parse_args()


def main() -> int:
    args = arguments()
    repeat = 1 if args.quick else args.repeat
    try:
        results = measure(repeat, Quiet(0 if args.quick else args.patience))
    except NoChromium as missing:
        print(missing, file=sys.stderr)
        return 2
    print(markdown(results))
    if args.out is not None:
        publish(results, args.out, None)
    elif not args.quick:
        publish(results, DOCS / "web", DOCS / "web-speed.md")
    return 0


def measure(repeat: int, quiet: Quiet) -> Results:
    """Measure everything in each repeat, so that a slow minute does not affect only one figure."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Serving(f"sqlite:///{folder}/tables.db") as serving,
        chromium() as browser,
    ):
        results = Results(described(), browser.version)
        results.busy, results.load = quiet.busy, quiet.load
        match, over = Match(serving.url, 4), Match(serving.url, 4)
        match.to_turn_of(0)
        over.to_the_end()
        steps = list(_steps(results, browser, serving, match, over, repeat, quiet.wait))
        began = time.monotonic()
        for number, (name, step) in enumerate(steps):
            result = step()
            left = int((time.monotonic() - began) / (number + 1) * (len(steps) - number - 1))
            sys.stderr.write(f"{name}: {result}; {left // 60}:{left % 60:02} left\n")
            sys.stderr.flush()
        match.close()
        over.close()
    return results


def _steps(
    results: Results,
    browser: Browser,
    serving: Serving,
    match: Match,
    over: Match,
    repeat: int,
    wait: Wait,
) -> list[Step]:
    url, steps = serving.url, list[Step]()
    pages = {
        TABLE: f"/t/{match.code}",
        "home": "/",
        "set-up": "/new",
        "replay": f"/t/{over.code}/replay",
        "lesson": "/learn",
    }

    def weighs(page: str) -> str:
        guest = match.players[0] if page == TABLE else None
        weight = weigh(browser, serving.port, pages[page], guest)
        results.weights.setdefault(page, []).append(weight)
        return f"{weight.total / 1000:.1f} kB"

    def starts(profile: Profile) -> str:
        empty = start_of_nothing(browser, url, profile, wait)
        results.nothing.setdefault(profile.name, []).append(empty)
        found = start(browser, url, match, profile, wait)
        results.starts.setdefault(profile.name, []).append(found)
        return f"works after {found.interactive:.0f} ms, an empty answer {empty.interactive:.0f} ms"

    def bids(seats: int) -> str:
        made = updates(browser, url, seats, BIDS, SLOW_CPU, wait)
        results.updates.setdefault(str(seats), []).append(made)
        return f"to paint {sorted(made.to_paint)[len(made.to_paint) // 2]:.0f} ms"

    for number in range(repeat):
        steps += [(page, partial(weighs, page)) for page in pages]
        steps += [(profile.name, partial(starts, profile)) for profile in PROFILES]
        if number % 3 == 0:
            steps += [(f"{BIDS} bids, {seats} seats", partial(bids, seats)) for seats in SEATS]
    return steps


if __name__ == "__main__":
    sys.exit(main())
