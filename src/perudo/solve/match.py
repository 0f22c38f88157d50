"""The two-player match: every round that may come, solved for the match that follows from it.

A round ends with a score, and the score says who opens the next round with how many dice: what that
is worth is the payoff of the round before. Dice only get fewer unless a calza gives one back, so
the rounds are solved from the fewest dice up; where calza makes them depend on each other, the
sweep is repeated until nothing changes any more.
"""

from collections.abc import Callable
from typing import NamedTuple

from perudo.engine.actions import Seat
from perudo.engine.edition import Edition
from perudo.engine.errors import Error
from perudo.engine.match import Score
from perudo.solve.rounds import Bounds, Solver
from perudo.solve.shape import Payoff, Shape, opening, shape_of
from perudo.solve.size import weights_of

SETTLED = 0.1
"""What may still change, in tolerances, when the sweeps of a match with calza stop."""


class Stage(NamedTuple):
    """A match between two rounds, seen from the seat that opens the next one."""

    dice: tuple[int, int]
    palifico: Seat | None = None
    been_palifico: frozenset[Seat] = frozenset()


class TooLarge(Error):
    """A round of the match has more bid histories than can be solved; ``dice`` are its dice."""

    def __init__(self, dice: tuple[int, int], histories: int) -> None:
        super().__init__(f"{dice}: {histories} bid histories")
        self.dice, self.histories = dice, histories


class NotExact(Error):
    """Losing a die is not the worst result of a round here, so that false bids would matter."""


class SolvedMatch(NamedTuple):
    bounds: Bounds
    """The probability that the seat that opens wins the match."""
    stages: dict[Stage, Bounds]


Told = Callable[[int, int, Stage, float], None]
"""Told while a match is solved: stages done, all stages, the stage at work, its exploitability."""


def next_stage(score: Score) -> tuple[Stage, Seat]:
    """The stage after a round that did not end the match, and which seat opens there."""
    opener = score.starter
    assert opener is not None
    turned = tuple(reversed(score.dice)) if opener else score.dice
    palifico = None if score.palifico is None else score.palifico ^ opener
    been = frozenset(seat ^ opener for seat in score.been_palifico)
    return Stage((turned[0], turned[1]), palifico, been), opener


def stages_from(
    rules: Edition, stage: Stage, starting_dice: int, most_weights: int
) -> dict[Stage, Shape]:
    """Every stage that the match may come to, the one with the fewest dice first."""
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
        if weights_of(shape) > most_weights:
            raise TooLarge(stage.dice, sum(shape.histories()))
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
    told: Told | None = None,
) -> SolvedMatch:
    shapes = stages_from(rules, start, starting_dice, most_weights)
    places = {stage: place for place, stage in enumerate(shapes)}
    again = any(
        places[next_stage(score)[0]] >= places[stage]
        for stage, shape in shapes.items()
        for score in _scores(shape)
        if score.winner is None
    )
    # The errors of the rounds on the way add up at worst.
    each = tolerance / (2 * len(shapes))
    # Nothing is taken for granted: a stage that was not looked at yet is worth anything.
    low, high = dict.fromkeys(shapes, 0.0), dict.fromkeys(shapes, 1.0)
    while True:
        change = 0.0
        for stage, shape in shapes.items():
            middle = {s: (low[s] + high[s]) / 2 for s in shapes}
            payoff = worth_by(middle, middle)
            if not shape.false_bids_lose(payoff):
                raise NotExact
            solver = Solver(shape, finest=each, cores=cores)

            def watch(_: int, exploitability: float, stage: Stage = stage) -> None:
                if told is not None:
                    told(places[stage], len(shapes), stage, exploitability)

            solution = solver.solve(payoff, each, watch=watch)
            sure = solver.bounds(worth_by(low, high), solution.average).low
            held = solver.bounds(worth_by(high, low), solution.average).high
            change = max(change, abs(sure - low[stage]), abs(held - high[stage]))
            low[stage], high[stage] = sure, held
        if not again or change < SETTLED * tolerance:
            break
    bounds = {stage: Bounds(low[stage], high[stage]) for stage in shapes}
    return SolvedMatch(bounds[start], bounds)


def worth_by(own: dict[Stage, float], other: dict[Stage, float]) -> Payoff:
    """What a score is worth to seat 0, given what a stage is worth to its opener.

    ``own`` says it where seat 0 opens, ``other`` where the other seat does.
    """

    def payoff(score: Score) -> float:
        if score.winner is not None:
            return 1.0 if score.winner == 0 else 0.0
        stage, opener = next_stage(score)
        return 1.0 - other[stage] if opener else own[stage]

    return payoff


def _scores(shape: Shape) -> list[Score]:
    return [score for p in shape.positions for result in p.calls for score in result.scores]
