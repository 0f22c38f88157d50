"""A round too large for all its histories, played with a short memory and measured without one.

The bounds are those of the true round: they come from the best answers of opponents who remember
everything. How far they lie apart is the error of the abstraction.
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

FIRST_LOOK = 25
LOOKS = 5
"""Each look comes after twice as many steps as the one before."""
WORTH_GOING_ON = 0.9
"""Another look must make the error this much smaller."""


class Abstracted(NamedTuple):
    recall: Recall
    strategies: Floats
    """[own kind, place, action] of each position"""
    bounds: Bounds
    steps: int
    slack: float
    """How closely the last look was taken: what was not looked into could not win more."""


Watch = Callable[[int, int, float | None], None]
"""Told after each step: how many so far and until the next look; after a look, what it found."""


def solve_with_memory(
    shape: Shape, memory: int, payoff: Payoff, tolerance: float, watch: Watch | None = None
) -> Abstracted:
    """Strategies that remember the last ``memory`` bids, and what they are good for.

    With a short memory learning longer is not always learning better. Of each seat the strategy is
    kept that was best at any look: what it makes sure of does not depend on the other seat's.
    """
    recall = Recall(outline(shape), memory)
    learner = Learner(recall, payoff)
    best = Abstracted(recall, learner.strategies(), Bounds(-np.inf, np.inf), 0, 0.0)
    for look in range(LOOKS):
        until = FIRST_LOOK * 2**look
        while learner.steps < until:
            learner.step()
            if watch is not None:
                watch(learner.steps, until, best.bounds.exploitability if look else None)
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
        if reached <= tolerance or reached > WORTH_GOING_ON * before.exploitability:
            break
    return best


def _best_of(recall: Recall, before: Abstracted, now: Floats, bounds: Bounds) -> Floats:
    """Of each seat the strategies of now if they make sure of more, else those of before."""
    better = (bounds.low > before.bounds.low, bounds.high < before.bounds.high)
    chosen = before.strategies.copy()
    for position, seat in enumerate(recall.graph.seat):
        if better[seat]:
            recall.weights(chosen, position)[:] = recall.weights(now, position)
    return chosen
