"""The exact solution of one two-player round.

CFR+ (Tammelin, 2014) with alternating updates and quadratic averaging, on vectors over kinds of
cups, gives a pair of strategies. How good they are is measured: the best answer to each bounds the
value of the round from both sides. Rounds with calza are solved by predictive CFR+ (Farina, Kroer
and Sandholm, 2021). docs/solver.md compares the methods that were tried.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perudo.solve.graph import Floats, payoffs_of
from perudo.solve.layout import Round, lay_out
from perudo.solve.passes import Learned, Spread
from perudo.solve.shape import Payoff, Shape
from perudo.solve.workers import Workers

MOST_DOUBLE_PRECISION_WEIGHTS = 20_000_000
"""Larger rounds use single precision, to halve their memory."""
SINGLE_PRECISION_TOLERANCE = 2e-5
"""Single precision, twice as fast in large rounds, is good enough from this tolerance on."""
AVERAGING_POWER = 2
"""The weight of a step in the average strategy is its number to this power."""
CHECK_INTERVAL_GROWTH = 1.25
"""The factor by which the number of steps grows from one check to the next: a check costs as much
as a step."""

OnProgress = Callable[[int, float], None]
"""Called after each check with the steps so far and the exploitability."""


class Bounds(NamedTuple):
    """What seat 0 is sure to get, and what seat 1 limits it to; the round's value lies between."""

    low: float
    high: float

    @property
    def value(self) -> float:
        return (self.low + self.high) / 2

    @property
    def exploitability(self) -> float:
        """What a perfect opponent wins from these strategies, on average over both seats.

        Never negative, though bounds that meet may cross in their last digits.
        """
        return max(0.0, (self.high - self.low) / 2)


class Solution(NamedTuple):
    round: Round
    average: Floats
    """The strategies of both seats as weights, [action, kind, history] of each position."""
    bounds: Bounds
    steps: int

    def __repr__(self) -> str:
        dice, value = self.round.outline.shape.dice, f"{self.value:.6g} ± {self.exploitability:.2g}"
        return f"<Solution of dice {dice}: value {value}, {self.steps} steps>"

    @property
    def value(self) -> float:
        """The value of the round to the opening seat, halfway between the bounds."""
        return self.bounds.value

    @property
    def exploitability(self) -> float:
        """What a perfect opponent wins from these strategies, on average over both seats."""
        return self.bounds.exploitability


class Solver:
    """The arrays of one round, which can be solved several times for different payoffs."""

    def __init__(self, shape: Shape, *, finest: float = 0.0, cores: int = 1) -> None:
        """``finest`` is the smallest tolerance that will be asked for."""
        self.round = lay_out(shape)
        layout = self.round.layout
        size = int(layout.weight_at[-1])
        self._number = (
            np.float64
            if finest < SINGLE_PRECISION_TOLERANCE and size <= MOST_DOUBLE_PRECISION_WEIGHTS
            else np.float32
        )
        self._workers = Workers(layout, cores)
        # With calza, prediction takes a tenth of the steps; without calza it takes a few more.
        predicts = shape.has_calza
        regrets = self._zeros(size)
        plan = self._zeros(size) if predicts else regrets
        self._learned = Learned(regrets, plan, self._zeros(size), predicts)
        self._spreads = (self._zero_spread(0), self._zero_spread(1))
        self._value = self._zeros(int(layout.reach_at[-1].max()))

    def solve(
        self,
        payoff: Payoff,
        tolerance: float,
        *,
        most_steps: int = 1_000_000,
        on_progress: OnProgress | None = None,
    ) -> Solution:
        payoffs = payoffs_of(self.round.outline, payoff)
        _, plan, average, _ = self._learned
        for array in self._learned[:3]:
            array[:] = 0.0
        self._spread(plan, 0, 1)
        next_check, step = 8.0, 0
        while True:
            step += 1
            for seat in (0, 1):
                self._answer(payoffs, seat, part=float(step**AVERAGING_POWER))
                self._spread(plan, seat)
            if step < min(next_check, most_steps):
                continue
            next_check *= CHECK_INTERVAL_GROWTH
            bounds = self._bounds(payoffs, average)
            if on_progress is not None:
                on_progress(step, bounds.exploitability)
            if bounds.exploitability <= tolerance or step >= most_steps:
                return Solution(self.round, average, bounds, step)
            self._spread(plan, 0, 1)

    def bounds(self, payoff: Payoff, strategies: Floats) -> Bounds:
        """Return the bounds that these strategies give for these payoffs."""
        return self._bounds(payoffs_of(self.round.outline, payoff), strategies)

    def _bounds(self, payoffs: NDArray[np.float64], strategies: Floats) -> Bounds:
        self._spread(strategies, 0, 1)
        high, low = (self._answer(payoffs, seat, part=0.0) for seat in (0, 1))
        return Bounds(-low, high)

    def _spread(self, weights: Floats, *seats: int) -> None:
        for seat in seats:
            self._workers.spread(weights, seat, self._spreads[seat])

    def _answer(self, payoffs: NDArray[np.float64], seat: int, part: float) -> float:
        spreads, value, learned = self._spreads, self._value, self._learned
        return self._workers.answer(payoffs, seat, spreads, value, learned, part)

    def _zero_spread(self, seat: int) -> Spread:
        layout = self.round.layout
        return Spread(
            self._zeros(int(layout.reach_at[-1, seat])),
            self._zeros(int(layout.ended_at[-1, seat])),
        )

    def _zeros(self, size: int) -> Floats:
        return np.zeros(size, self._number)
