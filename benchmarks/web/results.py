"""All measured values, and their summaries."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any, NamedTuple

from benchmarks.web.measuring import Start, Updates, Weight


class Spread(NamedTuple):
    middle: float
    least: float
    most: float
    p95: float


def spread(values: Sequence[float]) -> Spread:
    """Summarize values without interpolation, except for a median of two."""
    ordered = sorted(values)
    p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return Spread(median(ordered), ordered[0], ordered[-1], p95)


@dataclass
class Results:
    machine: str
    browser: str
    weights: dict[str, list[Weight]] = field(default_factory=dict)
    """By page."""
    starts: dict[str, list[Start]] = field(default_factory=dict)
    """By profile."""
    nothing: dict[str, list[Start]] = field(default_factory=dict)
    """The yardstick, by profile."""
    updates: dict[str, list[Updates]] = field(default_factory=dict)
    """By seats at the table."""
    busy: list[float] = field(default_factory=list)
    load: list[float] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        values = asdict(self)
        values["busy"] = [round(value, 1) for value in self.busy]
        return values

    def interactive(self, profile: str) -> Spread:
        return spread([start.interactive for start in self.starts[profile]])

    def empty(self, profile: str) -> Spread:
        return spread([start.interactive for start in self.nothing[profile]])

    def all_updates(self, seats: str, what: str) -> list[float]:
        return [value for run in self.updates[seats] for value in getattr(run, what)]
