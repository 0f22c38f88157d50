"""The results of a whole measurement: every run of every cell, and their medians."""

from collections import defaultdict
from dataclasses import asdict, dataclass, field, fields
from statistics import median
from typing import Any, NamedTuple

from benchmarks.load.cells import Cell
from benchmarks.load.machine import Disk
from benchmarks.load.measuring import Figures


class Middle(NamedTuple):
    """The median of the repeats, with the lowest and the highest value."""

    value: float
    least: float
    most: float


@dataclass(slots=True)
class Results:
    machine: str
    seconds: float
    pinned: bool
    disk: list[Disk] = field(default_factory=list)
    """Measured once in each repeat."""
    runs: dict[Cell, list[Figures]] = field(default_factory=lambda: defaultdict(list))

    def middle(self, cell: Cell, name: str) -> Middle:
        values = [getattr(run, name) for run in self.runs[cell]]
        return Middle(median(values), min(values), max(values))

    def of_ceiling(self, cell: Cell) -> Middle | None:
        """Compare actions per CPU second with those of the bare web server in the same repeat."""
        mode = "full" if cell.mode == "calza" else cell.mode
        bare = self.runs.get(Cell("ceiling", mode, cell.tables))
        if cell.store == "ceiling" or mode == "paced" or not bare:
            return None
        pairs = zip(self.runs[cell], bare, strict=False)
        shares = [run.per_cpu_second / base.per_cpu_second for run, base in pairs]
        return Middle(median(shares), min(shares), max(shares))

    def cells(self, *modes: str) -> list[Cell]:
        return [cell for cell in self.runs if cell.mode in modes]

    def as_json(self) -> dict[str, Any]:
        return {
            "machine": self.machine,
            "seconds": self.seconds,
            "pinned": self.pinned,
            "disk": [one._asdict() for one in self.disk],
            "cells": [
                {**cell._asdict(), "runs": [asdict(run) for run in runs]}
                for cell, runs in self.runs.items()
            ],
        }


def from_json(value: dict[str, Any]) -> Results:
    """Read figures that were measured before, to report them again."""
    results = Results(value["machine"], value["seconds"], value["pinned"])
    results.disk = [Disk(**one) for one in value["disk"]]
    known = [one.name for one in fields(Figures)]
    for cell in value["cells"]:
        runs = [Figures(**{name: run[name] for name in known}) for run in cell["runs"]]
        results.runs[Cell(cell["store"], cell["mode"], cell["tables"])] = runs
    return results
