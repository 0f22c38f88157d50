"""How the tests of the commands run them."""

import sys
from collections.abc import Callable


class Result:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


Run = Callable[..., Result]


def perudo(*words: str) -> list[str]:
    """The command as a process of its own."""
    return [sys.executable, "-m", "perudo.cli.main", *words]
