"""The exact solution of one two-player round.

CFR+ (Tammelin, 2014) with alternating updates and quadratic averaging, on vectors over kinds of
cups. What it gives is a pair of strategies; how good they are is measured, not trusted: the best
answer to each bounds the value of the round from both sides. Rounds with calza are solved by
predictive CFR+ (Farina, Kroer and Sandholm, 2021); docs/solver.md has what was tried.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perudo.solve.crew import Crew
from perudo.solve.graph import Floats, payoffs_of
from perudo.solve.layout import Round, lay_out
from perudo.solve.passes import Learned, Spread
from perudo.solve.shape import Payoff, Shape

DOUBLES = 20_000_000
"""Above so many weights half the memory is worth more than the last digits."""
SINGLE = 2e-5
"""Single precision is good for a tolerance of this, and twice as fast in large rounds."""
LATE = 2
"""The part of a step in the average strategy grows with this power of its number."""
LOOK = 1.25
"""How much longer each look at the strategies waits than the last one: looking costs a step."""

Watch = Callable[[int, float], None]
"""Told after each look: the steps so far and the exploitability."""


class Bounds(NamedTuple):
    """What seat 0 makes sure of, and what seat 1 holds it to. The value of the round is between."""

    low: float
    high: float

    @property
    def value(self) -> float:
        return (self.low + self.high) / 2

    @property
    def exploitability(self) -> float:
        """What a perfect opponent wins from these strategies, the mean of both seats.

        Never below zero, though bounds that meet may cross in their last digits.
        """
        return max(0.0, (self.high - self.low) / 2)


class Solution(NamedTuple):
    round: Round
    average: Floats
    """The strategies of both seats as weights, [action, kind, history] of each position."""
    bounds: Bounds
    steps: int

    @property
    def value(self) -> float:
        """What the round is worth to the seat that opens, between the two bounds."""
        return self.bounds.value

    @property
    def exploitability(self) -> float:
        """How much either seat could still gain against its strategy, at most."""
        return self.bounds.exploitability


class Solver:
    """Holds the arrays of one round, so that it can be solved again for other payoffs."""

    def __init__(self, shape: Shape, *, finest: float = 0.0, cores: int = 1) -> None:
        """``finest`` is the smallest tolerance that will be asked for."""
        self.round = lay_out(shape)
        layout = self.round.layout
        size = int(layout.weight_at[-1])
        self._number = np.float64 if finest < SINGLE and size <= DOUBLES else np.float32
        self._crew = Crew(layout, cores)
        # Where calza makes three results of a call, predicting takes a tenth of the steps; without
        # calza a few more.
        predicts = shape.has_calza
        regrets = self._zeros(size)
        plan = self._zeros(size) if predicts else regrets
        self._learned = Learned(regrets, plan, self._zeros(size), predicts)
        self._spreads = (self._room(0), self._room(1))
        self._value = self._zeros(int(layout.reach_at[-1].max()))

    def solve(
        self,
        payoff: Payoff,
        tolerance: float,
        *,
        most_steps: int = 1_000_000,
        watch: Watch | None = None,
    ) -> Solution:
        payoffs = payoffs_of(self.round.outline, payoff)
        _, plan, average, _ = self._learned
        for array in self._learned[:3]:
            array[:] = 0.0
        self._spread(plan, 0, 1)
        look, step = 8.0, 0
        while True:
            step += 1
            for seat in (0, 1):
                self._answer(payoffs, seat, part=float(step**LATE))
                self._spread(plan, seat)
            if step < min(look, most_steps):
                continue
            look *= LOOK
            bounds = self._bounds(payoffs, average)
            if watch is not None:
                watch(step, bounds.exploitability)
            if bounds.exploitability <= tolerance or step >= most_steps:
                return Solution(self.round, average, bounds, step)
            self._spread(plan, 0, 1)

    def bounds(self, payoff: Payoff, strategies: Floats) -> Bounds:
        """How good these strategies are for these payoffs."""
        return self._bounds(payoffs_of(self.round.outline, payoff), strategies)

    def _bounds(self, payoffs: NDArray[np.float64], strategies: Floats) -> Bounds:
        self._spread(strategies, 0, 1)
        high, low = (self._answer(payoffs, seat, part=0.0) for seat in (0, 1))
        return Bounds(-low, high)

    def _spread(self, weights: Floats, *seats: int) -> None:
        for seat in seats:
            self._crew.spread(weights, seat, self._spreads[seat])

    def _answer(self, payoffs: NDArray[np.float64], seat: int, part: float) -> float:
        spreads, value, learned = self._spreads, self._value, self._learned
        return self._crew.answer(payoffs, seat, spreads, value, learned, part)

    def _room(self, seat: int) -> Spread:
        layout = self.round.layout
        return Spread(
            self._zeros(int(layout.reach_at[-1, seat])),
            self._zeros(int(layout.ended_at[-1, seat])),
        )

    def _zeros(self, size: int) -> Floats:
        return np.zeros(size, self._number)
