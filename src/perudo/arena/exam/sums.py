"""Sums over the trials of a study: they add up number by number."""

from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

from perudo.arena.standing import Z95


@dataclass
class Sums:
    numbers: list[float] = field(default_factory=list)

    def add(self, other: "Sums") -> None:
        self.numbers = [a + b for a, b in zip(self.numbers, other.numbers, strict=True)]

    def as_json(self) -> dict[str, Any]:
        return {"numbers": self.numbers}


class Mean(NamedTuple):
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float
    trials: int


def mean_of(trials: float, total: float, squares: float) -> Mean:
    """Return the mean of numbers from how many there are, their sum and that of their squares."""
    if not trials:
        return Mean(0.0, float("-inf"), float("inf"), 0)
    value = total / trials
    spread = max(0.0, squares / trials - value * value)
    half = Z95 * sqrt(spread / max(1.0, trials - 1))
    return Mean(value, value - half, value + half, round(trials))
