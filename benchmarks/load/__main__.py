"""Measure how many actions one server can handle, with a real `perudo serve` and a real client.

    make load                                  # everything; writes docs/load and docs/load.md
    python -m benchmarks.load --quick          # a minute, to see that it works; writes nothing
    python -m benchmarks.load --stores sqlite --modes full --tables 100

Modes: full (a table acts again as soon as all its seats have seen the last action), calza (the same
with calza called in and out of turn), paced (one action a second at every table). Stores: sqlite,
postgres, and ceiling, a bare web server without rules or storage to compare both with.
"""

import argparse
import sys
import time
from pathlib import Path

from benchmarks.load.cells import MODES, STORES, Bench, Cell, plan
from benchmarks.load.client import Failed
from benchmarks.load.machine import allow_open_files, described, disk
from benchmarks.load.measuring import Figures
from benchmarks.load.report import markdown, publish
from benchmarks.load.results import Results
from testkit.services import Missing

DOCS = Path(__file__).parents[2] / "docs"
QUICK = [("full", 1), ("full", 20), ("calza", 20), ("paced", 20)]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="small cells, once, 2 s each")
    parser.add_argument("--repeat", type=int, help="runs of each cell (3)")
    parser.add_argument("--seconds", type=float, help="measured in each run (8)")
    parser.add_argument("--stores", nargs="+", choices=STORES, default=STORES)
    parser.add_argument("--modes", nargs="+", choices=MODES, default=MODES)
    parser.add_argument("--tables", nargs="+", type=int, default=[], help="instead of the usual")
    parser.add_argument("--out", type=Path, help="folder for the results of a partial run")
    return parser.parse_args()


def main() -> int:
    args = arguments()
    cells = plan(args.stores, args.modes, args.tables)
    whole = len(cells) == len(plan(STORES, MODES, ())) and not args.tables and not args.quick
    if args.quick:
        cells = [
            Cell(store, mode, size)
            for store in args.stores
            for mode, size in QUICK
            if mode in args.modes and (store, mode) != ("ceiling", "calza")
        ]
    repeat = args.repeat or (1 if args.quick else 3)
    seconds = args.seconds or (2.0 if args.quick else 8.0)
    allow_open_files(10 * max(cell.tables for cell in cells) + 200)
    try:
        results = run(cells, repeat, seconds)
    except Failed as failed:
        print(f"\n{failed}", file=sys.stderr)
        return 1
    except Missing as missing:
        print(f"\n{missing}, or leave it out: --stores ceiling sqlite", file=sys.stderr)
        return 2
    print(markdown(results))
    if args.out is not None:
        publish(results, args.out, None)
    elif whole:
        publish(results, DOCS / "load", DOCS / "load.md")
    return 0


def run(cells: list[Cell], repeat: int, seconds: float) -> Results:
    """Measure every cell in each repeat, so that a slow minute does not affect only one of them."""
    with Bench() as bench:
        results = Results(described(), seconds, len(bench.cores) >= 2)
        progress = Progress(cells, repeat, seconds)
        for number in range(repeat):
            results.disk.append(disk(bench.folder))
            for cell in cells:
                progress.begin(cell, number)
                try:
                    figures = bench.run(cell, seconds)
                except Failed as failed:
                    raise Failed(f"{cell}: {failed}") from None
                results.runs[cell].append(figures)
                progress.end(cell, figures)
    return results


class Progress:
    def __init__(self, cells: list[Cell], repeat: int, seconds: float) -> None:
        self._repeat, self._seconds = repeat, seconds
        self._left = repeat * sum(self._guess(cell) for cell in cells)
        self._done = 0.0
        self._began = time.monotonic()

    def _guess(self, cell: Cell) -> float:
        """Guess how many seconds a run takes; beside the measurement, seating people takes most."""
        return self._seconds + 3 + cell.tables / 60

    def _time(self) -> str:
        pace = (time.monotonic() - self._began) / self._done if self._done else 1.0
        left = int(self._left * pace)
        return f"{left // 60}:{left % 60:02}"

    def begin(self, cell: Cell, number: int) -> None:
        words = f"run {number + 1} of {self._repeat}: {cell}; {self._time()} left"
        if sys.stderr.isatty():
            sys.stderr.write(f"{words}\r")
            sys.stderr.flush()

    def end(self, cell: Cell, figures: Figures) -> None:
        self._left -= self._guess(cell)
        self._done += self._guess(cell)
        wipe = "\x1b[K" if sys.stderr.isatty() else ""
        sys.stderr.write(
            f"{wipe}{cell}: {figures.per_second:,.0f} actions/s, "
            f"{figures.per_cpu_second:,.0f} per CPU second, seen by all p50 "
            f"{figures.seen_p50:.1f} p99 {figures.seen_p99:.1f} max {figures.seen_max:.1f} ms, "
            f"client {figures.client_share:.0%}; {self._time()} left\n"
        )
        sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
