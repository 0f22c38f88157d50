"""What a fault runs with: sizes, fresh databases, real services, and its outcome."""

import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from types import TracebackType
from typing import NamedTuple, Self

from testkit.services import Postgres, Redis


@dataclass(frozen=True, slots=True)
class Sizes:
    tables: int = 200
    kills: int = 20
    postgres_kills: int = 6
    load_seconds: float = 2.0
    line_tables: int = 100
    line_seconds: float = 15.0
    race_tables: int = 40
    race_seconds: float = 12.0
    clocks: int = 20
    streams: int = 200
    flood_requests: int = 2_000


SMALL = Sizes(
    tables=20,
    kills=2,
    postgres_kills=2,
    load_seconds=1.0,
    line_tables=10,
    line_seconds=4.0,
    race_tables=6,
    race_seconds=4.0,
    clocks=4,
    streams=40,
    flood_requests=200,
)


@dataclass(slots=True)
class Outcome:
    """What a fault measured, and what went wrong, which should be nothing."""

    name: str
    figures: dict[str, str | int | float] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    skipped: str = ""
    seconds: float = 0.0
    date: str = ""

    def must(self, holds: bool, message: str) -> None:
        """Add the message to what went wrong unless the condition holds."""
        if not holds:
            self.wrong.append(message)


class Stage:
    """Databases and services, started when a fault first needs them and ended with the stage."""

    def __init__(self, sizes: Sizes, say: Callable[[str], None]) -> None:
        self.sizes, self.say = sizes, say
        self.folder = Path(tempfile.mkdtemp(prefix="perudo-faults-"))
        self._made = 0
        self._postgres: Postgres | None = None
        self._redis: Redis | None = None

    def sqlite(self) -> str:
        """Return the address of a new, empty database."""
        self._made += 1
        return f"sqlite:///{self.folder / f'{self._made}.db'}"

    @property
    def postgres(self) -> Postgres:
        if self._postgres is None:
            self._postgres = Postgres()
            self._postgres.start()
        return self._postgres

    @property
    def redis(self) -> Redis:
        if self._redis is None:
            self._redis = Redis()
            self._redis.start()
        return self._redis

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for service in (self._postgres, self._redis):
            if service is not None:
                service.close()
        shutil.rmtree(self.folder)


class Fault(NamedTuple):
    name: str
    seconds: int
    """Roughly how long it takes, for the progress display."""
    run: Callable[[Stage, Outcome], Awaitable[None]]


def spread(seconds: Iterable[float]) -> str:
    """Return the median, the 95th percentile and the worst, in milliseconds."""
    values = sorted(seconds)
    if len(values) < 2:
        return "none" if not values else f"{1000 * values[0]:,.0f} ms"
    cuts = quantiles(values, n=20, method="inclusive")
    shown = (f"{1000 * value:,.0f}" for value in (cuts[9], cuts[18], values[-1]))
    return " / ".join(shown) + " ms"
