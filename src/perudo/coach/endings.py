"""Exact chances to win at the end of a match of two, solved beforehand.

``tools/coach_endings.py`` makes the file.
"""

import json
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from perudo.engine.actions import Seat
from perudo.engine.edition import CalzaBarred, Edition

FILE: Final = Path(__file__).with_name("endings.json")
MOST_DICE: Final = 3
"""The most dice of both players."""
NOT_BY_TWO: Final = (CalzaBarred.LAST_TWO, CalzaBarred.PALIFICO_AND_LAST_TWO)
"""Two players alone cannot call calza: as good as none."""


def opener_wins(
    rules: Edition, dice: Sequence[int], *, palifico: bool, been_palifico: Collection[Seat]
) -> float | None:
    """Return the chance of seat 0, who opens the round, against seat 1; None if not solved."""
    if sum(dice) > MOST_DICE:
        return None
    return _solved().get(rules_key(rules), {}).get(ending_key(dice, palifico, been_palifico))


def ending_key(dice: Sequence[int], palifico: bool, been_palifico: Collection[Seat]) -> str:
    """Return the name of an ending in the file: ``2-1``, ``1-2 palifico been 0``."""
    words = ["-".join(map(str, dice))]
    if palifico:
        words.append("palifico")
    if been_palifico:
        words.append("been " + ",".join(map(str, sorted(been_palifico))))
    return " ".join(words)


def rules_key(rules: Edition) -> str:
    """Return the rule points that decide the end of a match without calza."""
    points = (rules.raising, rules.plays_palifico, rules.palifico_again, rules.veterans)
    calza = " calza" if rules.plays_calza and rules.calza_barred not in NOT_BY_TWO else ""
    return " ".join(str(getattr(point, "value", point)) for point in points) + calza


@cache
def _solved() -> dict[str, dict[str, float]]:
    solved: dict[str, dict[str, float]] = json.loads(FILE.read_text(encoding="utf-8"))
    return solved
