"""Tables of the probability that some number out of n dice show one of given faces.

They are computed in integers and divided once at the end, so every entry is the nearest float to
the true probability.
"""

from math import comb
from typing import Final, TypeAlias

from perudo.engine.dice import MOST_DICE

Row: TypeAlias = tuple[float, ...]


def _exactly(hits: int) -> tuple[Row, ...]:
    return tuple(
        tuple(comb(n, k) * hits**k * (6 - hits) ** (n - k) / 6**n for k in range(n + 1))
        for n in range(MOST_DICE + 1)
    )


def _at_least(hits: int) -> tuple[Row, ...]:
    rows = []
    for n in range(MOST_DICE + 1):
        ways = [comb(n, k) * hits**k * (6 - hits) ** (n - k) for k in range(n + 1)]
        rows.append(tuple(sum(ways[k:]) / 6**n for k in range(n + 1)))
    return tuple(rows)


EXACTLY: Final = {hits: _exactly(hits) for hits in (1, 2)}
"""``EXACTLY[hits][n][k]``: the probability that exactly k of n dice show one of ``hits`` faces.

``hits`` is 2 for a face with its jokers, and 1 for Pacos or any face of a palifico round."""

AT_LEAST: Final = {hits: _at_least(hits) for hits in (1, 2)}
"""``AT_LEAST[hits][n][k]``: the same for k or more of n dice."""


def exactly(hits: int, n: int, k: int) -> float:
    return EXACTLY[hits][n][k] if 0 <= k <= n else 0.0


def at_least(hits: int, n: int, k: int) -> float:
    if k <= 0:
        return 1.0
    return AT_LEAST[hits][n][k] if k <= n else 0.0
