"""A study: work made of many numbered trials, whose results add up in any order.

A contest is one; so are the other parts of an exam. The result of a trial follows from the study
and the trial's number, so that it does not matter which process or machine runs it.
"""

from typing import Any, Protocol, Self, TypeVar


class Result(Protocol):
    """What some trials of a study gave."""

    def add(self, other: Self) -> None: ...

    def as_json(self) -> dict[str, Any]: ...


R = TypeVar("R", bound=Result)
R_co = TypeVar("R_co", bound=Result, covariant=True)


class Study(Protocol[R_co]):
    @property
    def key(self) -> str:
        """The study's name in files and seeds: everything but the number of trials."""
        ...

    @property
    def trials(self) -> int: ...

    @property
    def chunk(self) -> int:
        """Trials in one piece of work: few, for smooth progress and little loss when stopped."""
        ...

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that take part."""
        ...

    def run(self, first: int, last: int) -> R_co:
        """Run the trials from ``first`` up to, but not including, ``last``."""
        ...

    def empty(self) -> R_co:
        """Return the result of no trials."""
        ...

    def restored(self, value: dict[str, Any]) -> R_co:
        """Return a result from its JSON."""
        ...
