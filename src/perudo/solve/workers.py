"""Run the compiled passes over one layout on several cores."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from perudo.solve.graph import Floats
from perudo.solve.layout import Layout
from perudo.solve.passes import Learned, Run, Spread, answer_run, spread_run

Pass: TypeAlias = Callable[..., None]

WORTH_SHARING = 1_000_000
"""From this many weights on, sharing a position among cores saves more time than it costs."""


class Workers:
    """A pool of threads that shares out large positions; runs of small ones stay on one core."""

    def __init__(self, layout: Layout, cores: int) -> None:
        self._layout = layout
        self._cores = cores
        self._pool = ThreadPoolExecutor(cores) if cores > 1 else None
        self._shared = np.diff(layout.weight_at) >= WORTH_SHARING
        changes = np.flatnonzero(self._shared[1:] | self._shared[:-1]) + 1
        edges = [0, *changes.tolist(), len(layout.graph.seat)]
        self._runs = [Run(first, last) for first, last in pairwise(edges)]

    def spread(self, weights: Floats, seat: int, into: Spread) -> None:
        """Compute how likely ``seat`` is to reach each history with this strategy."""
        into.reach[: self._layout.graph.kinds[0, seat]] = self._layout.graph.chance[seat]
        for run in self._runs:
            self._do(run, spread_run, weights, seat, into)

    def answer(
        self,
        payoffs: Floats,
        seat: int,
        spreads: tuple[Spread, Spread],
        value: Floats,
        learned: Learned,
        part: float,
    ) -> float:
        """Return what the round is worth to ``seat`` against the other seat's strategy.

        ``part`` is the weight of this step in the average strategy. If it is positive, ``seat``
        plays its own strategy and learns from the result; if it is zero, ``seat`` plays its best
        answer and learns nothing.
        """
        for run in reversed(self._runs):
            self._do(run, answer_run, payoffs, seat, spreads, value, learned, part)
        return float(self._layout.graph.chance[seat] @ value[: self._layout.graph.kinds[0, seat]])

    def _do(self, run: Run, some: Pass, *given: Any) -> None:
        many = int(self._layout.histories[run.first : run.last].max())
        if self._pool is None or not self._shared[run.first]:
            some(self._layout, *given, run, 0, many)
            return
        # More shares than cores, since some histories take much longer than others.
        edges = np.linspace(0, many, 4 * self._cores + 1, dtype=np.int64)
        shares = [
            self._pool.submit(some, self._layout, *given, run, low, high)
            for low, high in pairwise(edges.tolist())
        ]
        for share in shares:
            share.result()
