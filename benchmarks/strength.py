"""Measure the strength of the built-in bots and write docs/strength. Takes some hours.

    python -m benchmarks.strength                 # continues where an earlier run stopped
    python -m benchmarks.strength --scale 0.02    # a fiftieth of the matches

Three sets of contests, in each of which every bot sits on every chair equally often:

- levels: neighbouring levels in the default edition, 2,000 matches for each size of table;
- editions: the same in every edition with and without calza, 2 to 6 seats, 1,000 matches each;
- characters: every pair of bots, 500 matches for each size of table.
"""

import argparse
import json
import os
import shlex
import sys
import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from perudo.arena.contest import Contest, one_against_many
from perudo.arena.report import report_html, table_name
from perudo.arena.running import run_contests
from perudo.arena.standing import Z95, Rating, Share, ratings, shares
from perudo.arena.tally import Tally
from perudo.bots.roster import CHARACTERS, YARDSTICKS
from perudo.engine.edition import Edition, Presence
from perudo.engine.editions import EDITIONS
from perudo.engine.house import table_rules
from perudo.i18n.tongue import Tongue

OUT = Path(__file__).parents[1] / "docs" / "strength"
SIZES = (2, 4, 6)
NEIGHBOURS = (
    ("champion", "expert"),
    ("expert", "hard"),
    ("hard", "medium"),
    ("medium", "ten-lines"),
    ("medium", "easy"),
)


def tables(key: str) -> Iterator[Edition]:
    """Yield the rules of a box with palifico, and again with calza if the box offers it."""
    box = EDITIONS[key]
    palifico = ["palifico"] if box.palifico is Presence.OPTIONAL else []
    yield table_rules(key, palifico)
    if box.calza is Presence.OPTIONAL:
        yield table_rules(key, [*palifico, "calza"])


def levels(scale: float) -> Iterator[Contest]:
    for rules in tables("asmodee-2024"):
        for hero, other in NEIGHBOURS:
            for seats in SIZES:
                yield one_against_many(rules, hero, other, seats, int(2_000 * scale), seed=3)


def editions(scale: float) -> Iterator[Contest]:
    for key in EDITIONS:
        for rules in tables(key):
            for hero, other in NEIGHBOURS:
                for seats in (2, 3, 4, 5, 6):
                    yield one_against_many(rules, hero, other, seats, int(1_000 * scale), seed=2)


def characters(scale: float) -> Iterator[Contest]:
    rules = table_rules("asmodee-2024", ["palifico"])
    for seats in (2, 4):
        for other, hero in combinations((*YARDSTICKS, *CHARACTERS), 2):
            yield one_against_many(rules, hero, other, seats, int(500 * scale), seed=1)


