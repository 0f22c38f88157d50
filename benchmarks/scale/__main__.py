"""Measure what play costs, and model ten thousand and a million people from it.

    make scale                                # some minutes; writes docs/scale and docs/scale.md
    python -m benchmarks.scale --tiny         # a quick try; writes nothing
    python -m benchmarks.scale --model        # writes the page again from earlier measurements

PostgreSQL and Redis are started privately for the run.
"""

import argparse
import sys
import time
from pathlib import Path

import orjson

from benchmarks.load.client import Failed
from benchmarks.load.machine import allow_open_files, described
from benchmarks.scale.costs import Costs, from_json
from benchmarks.scale.measuring import TINY, Bench, Size
from benchmarks.scale.report import markdown, publish
from benchmarks.web.quiet import Quiet
from testkit.services import Missing

DOCS = Path(__file__).parents[2] / "docs"
PATIENCE_SECONDS = 60.0
OPEN_FILES = 4_000
GUESSES = {
    "bots thinking": 8, "logs on disk": 14, "memory": 9, "tables that are looked at": 26,
    "wake-ups": 8, "actions": 55,
}  # fmt: skip
"""Seconds of each part on a quiet machine, for the first estimate of the time left."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.scale",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--tiny", action="store_true", help="small, once; writes nothing")
    parser.add_argument(
        "--model", action="store_true", help="measure nothing, write the page again"
    )
    parser.add_argument("--repeat", type=int, default=2, help="runs of everything (2)")
    parser.add_argument("--out", type=Path, help="folder for the results, instead of docs")
    return parser.parse_args()


def main() -> int:
    args = arguments()
    folder = args.out or DOCS / "scale"
    page = DOCS / "scale.md" if args.out is None else None
    if args.model:
        publish(from_json(orjson.loads((folder / "costs.json").read_bytes())), folder, page)
        return 0
    allow_open_files(OPEN_FILES)
    repeat = 1 if args.tiny else args.repeat
    try:
        costs = run(TINY if args.tiny else Size(), repeat)
    except Failed as failed:
        print(f"\n{failed}", file=sys.stderr)
        return 1
    except Missing as missing:
        print(f"\n{missing}", file=sys.stderr)
        return 2
    print(markdown(costs))
    if args.out is not None or not args.tiny:
        publish(costs, folder, page)
    return 0


def run(size: Size, repeat: int) -> Costs:
    """Measure all parts in each repeat, so that a slow minute does not affect only one of them."""
    command = f"python -m benchmarks.scale --repeat {repeat}"
    costs = Costs(described(), command)
    quiet = Quiet(0.0 if size is TINY else PATIENCE_SECONDS)
    with Bench(size) as bench:
        parts = bench.parts()
        progress = Progress(list(parts), repeat)
        for number in range(repeat):
            quiet.wait()
            for name, measured in parts.items():
                progress.begin(name, number)
                costs.add(measured())
                progress.end(name, number)
    costs.busy = quiet.busy
    return costs


class Progress:
    def __init__(self, parts: list[str], repeat: int) -> None:
        self._repeat = repeat
        self._left = float(repeat * sum(GUESSES[part] for part in parts))
        self._done = self._took = self._began = 0.0

    def _time(self) -> str:
        pace = self._took / self._done if self._done else 1.0
        left = int(self._left * pace)
        return f"{left // 60}:{left % 60:02} left"

    def begin(self, part: str, number: int) -> None:
        self._began = time.monotonic()
        if sys.stderr.isatty():
            sys.stderr.write(f"run {number + 1} of {self._repeat}: {part}; {self._time()}\x1b[K\r")
            sys.stderr.flush()

    def end(self, part: str, number: int) -> None:
        self._took += time.monotonic() - self._began
        self._left -= GUESSES[part]
        self._done += GUESSES[part]
        wipe = "\x1b[K" if sys.stderr.isatty() else ""
        sys.stderr.write(f"{wipe}run {number + 1} of {self._repeat}: {part} done; {self._time()}\n")
        sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
