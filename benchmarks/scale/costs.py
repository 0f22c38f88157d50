"""The measured costs: every run of each, and their medians."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

UNITS = {
    "sqlite_server": "CPU µs of the server per action, SQLite, one process",
    "postgres_server": "CPU µs of the server per action, PostgreSQL, one process",
    "postgres_database": "CPU µs of PostgreSQL per action, one process",
    "two_server": "CPU µs of both processes per action, PostgreSQL and Redis",
    "two_database": "CPU µs of PostgreSQL per action, two processes",
    "two_redis": "CPU µs of Redis per action, two processes",
    "pages": "more CPU µs per action with four open pages at the table",
    "process_server": "CPU µs a second of a process that nobody uses",
    "process_database": "CPU µs a second of PostgreSQL for a process that nobody uses",
    "watched_server": "CPU µs a second of the server for a table that somebody watches",
    "watched_database": "CPU µs a second of PostgreSQL for a table that somebody watches",
    "wakeup": "CPU µs of a process for a message about a table that it does not have",
    "reading": "CPU µs to read an entry of the log and fold it",
    "process_memory": "kB of a process without tables",
    "table_memory": "kB of a process for a table in memory",
    "page_memory": "kB of a process for an open page",
    "match_entries": "entries of the log of a match",
    "sqlite_bytes": "bytes on disk for an entry, indices included, SQLite",
    "postgres_bytes": "bytes on disk for an entry, indices included, PostgreSQL",
    "easy": "CPU µs of a move of an easy bot",
    "medium": "CPU µs of a move of a medium bot",
    "hard": "CPU µs of a move of a hard bot",
}
"""Every cost, with its unit and meaning."""


@dataclass(slots=True)
class Costs:
    machine: str
    command: str
    busy: list[float] = field(default_factory=list)
    """How busy others kept the machine before each repeat, in percent."""
    runs: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, measured: Mapping[str, float]) -> None:
        for name, value in measured.items():
            assert name in UNITS, name
            self.runs[name].append(value)

    def __getitem__(self, name: str) -> float:
        """Return the median of the repeats; 0 if noise made it negative."""
        return max(0.0, median(self.runs[name]))

    def as_json(self) -> dict[str, Any]:
        costs = {
            name: {"what": UNITS[name], "median": self[name], "runs": self.runs[name]}
            for name in UNITS
            if name in self.runs
        }
        return {
            "machine": self.machine,
            "command": self.command,
            "others_busy_percent": self.busy,
            "costs": costs,
        }


def from_json(value: dict[str, Any]) -> Costs:
    costs = Costs(value["machine"], value["command"], value["others_busy_percent"])
    for name, one in value["costs"].items():
        costs.runs[name] = one["runs"]
    return costs
