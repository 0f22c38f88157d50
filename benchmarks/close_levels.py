"""Play the contests of levels that the strength report leaves undecided again, and longer.

    python -m benchmarks.close_levels                  # continues where an earlier run stopped
    python -m benchmarks.close_levels --matches 120    # fewer matches each, for a try

It takes most of an hour. It reads docs/strength/strength.json and writes close-levels.md beside it.
The dice are others: the matches that made a contest undecided do not count again, or luck would
have chosen what counts.
"""

import argparse
import json
import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.strength import OUT, Progress, editions, levels, share_text
from perudo.arena.contest import Contest
from perudo.arena.report import table_name
from perudo.arena.running import run_contests
from perudo.arena.standing import Share, share_of, shares
from perudo.arena.tally import Tally

MATCHES = 3_000
"""Each; a multiple of every number of seats, so that every bot sits on every chair equally often"""
SEED = 11
VERDICTS = {1: "the higher level", 0: "undecided", -1: "the lower level"}


def undecided(report: dict[str, Any]) -> list[tuple[Contest, Share]]:
    """Return the contests of levels that a report does not decide, with what they gave there."""
    planned = {_name(contest): contest for contest in (*levels(1), *editions(1))}
    found = []
    for row in report["contests"]:
        contest = planned.get((row["table"], tuple(row["lineup"]), row["seed"]))
        if contest is None:  # of the characters
            continue
        share = share_of(row["wins"][0], row["matches"], 1 / len(contest.lineup))
        if share.verdict == 0:
            found.append((contest, share))
    return found


def _name(contest: Contest) -> tuple[str, tuple[str, ...], int]:
    return table_name(contest), contest.lineup, contest.seed


def page(
    first: Sequence[tuple[Contest, Share]], again: Sequence[tuple[Contest, Tally]], command: str
) -> str:
    """Return the page: what each contest gave in the report, and what it gave again."""
    rows, verdicts = [], []
    for (_, before), (contest, tally) in zip(first, again, strict=True):
        share = shares(contest, tally)[contest.lineup[0]]
        verdicts.append(share.verdict)
        table, seats = table_name(contest).rsplit(", ", 1)
        cells = (
            f"{contest.lineup[0]} – {contest.lineup[1]}",
            table,
            f"{seats} ({share.fair:.1%})",
            f"{share_text(before)} ({before.matches:,})",
            f"{share_text(share)} ({share.matches:,})",
            VERDICTS[share.verdict],
        )
        rows.append(f"| {' | '.join(cells)} |")
    above, below, even = (verdicts.count(verdict) for verdict in (1, -1, 0))
    lines = [
        "# Close levels",
        "",
        f"Written by `{command}`. The 95 % intervals (Wilson) of {len(first)} contests of",
        "levels in [the strength report](README.md) hold the fair share, so these are undecided",
        "there. They were played again, longer and with other dice; what they gave in the report",
        "does not count here.",
        "",
        f"Decided for the higher level now: {above}. For the lower: {below}. Undecided: {even}.",
        "",
        "| first – second | table | seats (fair) | in the report | again | decided for |",
        "|---|---|---|---|---|---|",
        *rows,
    ]
    return "\n".join(lines) + "\n"


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--report", type=Path, default=OUT / "strength.json")
    parser.add_argument("--matches", type=int, default=MATCHES, help="of each contest")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--save", type=Path, default=Path("close-levels.jsonl"))
    parser.add_argument("--out", type=Path, default=OUT / "close-levels.md")
    args = parser.parse_args(argv)
    if args.matches < 1:
        parser.error("--matches must be at least 1")
    try:
        first = undecided(json.loads(args.report.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError) as problem:
        parser.error(f"{args.report} is no strength report: {problem!r}")
    try:
        args.out.parent.mkdir(parents=True, exist_ok=True)
        args.out.touch()  # a page that cannot be written is named now, not when all is played
    except OSError as problem:
        parser.error(f"the page cannot be written: {problem}")
    contests = [replace(contest, matches=args.matches, seed=SEED) for contest, _ in first]
    tallies = run_contests(contests, processes=args.jobs, saved=args.save, progress=Progress())
    sys.stderr.write("\n")
    words = sys.argv[1:] if argv is None else argv
    command = shlex.join(["python", "-m", "benchmarks.close_levels", *words])
    again = list(zip(contests, tallies, strict=True))
    args.out.write_text(page(first, again, command), encoding="utf-8")


if __name__ == "__main__":
    main()
