"""Exact solutions of two-player rounds and matches."""

from collections.abc import Sequence

import pytest

from perudo.engine.actions import DUDO, Action
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup
from perudo.engine.perft import perft
from perudo.engine.position import between_rounds
from perudo.solve.cups import kinds
from perudo.solve.layout import plays
from perudo.solve.literature import literature_shape
from perudo.solve.match import Stage, solve_match, stages_from
from perudo.solve.rounds import Bounds, Solver
from perudo.solve.shape import Shape, dice_won, opening, shape_of
from perudo.solve.size import TooLarge
from testkit.brute_force import best_answer
from testkit.matches import ALL, WITH_CALZA, rules_of, with_palifico
from testkit.precision import DOUBLE_PRECISION


def shape(key: str, dice: tuple[int, int], *options: str, palifico: bool = False) -> Shape:
    rules = with_palifico(key, *options) if palifico else rules_of(key, *options)
    return shape_of(opening(rules, dice, palifico=palifico))


def value(solved: Shape, tolerance: float = 1e-4) -> float:
    solution = Solver(solved).solve(dice_won(solved.dice), tolerance, most_steps=5_000)
    assert solution.bounds.exploitability <= tolerance
    return solution.bounds.value


TWO_PLAYER_CALZA = ("asmodee-2009", "weekend")
SMALL = [
    *((key, (), False) for key in ALL),
    *((key, (), True) for key in ALL),
    *((key, ("calza",), palifico) for key in TWO_PLAYER_CALZA for palifico in (False, True)),
]


@pytest.mark.plain
@pytest.mark.parametrize(("key", "options", "palifico"), SMALL, ids=str)
def test_brute_force_best_answer_matches_the_bounds(
    key: str, options: tuple[str, ...], palifico: bool
) -> None:
    """A best answer that shares no code with the solver gives the same bounds."""
    solved = shape(key, (1, 1), *options, palifico=palifico)
    solution = Solver(solved).solve(dice_won((1, 1)), 1e-3, most_steps=5_000)

    def strategy(bids: Sequence[Bid], cup: Cup) -> dict[Action, float]:
        if bids and bids[-1].quantity > 2:
            return {DUDO: 1.0}
        # The strategy itself never reaches such a history, so any answer will do.
        return plays(solution.round, solution.average, bids, cup) or {DUDO: 1.0}

    rules = with_palifico(key, *options) if palifico else rules_of(key, *options)
    before = between_rounds(rules, (1, 1), palifico=palifico)
    high, low = best_answer(before, 0, strategy), -best_answer(before, 1, strategy)
    assert solution.bounds.exploitability <= 1e-3
    assert high == pytest.approx(solution.bounds.high, abs=DOUBLE_PRECISION)
    assert low == pytest.approx(solution.bounds.low, abs=DOUBLE_PRECISION)


@pytest.mark.parametrize(("key", "palifico"), [(k, p) for k in ALL for p in (False, True)])
def test_histories_are_those_that_perft_counts(key: str, palifico: bool) -> None:
    """Compare the openings, among bids that the dice in play could make true."""
    dice = (1, 2) if palifico else (2, 1)
    solved = shape(key, dice, palifico=palifico)
    rules = with_palifico(key) if palifico else rules_of(key)
    root = solved.positions[0]
    every = perft(rules, dice, 1, palifico=palifico)[0]
    # The cap of two seats is ten dice on each face (S9); three are in play.
    assert len(root.actions) * 10 == every * 3
    assert {bid.quantity for p in solved.positions for bid in p.bids} == {1, 2, 3}


@pytest.mark.parametrize("key", WITH_CALZA)
def test_calza_is_in_the_shape_if_the_box_allows_it_for_two(key: str) -> None:
    """I6 bars it in asmodee-2024, and P6 with S5 in parker-1994."""
    assert shape(key, (1, 1), "calza").has_calza == (key in TWO_PLAYER_CALZA)


def test_history_counts_match_known_values() -> None:
    assert sum(shape("asmodee-2024", (2, 1)).histories()) == 262_013
    assert sum(shape("asmodee-2024", (2, 2)).histories()) == 16_769_017


def test_one_die_each_has_the_published_value() -> None:
    assert value(literature_shape((1, 1)), 5e-5) == pytest.approx(-7 / 258, abs=1e-4)


def test_boxes_that_bid_alike_have_the_same_value() -> None:
    parker, weekend = (shape(key, (1, 1)) for key in ("parker-1994", "weekend"))
    assert value(parker) == pytest.approx(value(weekend), abs=2e-4)


