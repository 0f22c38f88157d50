"""Running the commands in tests."""

import sys
from collections.abc import Callable


class Result:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


Run = Callable[..., Result]


def perudo(*words: str) -> list[str]:
    """Return the command line that runs the command in its own process."""
    return [sys.executable, "-m", "perudo.cli.main", *words]
