"""Strategies with a short memory, and how much a perfect opponent wins from them."""

from collections.abc import Sequence

import pytest

from perudo.engine.actions import DUDO, Action
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup
from perudo.engine.position import between_rounds
from perudo.solve.abstraction import Abstracted, solve_with_memory
from perudo.solve.exposure import exposure
from perudo.solve.forgetful import Learner
from perudo.solve.outline import outline
from perudo.solve.recall import Recall
from perudo.solve.rounds import Solver
from perudo.solve.shape import Shape, dice_won, opening, shape_of
from testkit.brute_force import best_answer
from testkit.matches import rules_of, with_palifico
from testkit.precision import SINGLE_PRECISION

ONE_EACH = (1, 1)
TOLERANCE = 1e-3


def shape(key: str, *options: str, dice: tuple[int, int] = ONE_EACH) -> Shape:
    return shape_of(opening(rules_of(key, *options), dice))


def learned(played: Shape, memory: int, steps: int = 20) -> tuple[Recall, Learner]:
    recall = Recall(outline(played), memory)
    learner = Learner(recall, dice_won(played.dice))
    for _ in range(steps):
        learner.step()
    return recall, learner


@pytest.mark.parametrize("memory", [1, 2, 3])
@pytest.mark.parametrize(
    ("key", "options"), [("asmodee-2024", ()), ("menteur", ()), ("weekend", ("calza",))], ids=str
)
def test_exposure_equals_brute_force(key: str, options: tuple[str, ...], memory: int) -> None:
    """Brute force remembers every bid and shares no code with the solver."""
    recall, learner = learned(shape(key, *options), memory)
    strategies = learner.strategies()

    def strategy(bids: Sequence[Bid], cup: Cup) -> dict[Action, float]:
        return recall.plays(strategies, bids, cup)

    found = exposure(recall, strategies, dice_won(ONE_EACH), [0.0]).bounds
    before = between_rounds(rules_of(key, *options), ONE_EACH)
    high, low = best_answer(before, 0, strategy), -best_answer(before, 1, strategy)
    assert high == pytest.approx(found.high, abs=SINGLE_PRECISION)
    assert low == pytest.approx(found.low, abs=SINGLE_PRECISION)


@pytest.mark.plain
def test_more_slack_never_gives_a_smaller_bound() -> None:
    recall, learner = learned(shape("asmodee-2024", dice=(2, 1)), 2)
    strategies = learner.strategies()
    payoff = dice_won((2, 1))
    exact, near, far = (
        exposure(recall, strategies, payoff, [slack]) for slack in (0.0, 1e-5, 1e-2)
    )
    for closer, wider in ((exact, near), (near, far)):
        assert wider.bounds.low <= closer.bounds.low + SINGLE_PRECISION
        assert wider.bounds.high >= closer.bounds.high - SINGLE_PRECISION
    assert exact.bounds.low - near.bounds.low < 0.01
    assert far.visited < near.visited < exact.visited


def short(played: Shape, memory: int) -> Abstracted:
    return solve_with_memory(played, memory, dice_won(played.dice), TOLERANCE)


def test_a_longer_memory_is_better_and_all_bounds_hold() -> None:
    played = shape("asmodee-2024")
    exact = Solver(played).solve(dice_won(ONE_EACH), 1e-4).bounds
    one, three = short(played, 1), short(played, 3)
    for found in (one, three):
        assert found.bounds.low <= exact.high + SINGLE_PRECISION
        assert found.bounds.high >= exact.low - SINGLE_PRECISION
    assert three.bounds.exploitability < one.bounds.exploitability
    assert three.bounds.exploitability < 2e-3


@pytest.mark.plain
def test_full_memory_gives_the_exact_solution() -> None:
    rules = with_palifico("asmodee-2009")
    found = short(shape_of(opening(rules, (1, 2), palifico=True)), 3)
    # Half the distance between the bounds is within the tolerance, and the value lies between them.
    assert found.bounds == pytest.approx((7 / 18, 7 / 18), abs=2 * TOLERANCE)


@pytest.mark.plain
def test_kept_strategies_guarantee_the_bounds() -> None:
    played = shape("asmodee-2024", dice=(2, 1))
    found = short(played, 1)
    again = exposure(found.recall, found.strategies, dice_won((2, 1))).bounds
    assert again.low == pytest.approx(found.bounds.low, abs=SINGLE_PRECISION)
    assert again.high == pytest.approx(found.bounds.high, abs=SINGLE_PRECISION)


def test_forgotten_bids_do_not_change_the_strategy() -> None:
    recall, learner = learned(shape("asmodee-2024", dice=(2, 1)), 2)
    strategies = learner.strategies()
    bids = [Bid(1, 2), Bid(1, 3), Bid(1, 5), Bid(1, 6)]
    answers = [recall.plays(strategies, bids[first:], (4, 6)) for first in (0, 2)]
    assert answers[0] == answers[1]
    assert recall.plays(strategies, [Bid(1, 4), Bid(1, 6)], (4, 6)) != answers[0]
    assert sum(answers[0].values()) == pytest.approx(1, abs=SINGLE_PRECISION)


def test_an_impossible_bid_is_answered_by_dudo() -> None:
    recall, learner = learned(shape("menteur"), 2, steps=1)
    assert recall.plays(learner.strategies(), [Bid(3, 4)], (2,)) == {DUDO: 1.0}