class Progress:
    """Shows how many matches are done, and how long the rest will take."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._loaded: int | None = None
        """Matches of an earlier run, known at the first call."""

    def __call__(self, done: int, total: int) -> None:
        if self._loaded is None:
            self._loaded = done
        played = done - self._loaded
        seconds = time.monotonic() - self._began
        left = seconds / played * (total - done) / 60 if played else 0
        sys.stderr.write(f"\r{done:,} of {total:,} matches, {left:.1f} minutes left   ")
        sys.stderr.flush()


def share_text(share: Share) -> str:
    return f"{share.share:.1%} [{share.low:.1%}, {share.high:.1%}]"


def summary(
    sets: dict[str, list[Contest]],
    found: dict[str, Tally],
    rated: dict[str, Rating],
    command: str,
    planned: int,
) -> str:
    """Return the page: tables of shares with their intervals, and a summary."""
    lines = [
        "# Strength of the built-in bots",
        "",
        f"Written by `{command}`; the charts are in [report.html](report.html), all numbers in",
        "[strength.json](strength.json). A share is the part of its matches that the first bot",
        "won, alone against a table of the second, with its 95 % interval (Wilson). Every bot sat",
        "on every chair equally often.",
        "",
        f"{sum(tally.matches for tally in found.values()):,} of {planned:,} planned matches were",
        "played; contests that were not finished are left out. [The exam of the",
        "champion](champion.md) looks for its weaknesses. [The strength of version",
        "0.1](version-0.1.md) has the bots of that version: its levels are now `reader-0.1`,",
        "`counter` and `beginner`.",
    ]
    titles = {
        "levels": "Neighbouring levels in the default edition",
        "editions": "Neighbouring levels in every edition",
        "characters": "All bots",
    }
    for name, contests in sets.items():
        if contests:
            lines += ["", f"## {titles[name]}", "", f"{contests[0].matches:,} matches each.", ""]
            if name == "editions":
                lines += _together(contests, found)
            lines += _grid(contests, found)
    checked = [*sets.get("levels", []), *sets.get("editions", [])]
    verdicts = [shares(c, found[c.key])[c.lineup[0]].verdict for c in checked]
    above, below = verdicts.count(1), verdicts.count(-1)
    lines += [
        "",
        f"In {above} of these {len(verdicts)} contests of levels the whole interval of the higher",
        f"level lies above the fair share, in {below} below it;",
        f"{len(verdicts) - above - below} contests are undecided.",
        "[Undecided ones are played again](close-levels.md), longer.",
    ]
    lines += ["", "## Ratings", "", "Openskill (Plackett-Luce)."]
    lines += ["", "| bot | μ | σ |", "|---|---|---|"]
    for name, rating in sorted(rated.items(), key=lambda item: -item[1].mu):
        lines.append(f"| {name} | {rating.mu:.1f} | {rating.sigma:.1f} |")
    return "\n".join(lines) + "\n"


def _grid(contests: list[Contest], found: dict[str, Tally]) -> list[str]:
    sizes = sorted({len(contest.lineup) for contest in contests})
    rows: dict[tuple[str, str], dict[int, str]] = {}
    for contest in contests:
        table = table_name(contest).rsplit(",", 1)[0]
        key = (f"{contest.lineup[0]} – {contest.lineup[1]}", table)
        share = shares(contest, found[contest.key])[contest.lineup[0]]
        rows.setdefault(key, {})[len(contest.lineup)] = share_text(share)
    head = " | ".join(f"{size} seats ({1 / size:.1%})" for size in sizes)
    lines = [f"| first – second | table | {head} |", "|---|---|" + "---|" * len(sizes)]
    for (names, table), cells in rows.items():
        lines.append(f"| {names} | {table} | {' | '.join(cells.get(s, '') for s in sizes)} |")
    return lines


def _together(contests: list[Contest], found: dict[str, Tally]) -> list[str]:
    """Return the wins of each pair by size over all tables, and by table over all sizes."""
    lines = []
    for title, place in (("seats", 0), ("table", 1)):
        cells: dict[tuple[str, str], list[float]] = {}
        for contest in contests:
            name, seats = table_name(contest).rsplit(", ", 1)
            pair = f"{contest.lineup[0]} – {contest.lineup[1]}"
            sums = cells.setdefault((pair, (seats, name)[place]), [0.0, 0.0, 0.0])
            matches, fair = found[contest.key].matches, 1 / len(contest.lineup)
            wins = found[contest.key].wins[0]
            sums[0] += wins
            sums[1] += matches * fair
            sums[2] += wins * (1 - wins / matches) if matches else 0
        heads = sorted({head for _, head in cells})
        lines += [
            f"Wins as a multiple of the fair number, by {title}, with 95 % intervals:",
            "",
            f"| first – second | {' | '.join(heads)} |",
            "|---|" + "---|" * len(heads),
        ]
        for pair in dict.fromkeys(pair for pair, _ in cells):
            row = [_multiple(*cells[pair, head]) for head in heads]
            lines.append(f"| {pair} | {' | '.join(row)} |")
        lines.append("")
    return lines


def _multiple(wins: float, fair: float, variance: float) -> str:
    half = Z95 * variance**0.5
    return f"{wins / fair:.2f} [{(wins - half) / fair:.2f}, {(wins + half) / fair:.2f}]"


SETS = {"levels": levels, "editions": editions, "characters": characters}


def finished_contests(contests: list[Contest], saved: Path) -> list[Contest]:
    """Return the contests of which all matches are in the file."""
    done: dict[str, int] = {}
    for line in saved.read_text(encoding="utf-8").splitlines():
        piece = json.loads(line)
        done[piece["contest"]] = done.get(piece["contest"], 0) + piece["last"] - piece["first"]
    return [contest for contest in contests if done.get(contest.key) == contest.matches]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--scale", type=float, default=1.0, help="share of the matches, for a try")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--save", type=Path, default=Path("strength.jsonl"))
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--ray", help="the address of a Ray cluster, or local")
    parser.add_argument("--sets", default=",".join(SETS), help="which of the sets of contests")
    args = parser.parse_args()
    sets = {name: list(SETS[name](args.scale)) for name in args.sets.split(",")}
    contests = [contest for part in sets.values() for contest in part]
    # Mixed, so that a run that is stopped has measured something of everything.
    Random(1).shuffle(contests)
    planned = sum(contest.matches for contest in contests)
    running: dict[str, Any] = {
        "processes": args.jobs,
        "saved": args.save,
        "progress": Progress(),
        "ray": args.ray,
    }
    try:
        tallies = run_contests(contests, **running)
    except KeyboardInterrupt:
        contests = finished_contests(contests, args.save)
        tallies = run_contests(contests, saved=args.save)
    sys.stderr.write("\n")
    sets = {name: [c for c in part if c in contests] for name, part in sets.items()}
    found = {contest.key: tally for contest, tally in zip(contests, tallies, strict=True)}
    command = shlex.join(["python", "-m", "benchmarks.strength", *sys.argv[1:]])
    args.out.mkdir(parents=True, exist_ok=True)
    rated_in = sets.get("characters") or contests
    rated = ratings(rated_in, [found[contest.key] for contest in rated_in])
    (args.out / "README.md").write_text(
        summary(sets, found, rated, command, planned), encoding="utf-8"
    )
    t = Tongue("en", "asmodee-2024")
    page = report_html(t, contests, tallies, rated, command)
    (args.out / "report.html").write_text(page, encoding="utf-8")
    numbers = [
        {
            "table": table_name(contest),
            "lineup": contest.lineup,
            "seed": contest.seed,
            **{k: v for k, v in tally.as_json().items() if k in ("matches", "wins", "losses")},
        }
        for contest, tally in zip(contests, tallies, strict=True)
    ]
    value = {"contests": numbers, "ratings": {name: r._asdict() for name, r in rated.items()}}
    (args.out / "strength.json").write_text(json.dumps(value, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
