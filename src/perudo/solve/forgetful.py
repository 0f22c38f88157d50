"""Learning to play a round with a short memory.

This is CFR+ on the places of ``recall``. With a short memory CFR+ may not converge, nor find the
best strategy that such a memory allows; ``exposure`` measures how good the result is.

A seat learns at each place in proportion to the probability of being there. For the other seat's
bids this is the probability of its strategy. The seat's own bids are mixed with some exploration,
so that it learns to play on after bids that it rarely makes.
"""

import numpy as np

from perudo.solve.graph import Floats, payoffs_of
from perudo.solve.recall import Recall
from perudo.solve.rounds import AVERAGING_POWER
from perudo.solve.shape import Payoff

EXPLORATION = 0.3
"""The share of uniformly random bids in the probabilities by which a seat learns."""
LEAST_PROBABILITY = 0.004
"""Rarer actions are removed from the final strategy."""


class Learner:
    """Both seats learning by playing against each other, step by step."""

    def __init__(self, recall: Recall, payoff: Payoff) -> None:
        self._recall = recall
        self._payoffs = payoffs_of(recall.outline, payoff)
        self._regrets = recall.zeros(recall.at.weight_at)
        self._average = recall.zeros(recall.at.weight_at)
        self.steps = 0

    def step(self) -> None:
        self.steps += 1
        recall, part = self._recall, float(self.steps**AVERAGING_POWER)
        for seat in (0, 1):
            plays = normalized(recall, self._regrets)
            reaches = [_spread(recall, plays, exploring) for exploring in (0, 1)]
            _answer(recall, self._payoffs, plays, seat, reaches, self._regrets, self._average, part)

    def strategies(self) -> Floats:
        """Return the average strategies: [own kind, place, action] of each position."""
        plays = normalized(self._recall, self._average)
        plays[plays < LEAST_PROBABILITY] = 0
        return normalized(self._recall, plays)


def normalized(recall: Recall, weights: Floats) -> Floats:
    """Return the strategies that play each action in proportion to its weight."""
    plays = np.empty_like(weights)
    for position in range(len(recall.contexts)):
        here = recall.weights(weights, position)
        total = here.sum(axis=2, keepdims=True)
        even = np.full_like(here, 1 / here.shape[2])
        np.divide(here, total, out=even, where=total > 0)
        recall.weights(plays, position)[:] = even
    return plays


def _spread(recall: Recall, plays: Floats, exploring: int) -> Floats:
    """Return the probability of each place with each pair of cups, while one seat explores."""
    graph = recall.graph
    reach = recall.zeros(recall.at.joint_at)
    recall.joint(reach, 0)[:, 0] = np.outer(*graph.chance)
    for position, groups in enumerate(recall.groups):
        seat, leads = int(graph.seat[position]), int(graph.leads[position])
        for group in groups if leads else []:
            bids = recall.weights(plays, position)[:, group.places, :leads]
            if seat == exploring:
                bids = (1 - EXPLORATION) * bids + np.float32(EXPLORATION / leads)
            likely = bids.transpose(0, 2, 1) @ recall.joint(reach, position)[:, group.places]
            for lead, (to, merging) in enumerate(recall.leads[position]):
                there, (own, other) = likely[:, lead], (merging[seat], merging[1 - seat])
                if own is not None:
                    there = np.add.reduceat(there[own.order], own.first, axis=0)
                if other is not None:
                    there = np.add.reduceat(there[:, other.order], other.first, axis=1)
                recall.joint(reach, to)[:, group.leads[lead]] += there.T
    return reach


def _answer(
    recall: Recall,
    payoffs: Floats,
    plays: Floats,
    seat: int,
    reaches: list[Floats],
    regrets: Floats,
    average: Floats,
    part: float,
) -> None:
    """Make one step of CFR+ for a seat."""
    graph = recall.graph
    value = recall.zeros(recall.at.joint_at)
    sign = 1 if seat == 0 else -1
    for position in reversed(range(len(graph.seat))):
        leads = int(graph.leads[position])
        ends = recall.ends(payoffs, position)
        after = np.empty((ends.shape[0], leads + ends.shape[1], ends.shape[2]), np.float32)
        after[:, leads:] = ends
        for group in recall.groups[position]:
            for lead, there in enumerate(recall.values_after(value, position, group)):
                after[:, lead] = there
            play = recall.weights(plays, position)[:, group.places]
            recall.joint(value, position)[:, group.places] = play @ after
            if graph.seat[position] != seat:
                continue
            likely, own = (
                recall.joint(reach, position)[:, group.places]
                for reach in (reaches[seat], reaches[1 - seat])
            )
            worth = sign * (likely @ after.transpose(0, 2, 1))
            mean = (worth * play).sum(axis=2, keepdims=True)
            regret = recall.weights(regrets, position)[:, group.places]
            np.maximum(regret + worth - mean, 0, out=regret)
            known = recall.weights(average, position)[:, group.places]
            known += part * own.sum(axis=2, keepdims=True) * play