def test_one_die_palifico_has_the_value_found_by_hand() -> None:
    """One die each, and nobody may change the face.

    The opener bids one of the face in the cup. The other seat can call it and lose, or bid two of
    it, which is true once in six and will be called: 5/6 - 1/6.
    """
    assert value(shape("asmodee-2009", (1, 1), palifico=True)) == pytest.approx(2 / 3, abs=2e-4)


@pytest.mark.parametrize("key", ["asmodee-2009", "menteur"])
def test_more_dice_are_better(key: str) -> None:
    less, same, more = (value(shape(key, dice), 1e-3) for dice in ((1, 2), (1, 1), (2, 1)))
    assert less < same < more


def test_cups_that_no_call_can_tell_apart_are_one_kind() -> None:
    solved = shape("asmodee-2024", (2, 1))
    alike = kinds(solved)
    assert [len(side.examples) for side in alike[0]] == [21, 6]
    for position, pair in zip(solved.positions, alike, strict=True):
        if position.standing == Bid(2, 1):
            # From two Pacos on only Pacos matter: two dice have none, one or two, one die none or
            # one.
            assert [len(side.examples) for side in pair] == [3, 2]


@pytest.mark.plain
def test_the_number_of_cores_does_not_change_the_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perudo.solve.workers.WORTH_SHARING", 100)
    solved = shape("asmodee-2024", (1, 1))
    alone, together = (
        Solver(solved, cores=cores).solve(dice_won((1, 1)), 1e-9, most_steps=30) for cores in (1, 3)
    )
    assert alone.bounds == pytest.approx(together.bounds, abs=DOUBLE_PRECISION)


def test_exploitability_is_never_negative() -> None:
    """Bounds that meet may cross in their last digits, depending on the processor."""
    assert Bounds(0.5 + 1e-12, 0.5).exploitability == 0


def test_one_die_each_is_a_match_of_one_round() -> None:
    """The match is won or lost with the round: scale its value from -1..1 to 0..1."""
    rules = rules_of("menteur")
    solved = solve_match(rules, Stage((1, 1)), 1e-4)
    won = (value(shape("menteur", (1, 1)), 1e-4) + 1) / 2
    assert solved.bounds.value == pytest.approx(won, abs=1e-4 + 1e-4 / 2)


@pytest.mark.plain
def test_a_match_is_made_of_its_rounds() -> None:
    """With two dice against one, the round is won, or lost and followed by a palifico round."""
    rules = rules_of("asmodee-2009")
    solved = solve_match(rules, Stage((2, 1)), 2e-4)
    won = (value(shape("asmodee-2009", (2, 1))) + 1) / 2
    after = solve_match(rules, Stage((1, 1), 0, frozenset({0})), 1e-4).bounds.value
    assert solved.bounds.value == pytest.approx(won + (1 - won) * after, abs=4e-4)
    assert solved.bounds.exploitability <= 2e-4
    assert set(solved.stages) == {Stage((2, 1)), Stage((1, 1), 0, frozenset({0}))}


@pytest.mark.plain
def test_a_calza_without_a_die_to_regain_repeats_the_round() -> None:
    """If all start with one die (S3), a right calza only decides who opens the same round again.

    So the opener's chance v to win is the value of a round in which a right calza pays v itself.
    Check it by solving that one round with the v found.
    """
    rules = rules_of("weekend", "calza")
    solved = solve_match(rules, Stage((1, 1)), 1e-3, starting_dice=1)
    v = solved.bounds.value
    again = shape_of(opening(rules, (1, 1), starting_dice=1))

    def payoff(score: object) -> float:
        winner, starter = score.winner, score.starter  # type: ignore[attr-defined]
        if winner is not None:
            return float(winner == 0)
        return v if starter == 0 else 1 - v

    assert Solver(again).solve(payoff, 1e-4).bounds.value == pytest.approx(v, abs=2e-3)
    assert solved.bounds.exploitability <= 1e-3


def test_a_match_with_too_large_a_round_is_rejected() -> None:
    with pytest.raises(TooLarge):
        stages_from(rules_of("asmodee-2009", "calza"), Stage((1, 1)), 5, 1_000_000)


def test_false_bids_lose_only_if_losing_a_die_is_worst() -> None:
    solved = shape("weekend", (1, 1), "calza")
    assert solved.false_bids_lose(dice_won((1, 1)))
    assert not solved.false_bids_lose(lambda score: -float(score.dice[0]))
