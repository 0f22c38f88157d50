"""Simple players give themselves away; the champion does not, and pretenders gain nothing by it."""

from random import Random

import numpy as np
import pytest

from perudo.bots.bot import Bot
from perudo.bots.champion.likeness import (
    HIGHEST,
    LOWEST,
    MOST_OF_ACTION,
    NEEDED,
    ODD,
    MatchLikeness,
    after_round,
    is_simple,
    told_by,
)
from perudo.bots.champion.player import (
    DUEL_WEIGHTS,
    HABITS_WEIGHTS,
    Champion,
    trained_network,
)
from perudo.bots.first_reader import FirstReader
from perudo.engine.house import table_rules
from perudo.engine.setup import Setup
from perudo.engine.view import View, view_for
from perudo.table.bot_seat import BotSeat
from perudo.table.dice_sources import RandomDice
from perudo.table.local import LocalTable


def judge(remembered: int | None = None) -> MatchLikeness:
    habits, solutions = (trained_network(file).network for file in (HABITS_WEIGHTS, DUEL_WEIGHTS))
    return MatchLikeness(habits, solutions, remembered)


def after_matches(other: type[Bot], matches: int) -> list[View]:
    """Return what the champion has seen at the end of matches with another bot, in seat 1."""
    seen = []
    for seed in range(matches):
        setup = Setup(table_rules("asmodee-2024"), 2)
        bots = [BotSeat(bot(), Random(seed)) for bot in (Champion, other)]
        table = LocalTable(setup, bots, RandomDice(Random(seed)))
        table.play()
        seen.append(view_for(table.match, 0))
    return seen


def rounds_as_simple(views: list[View]) -> float:
    """Return in which part of the rounds from the third on seat 1 is taken for simple."""
    taken = []
    for view in views:
        likeness = judge()
        for rounds in range(2, len(view.past)):
            now = view._replace(past=view.past[:rounds])
            taken.append(bool(is_simple(likeness.of(now, 1))))
    return float(np.mean(taken))


def test_reader_is_found_out_and_the_champion_is_not_taken_for_simple() -> None:
    assert rounds_as_simple(after_matches(FirstReader, 8)) > 0.8
    assert rounds_as_simple(after_matches(Champion, 8)) < 0.1


def test_stranger_is_not_taken_for_simple() -> None:
    assert not is_simple(np.zeros(()))


def test_nobody_earns_the_right_to_do_what_is_unusual() -> None:
    usual_for_long = after_round(np, np.zeros(()), np.array(90.0))
    assert is_simple(usual_for_long)
    unusual = after_round(np, usual_for_long, np.array(-1.5))
    assert not is_simple(unusual)
    assert not is_simple(after_round(np, unusual, np.array(1.0))), "it has to be made up for"
    assert is_simple(after_round(np, unusual, np.array(1.5)))
    assert LOWEST < NEEDED < HIGHEST


def test_action_tells_how_much_likelier_it_was_for_a_simple_player() -> None:
    legal = np.arange(63) < 3
    habits, solutions = np.full(63, 5.0), np.full(63, 5.0)
    usual, best = np.array([0.64, 0.35, 0.01]), np.array([0.2, 0.8, 1e-9])
    habits[:3], solutions[:3] = np.log(usual), np.log(best)
    odd = np.sqrt(usual) / np.sqrt(usual).sum()
    expected = np.log(usual / ((1 - ODD) * best + ODD * odd))

    def told(action: int) -> float:
        return float(told_by(np, habits, solutions, legal, np.int64(action)))

    assert [told(action) for action in range(3)] == pytest.approx(expected)
    assert told(0) > 0 > told(1)
    assert told(2) < 0, "what both do rarely is no sign of a simple player"
    for impossible in (3, 62, 70, -1):
        assert told(impossible) == 0
    solutions[0] = 90.0
    habits[0] = -90.0
    assert told(0) == -MOST_OF_ACTION


def test_what_a_round_told_does_not_depend_on_what_was_asked_before() -> None:
    first, second = after_matches(FirstReader, 2)
    asked = judge()
    for view in (first, second, first):
        for rounds in (len(view.past), 2, 0, 1, 3):
            now = view._replace(past=view.past[:rounds])
            for seat in (1, 0):
                np.testing.assert_array_equal(asked.of(now, seat), judge().of(now, seat))


def test_short_memory_forgets_the_first_rounds() -> None:
    def sums(view: View, remembered: int | None) -> list[float]:
        # Rounds are told apart by the match before them, so they are judged with all of it.
        likeness, rounds = judge(remembered), range(len(view.past) + 1)
        return [float(likeness.of(view._replace(past=view.past[:n]), 1)) for n in rounds]

    views = after_matches(Champion, 2)
    for view in views:
        assert len(view.past) > 4
        assert sums(view, len(view.past)) == sums(view, None)
        assert sums(view, 1)[:2] == sums(view, None)[:2]
        assert sums(view, 1) != sums(view, None)
