"""Let the coach judge the levels, and time it. Takes a few minutes.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.coach_levels

One of each level among champions, in every box, with two to six seats. Writes what profiles are
compared with (``src/perudo/coach/levels.json``) and the tables of ``docs/coach.md``. A weaker level
must be judged worse than a stronger one: the exit status is 1 if two neighbours are in the wrong
order.
"""

import argparse
import json
import re
import statistics
import sys
import time
from itertools import pairwise
from pathlib import Path
from random import Random

from perudo.bots.roster import LEVELS, bot_named
from perudo.coach.advice import Coach
from perudo.coach.judging import analyse
from perudo.coach.profile import LEVELS_FILE, Tally, tally_of, total
from perudo.engine.editions import EDITIONS
from perudo.engine.house import options_offered, table_rules
from perudo.engine.setup import Setup
from perudo.records.decisions import decisions
from perudo.records.record import Record
from perudo.records.writing import record_of
from perudo.table.bot_seat import BotSeat
from perudo.table.dice_sources import RandomDice
from perudo.table.local import LocalTable

PAGE = Path(__file__).parents[1] / "docs" / "coach.md"
SEATS = (4, 2, 6, 3, 5)


def played(number: int, seats: int, level: str) -> Record:
    """Return a match in which seat 0 has this level, and everybody else is a champion.

    The coach's chances are right if everybody plays on like the champion: so they are here.
    """
    luck = Random(f"coach levels {number} {seats}")
    box = list(EDITIONS.values())[number % len(EDITIONS)]
    levels = [level, *["champion"] * (seats - 1)]
    players = [BotSeat(bot_named(one), luck) for one in levels]
    rules = table_rules(box.key, options_offered(box))
    table = LocalTable(Setup(rules, seats), players, RandomDice(luck))
    table.play()
    return record_of([f"{one} {seat}" for seat, one in enumerate(levels)], table.events)


def judged(matches: int) -> dict[str, Tally]:
    """Judge so many matches of each level."""
    tallies: dict[str, list[Tally]] = {level: [] for level in LEVELS}
    for number in range(matches):
        for level, own in tallies.items():
            record = played(number, SEATS[number // len(EDITIONS) % len(SEATS)], level)
            own.append(tally_of(analyse(record, only=0), 0))
        sys.stderr.write(f"\r{number + 1} of {matches} matches of each level")
    sys.stderr.write("\n")
    return {level: total(own) for level, own in tallies.items()}


def timed(matches: int) -> str:
    """Time hints, and analyses of matches of six."""
    hints: list[float] = []
    whole: list[float] = []
    for number in range(matches):
        record = played(10_000 + number, 6, "hard")
        began = time.process_time()
        analyse(record)
        whole.append(time.process_time() - began)
        for decision in list(decisions(record))[::10]:
            began = time.process_time()
            Coach().advise(decision.view, asking=decision.asking)
            hints.append(time.process_time() - began)
    return (
        "| what | middle | slowest |\n|---|---|---|\n"
        f"| a hint | {1000 * statistics.median(hints):.1f} ms | {1000 * max(hints):.0f} ms |\n"
        f"| the analysis of a match of six | {statistics.median(whole):.2f} s "
        f"| {max(whole):.2f} s |\n"
    )


def table(tallies: dict[str, Tally]) -> str:
    lines = [
        "| level | decisions | good | points given away | bluffs | doubts | is doubted |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| `{level}` | {tally.decisions} | {tally.good_share:.0%} | {100 * tally.given_each:.2f} "
        f"| {tally.bluff_share:.0%} | {tally.doubt_share:.0%} | {tally.doubted_share:.0%} |"
        for level, tally in tallies.items()
    ]
    return "\n".join(lines) + "\n"


def put(page: str, name: str, text: str) -> str:
    """Replace what stands between two comments of the page."""
    pattern = rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)"
    changed, found = re.subn(pattern, lambda m: f"{m[1]}\n{text}\n{m[2]}", page, flags=re.DOTALL)
    assert found == 1, f"{PAGE} has no place for {name}"
    return changed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--matches", type=int, default=100, help="of each level")
    parser.add_argument("--timed", type=int, default=10)
    parser.add_argument("--dry", action="store_true", help="print, but write nothing")
    args = parser.parse_args()
    tallies = judged(args.matches)
    shown, speed = table(tallies), timed(args.timed)
    sys.stdout.write(f"{shown}\n{speed}")
    if not args.dry:
        kept = {level: tally._asdict() for level, tally in tallies.items()}
        text = json.dumps({"matches": args.matches, "levels": kept}, indent=1)
        LEVELS_FILE.write_text(text + "\n", encoding="utf-8")
        page = PAGE.read_text(encoding="utf-8")
        page = put(put(page, "levels", shown), "speed", speed)
        PAGE.write_text(page, encoding="utf-8")
    ordered = all(
        weak.given_each > strong.given_each for weak, strong in pairwise(tallies.values())
    )
    return 0 if ordered else 1


if __name__ == "__main__":
    sys.exit(main())
