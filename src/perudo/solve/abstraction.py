"""Strategies with a short memory, for rounds with too many bid histories to solve exactly.

Their bounds are those of the true round: they come from the best answers of opponents who remember
everything. The distance between the bounds is the error of the abstraction.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from perudo.solve.exposure import exposure
from perudo.solve.forgetful import Learner
from perudo.solve.graph import Floats
from perudo.solve.outline import outline
from perudo.solve.recall import Recall
from perudo.solve.rounds import Bounds
from perudo.solve.shape import Payoff, Shape

FIRST_CHECK = 25
MOST_CHECKS = 5
"""Strategies are measured after ``FIRST_CHECK`` steps, then after twice as many each time."""
REQUIRED_IMPROVEMENT = 0.9
"""Learning stops when a check does not lower the error to this share of the last one."""


class Abstracted(NamedTuple):
    recall: Recall
    strategies: Floats
    """[own kind, place, action] of each position"""
    bounds: Bounds
    steps: int
    slack: float
    """The precision of the last check (see ``exposure``)."""


OnProgress = Callable[[int, int, float | None], None]
"""Called after each step: steps so far, steps at the next check, exploitability if measured yet."""


def solve_with_memory(
    shape: Shape,
    memory: int,
    payoff: Payoff,
    tolerance: float,
    on_progress: OnProgress | None = None,
) -> Abstracted:
    """Find strategies that remember the last ``memory`` bids, and their bounds.

    With a short memory, more learning does not always give better strategies. So each seat keeps
    its best strategy of all checks: what it guarantees does not depend on the other seat's.
    """
    recall = Recall(outline(shape), memory)
    learner = Learner(recall, payoff)
    best = Abstracted(recall, learner.strategies(), Bounds(-np.inf, np.inf), 0, 0.0)
    for check in range(MOST_CHECKS):
        until = FIRST_CHECK * 2**check
        while learner.steps < until:
            learner.step()
            if on_progress is not None:
                on_progress(learner.steps, until, best.bounds.exploitability if check else None)
        now = learner.strategies()
        found = exposure(recall, now, payoff)
        before = best.bounds
        best = Abstracted(
            recall,
            _best_of(recall, best, now, found.bounds),
            Bounds(max(before.low, found.bounds.low), min(before.high, found.bounds.high)),
            learner.steps,
            found.slack,
        )
        reached = best.bounds.exploitability
        if reached <= tolerance or reached > REQUIRED_IMPROVEMENT * before.exploitability:
            break
    return best


def _best_of(recall: Recall, before: Abstracted, now: Floats, bounds: Bounds) -> Floats:
    """Return, for each seat, the new strategy if it guarantees more, else the old one."""
    better = (bounds.low > before.bounds.low, bounds.high < before.bounds.high)
    chosen = before.strategies.copy()
    for position, seat in enumerate(recall.graph.seat):
        if better[seat]:
            recall.weights(chosen, position)[:] = recall.weights(now, position)
    return chosen
