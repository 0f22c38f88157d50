"""The time that all server processes of a database share."""

import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    def look(self) -> None:
        """Set it by the database's, if need be. Blocks: call it from a thread."""
        ...

    def now(self) -> int:
        """Milliseconds since 1970."""
        ...


class SharedClock:
    """The database's clock, carried on by this machine's steady one between two looks at it.

    Servers whose own clocks disagree, or jump, agree on deadlines all the same.
    """

    def __init__(self, database_now: Callable[[], int]) -> None:
        self._database_now = database_now
        self._offset = 0
        self.look()

    def look(self) -> None:
        """Ask the database again. Blocks: call it from a thread."""
        before = _steady()
        theirs = self._database_now()
        # The answer was made somewhere between the question and now.
        self._offset = theirs - (before + _steady()) // 2

    def now(self) -> int:
        return _steady() + self._offset


def _steady() -> int:
    return time.monotonic_ns() // 1_000_000
