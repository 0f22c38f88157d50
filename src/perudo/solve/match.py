"""The solution of a two-player match: each of its rounds, solved for the rest of the match.

A round ends with a score, and the score says who opens the next round with how many dice. The value
of that next round is the payoff of this one. Unless a calza gives dice back, dice only get fewer,
so rounds are solved from the fewest dice up. Where calza makes rounds depend on each other, this
sweep is repeated until the values no longer change.
"""

from collections.abc import Callable
from typing import NamedTuple

from perudo.engine.actions import Seat
from perudo.engine.edition import Edition
from perudo.engine.errors import Error
from perudo.engine.match import Score
from perudo.solve.rounds import Bounds, Solver
from perudo.solve.shape import Payoff, Shape, opening, shape_of
from perudo.solve.size import check_size

CONVERGED = 0.1
"""Sweeps stop when no value changes by more than this share of the tolerance."""


class Stage(NamedTuple):
    """A match between two rounds; seat 0 is the one that opens the next round."""

    dice: tuple[int, int]
    palifico: Seat | None = None
    been_palifico: frozenset[Seat] = frozenset()


class NotExact(Error):
    """Losing a die is not the worst result of a round here, so false bids cannot be left out."""


class SolvedMatch(NamedTuple):
    bounds: Bounds
    """Bounds of the probability that the opening seat wins the match."""
    stages: dict[Stage, Bounds]


OnProgress = Callable[[int, int, Stage, float], None]
"""Called with the stages done, the number of stages, the current stage and its exploitability."""


def next_stage(score: Score) -> tuple[Stage, Seat]:
    """Return the stage after a round that did not end the match, and which seat opens it."""
    opener = score.starter
    assert opener is not None
    turned = tuple(reversed(score.dice)) if opener else score.dice
    palifico = None if score.palifico is None else score.palifico ^ opener
    been = frozenset(seat ^ opener for seat in score.been_palifico)
    return Stage((turned[0], turned[1]), palifico, been), opener


def stages_from(
    rules: Edition, stage: Stage, starting_dice: int, most_weights: int
) -> dict[Stage, Shape]:
    """Return every stage that the match may reach, the one with the fewest dice first."""
    shapes: dict[Stage, Shape] = {}
    ahead = [stage]
    while ahead:
        stage = ahead.pop()
        if stage in shapes:
            continue
        shape = shape_of(
            opening(
                rules,
                stage.dice,
                palifico=stage.palifico is not None,
                been_palifico=stage.been_palifico,
                starting_dice=starting_dice,
            )
        )
        check_size(shape, most_weights)
        shapes[stage] = shape
        ahead += [next_stage(score)[0] for score in _scores(shape) if score.winner is None]
    return dict(sorted(shapes.items(), key=lambda item: sum(item[0].dice)))


def solve_match(
    rules: Edition,
    start: Stage,
    tolerance: float,
    *,
    starting_dice: int = 5,
    most_weights: int = 20_000_000,
    cores: int = 1,
    on_progress: OnProgress | None = None,
) -> SolvedMatch:
    shapes = stages_from(rules, start, starting_dice, most_weights)
    order = {stage: place for place, stage in enumerate(shapes)}
    cyclic = any(
        order[next_stage(score)[0]] >= order[stage]
        for stage, shape in shapes.items()
        for score in _scores(shape)
        if score.winner is None
    )
    # At worst the errors of all rounds add up.
    round_tolerance = tolerance / (2 * len(shapes))
    # A stage that is not solved yet may be worth anything.
    low, high = dict.fromkeys(shapes, 0.0), dict.fromkeys(shapes, 1.0)
    while True:
        change = 0.0
        for stage, shape in shapes.items():
            middle = {s: (low[s] + high[s]) / 2 for s in shapes}
            payoff = match_payoff(middle, middle)
            if not shape.false_bids_lose(payoff):
                raise NotExact
            solver = Solver(shape, finest=round_tolerance, cores=cores)

            def report(_: int, exploitability: float, stage: Stage = stage) -> None:
                if on_progress is not None:
                    on_progress(order[stage], len(shapes), stage, exploitability)

            solution = solver.solve(payoff, round_tolerance, on_progress=report)
            lower = solver.bounds(match_payoff(low, high), solution.average).low
            upper = solver.bounds(match_payoff(high, low), solution.average).high
            change = max(change, abs(lower - low[stage]), abs(upper - high[stage]))
            low[stage], high[stage] = lower, upper
        if not cyclic or change < CONVERGED * tolerance:
            break
    bounds = {stage: Bounds(low[stage], high[stage]) for stage in shapes}
    return SolvedMatch(bounds[start], bounds)


def match_payoff(own: dict[Stage, float], other: dict[Stage, float]) -> Payoff:
    """Return the payoff of scores for seat 0, given the values of stages to their openers.

    ``own`` is used for stages that seat 0 opens, ``other`` for those that the other seat opens.
    """

    def payoff(score: Score) -> float:
        if score.winner is not None:
            return 1.0 if score.winner == 0 else 0.0
        stage, opener = next_stage(score)
        return 1.0 - other[stage] if opener else own[stage]

    return payoff


def _scores(shape: Shape) -> list[Score]:
    return [score for p in shape.positions for result in p.calls for score in result.scores]
