"""The exact end of a match of two."""

import pytest

from perudo import position
from perudo.coach.advice import Coach
from perudo.coach.endings import opener_wins
from perudo.engine.editions import EDITIONS
from perudo.engine.house import table_rules
from perudo.solve.match import Stage, solve_match

TOLERANCE = 2e-3
"""The file was made with half of this, and is rounded."""


@pytest.mark.parametrize("box", EDITIONS)
def test_the_last_two_dice_are_worth_what_the_solver_says(box: str) -> None:
    rules = table_rules(box)
    exact = solve_match(rules, Stage((1, 1)), 1e-3).bounds
    said = Coach().chances(position(box, dice=(1, 1)).view(None))
    assert said[0] == pytest.approx((exact.low + exact.high) / 2, abs=TOLERANCE)
    assert sum(said) == pytest.approx(1)


def test_who_opens_is_found_wherever_they_sit() -> None:
    rules = table_rules("weekend")
    opening = opener_wins(rules, (2, 1), palifico=False, been_palifico=())
    assert opening is not None
    chances = Coach().chances(position("weekend", dice=(0, 1, 0, 2), starter=3).view(None))
    assert chances == pytest.approx((0.0, 1 - opening, 0.0, opening))


def test_with_calza_the_end_is_not_solved() -> None:
    rules = table_rules("asmodee-2009", ["calza"])
    assert opener_wins(rules, (2, 1), palifico=False, been_palifico=()) is None
    assert opener_wins(table_rules("weekend"), (2, 2), palifico=False, been_palifico=()) is None
