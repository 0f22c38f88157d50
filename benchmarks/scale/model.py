"""A model of how many processes, cores and bytes people need, and which limit is reached first.

All assumptions are in ``Habits`` and ``Machine``; everything else was measured.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil, inf

from benchmarks.scale.costs import Costs

MICRO = 1e6
DAY_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Habits:
    """Assumptions about how people play."""

    people_at_a_table: int = 4
    seconds_per_action: float = 8.0
    """The time between two actions at a table."""
    busy_hours: float = 4.0
    """The play of a day, in hours at the busiest level."""
    kept_days: int = 30


@dataclass(frozen=True, slots=True)
class Machine:
    """Assumptions about the machines."""

    used: float = 0.6
    """The share of a core to use, so that there is room for bursts and delays stay short."""
    database_cores: int = 16
    database_connections: int = 100
    """PostgreSQL's default."""
    connections_of_a_process: int = 10
    """Its two pools: 8 to read, 2 to write. Under heavy load they may grow to 30."""
    most_processes: int = 100_000


@dataclass(frozen=True, slots=True)
class Need:
    """What a number of people at tables needs."""

    people: float
    actions: float
    """Per second."""
    processes: int
    """0 if no number of processes is enough."""
    server_cores: float
    """Busy cores, without the unused share."""
    database_cores: float
    redis_cores: float
    memory_gb: float
    connections: int
    log_gb_a_day: float
    log_gb: float
    deaf_share: float
    """The share of a process's core spent on messages about other processes' tables."""


class Model:
    """The model, as the server is today or ``routed``.

    If routed, a proxy sends all people of a table to one process, and a process reads the log only
    when it first gets a table.
    """

    def __init__(
        self, costs: Costs, habits: Habits | None = None, machine: Machine | None = None,
        *, routed: bool = False,
    ) -> None:  # fmt: skip
        self.costs, self.routed = costs, routed
        self.habits, self.machine = habits or Habits(), machine or Machine()

    def copies(self, processes: int) -> float:
        """Return in how many processes a table is on average, with its people spread at random."""
        if self.routed:
            return 1.0
        return processes * (1 - (1 - 1 / processes) ** self.habits.people_at_a_table)

    def _shared(self, one: str, two: str, processes: int) -> float:
        """Extrapolate a cost per action from one and two processes to any number.

        Each further copy of a table costs the same: it must be notified and must read the log.
        """
        more = max(0.0, self.costs[two] - self.costs[one]) / (_copies_of_two(self.habits) - 1)
        return self.costs[one] + more * (self.copies(processes) - 1)

    def need(self, people: float) -> Need:
        """Return what this many people need, with the fewest processes."""
        low, high = 0, 1
        while not self._carries(people, high):
            low, high = high, high * 2
            if high > self.machine.most_processes:
                return self._with(people, 0)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._carries(people, middle) else (middle, high)
        return self._with(people, high)

    def _carries(self, people: float, processes: int) -> bool:
        return self._with(people, processes).server_cores <= self.machine.used * processes

    def _with(self, people: float, processes: int) -> Need:
        costs, habits = self.costs, self.habits
        count = processes or self.machine.most_processes
        tables = people / habits.people_at_a_table
        actions = tables / habits.seconds_per_action
        copies = self.copies(count)
        shared = count > 1
        watching = 0.0 if self.routed else tables * copies
        deaf = actions * costs["wakeup"] / MICRO if shared and not self.routed else 0.0
        server = (
            actions * (self._shared("postgres_server", "two_server", count) + costs["pages"])
            + watching * costs["watched_server"]
            + count * costs["process_server"]
        ) / MICRO + count * deaf
        database = (
            actions * self._shared("postgres_database", "two_database", count)
            + watching * costs["watched_database"]
            + count * costs["process_database"]
        ) / MICRO
        # Assume that Redis only passes each message to its subscribers.
        redis = actions * costs["two_redis"] * count / 2 / MICRO if shared else 0.0
        memory = (
            count * costs["process_memory"]
            + tables * copies * costs["table_memory"]
            + people * costs["page_memory"]
        )
        busy = habits.busy_hours * 3600 * actions * costs["postgres_bytes"] / 1e9
        return Need(
            people=people,
            actions=actions,
            processes=processes,
            server_cores=server,
            database_cores=database,
            redis_cores=0.0 if self.routed else redis,
            memory_gb=memory / 1e6,
            connections=count * self.machine.connections_of_a_process,
            log_gb_a_day=busy,
            log_gb=busy * habits.kept_days,
            deaf_share=deaf,
        )

    def ceilings(self) -> list[tuple[str, float]]:
        """Return the limits and the number of people at which each is reached, lowest first."""
        machine, costs, habits = self.machine, self.costs, self.habits
        per_action = habits.people_at_a_table * habits.seconds_per_action
        alone = machine.used * MICRO / (costs["sqlite_server"] + costs["pages"])
        found = [("one process with SQLite", alone * per_action)]
        limits: dict[str, Callable[[Need], bool]] = {
            "one process with PostgreSQL": lambda need: need.processes != 1,
            "PostgreSQL's connections, at its default": lambda need: (
                need.connections > machine.database_connections
            ),
            f"PostgreSQL on {machine.database_cores} cores": lambda need: (
                need.database_cores > machine.used * machine.database_cores
            ),
            "Redis, which has one core": lambda need: need.redis_cores > machine.used,
            "messages that every process hears": lambda need: need.deaf_share > machine.used / 2,
            "any number of processes": lambda need: need.processes == 0,
        }
        found += [(name, self._first(reached)) for name, reached in limits.items()]
        return sorted(found, key=lambda one: one[1])

    def _first(self, reached: Callable[[Need], bool], most: float = 1e9) -> float:
        """Return the fewest people that reach a limit, to 1 %; infinite if none do."""
        low, high = 1.0, most
        if not reached(self.need(high)):
            return inf
        while high / low > 1.01:
            middle = (low * high) ** 0.5
            low, high = (low, middle) if reached(self.need(middle)) else (middle, high)
        return high

    def restart_seconds(self, need: Need) -> float:
        """Return the seconds until all processes have read their tables again."""
        tables = need.people / self.habits.people_at_a_table
        entries = tables * self.copies(max(1, need.processes)) * self.costs["match_entries"]
        return entries * self.costs["reading"] / MICRO / max(1, need.processes)


def _copies_of_two(habits: Habits) -> float:
    people: int = habits.people_at_a_table
    return float(2 * (1 - 0.5**people))


def curve(model: Model, least: float = 1e3, most: float = 1e6, steps: int = 25) -> Iterator[Need]:
    for step in range(steps):
        yield model.need(ceil(least * (most / least) ** (step / (steps - 1))))
