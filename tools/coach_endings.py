"""Solve the last rounds of two players for the coach: ``coach/endings.json``.

    python tools/coach_endings.py       # a few minutes

Without calza a match of two players with three dice in all can be solved exactly, so the coach need
not guess there. Rules that play alike share their solutions.
"""

import json
import sys
from itertools import chain, combinations

from perudo.coach.endings import FILE, MOST_DICE, ending_key, rules_key
from perudo.engine.editions import EDITIONS
from perudo.engine.house import table_rules
from perudo.solve.match import Stage, solve_match

TOLERANCE = 1e-3


def stages(palifico: bool) -> list[Stage]:
    """Return every stage with few enough dice; some of them no match reaches."""
    found = []
    for dice in [(a, b) for a in range(1, MOST_DICE) for b in range(1, MOST_DICE + 1 - a)]:
        seats = chain.from_iterable(combinations((0, 1), size) for size in range(3))
        for been in map(frozenset, seats if palifico else [()]):
            found.append(Stage(dice, None, been))
            if palifico and dice[0] == 1:
                found.append(Stage(dice, 0, been | {0}))
    return list(dict.fromkeys(found))


def main() -> None:
    solved: dict[str, dict[str, float]] = {}
    for box in EDITIONS:
        rules = table_rules(box, ())
        key = rules_key(rules)
        if rules.plays_calza or key in solved:
            continue
        solved[key] = {}
        for stage in stages(rules.plays_palifico):
            bounds = solve_match(rules, stage, TOLERANCE).bounds
            name = ending_key(stage.dice, stage.palifico is not None, stage.been_palifico)
            solved[key][name] = round((bounds.low + bounds.high) / 2, 4)
            sys.stderr.write(f"{box} {name}: {solved[key][name]}\n")
    FILE.write_text(json.dumps(solved, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
