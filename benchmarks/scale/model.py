"""From costs to people: how many processes, cores and bytes, and what gives out first.

Everything that is assumed stands in ``Habits`` and ``Machine``; everything else was measured.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil, inf

from benchmarks.scale.costs import Costs

MICRO = 1e6
DAY_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Habits:
    """How people play. They are assumptions: change them and draw again."""

    people_at_a_table: int = 4
    seconds_per_action: float = 8.0
    """From one action of a table to its next."""
    busy_hours: float = 4.0
    """A day's play, as hours at the busiest level."""
    kept_days: int = 30


@dataclass(frozen=True, slots=True)
class Machine:
    """What one piece of the house is good for."""

    used: float = 0.6
    """Of a core, so that a burst finds room and delays stay short."""
    database_cores: int = 16
    database_connections: int = 100
    """PostgreSQL's default."""
    connections_of_a_process: int = 10
    """Its two pools at rest: 8 to read, 2 to write. In a crush they may grow to 30."""
    most_processes: int = 100_000


@dataclass(frozen=True, slots=True)
class Need:
    """What so many people at tables need."""

    people: float
    actions: float
    """A second."""
    processes: int
    """0: no number of processes is enough."""
    server_cores: float
    """Busy, not bought."""
    database_cores: float
    redis_cores: float
    memory_gb: float
    connections: int
    log_gb_a_day: float
    log_gb: float
    deaf_share: float
    """Of a process's core that goes into messages about other processes' tables."""


class Model:
    """``routed``: a proxy sends all people of a table to one process, and processes look at the log
    only when they begin with a table. That is not so today."""

    def __init__(
        self, costs: Costs, habits: Habits | None = None, machine: Machine | None = None,
        *, routed: bool = False,
    ) -> None:  # fmt: skip
        self.costs, self.routed = costs, routed
        self.habits, self.machine = habits or Habits(), machine or Machine()

    def copies(self, processes: int) -> float:
        """In how many processes a table lies on average: its people are spread by chance."""
        if self.routed:
            return 1.0
        return processes * (1 - (1 - 1 / processes) ** self.habits.people_at_a_table)

    def _shared(self, one: str, two: str, processes: int) -> float:
        """A cost per action that was measured with one and with two processes, for any number.

        Each further copy of a table must be told and must read: that is the same for each.
        """
        more = max(0.0, self.costs[two] - self.costs[one]) / (_copies_of_two(self.habits) - 1)
        return self.costs[one] + more * (self.copies(processes) - 1)

    def need(self, people: float) -> Need:
        """The fewest processes that carry so many people."""
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
        # Handing a message to each subscriber is taken to be all that Redis does.
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
        """What gives out, and at how many people, the first one first."""
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
        found += [(name, self._first(given_out)) for name, given_out in limits.items()]
        return sorted(found, key=lambda one: one[1])

    def _first(self, given_out: Callable[[Need], bool], most: float = 1e9) -> float:
        """The fewest people at which it is so, to a part in a hundred; infinite if never."""
        low, high = 1.0, most
        if not given_out(self.need(high)):
            return inf
        while high / low > 1.01:
            middle = (low * high) ** 0.5
            low, high = (low, middle) if given_out(self.need(middle)) else (middle, high)
        return high

    def restart_seconds(self, need: Need) -> float:
        """Until every table that is played has been read again by all processes that need it."""
        tables = need.people / self.habits.people_at_a_table
        entries = tables * self.copies(max(1, need.processes)) * self.costs["match_entries"]
        return entries * self.costs["reading"] / MICRO / max(1, need.processes)


def _copies_of_two(habits: Habits) -> float:
    people: int = habits.people_at_a_table
    return float(2 * (1 - 0.5**people))


def curve(model: Model, least: float = 1e3, most: float = 1e6, steps: int = 25) -> Iterator[Need]:
    for step in range(steps):
        yield model.need(ceil(least * (most / least) ** (step / (steps - 1))))
