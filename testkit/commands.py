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


def prepared(first: str, command: list[str]) -> list[str]:
    """Return the command line of a process that does something of its own before the command.

    A function between fork and exec could wait for ever for a lock of another thread of the tests.
    """
    program = (
        f"import fcntl, os, signal, sys, termios\n{first}\nos.execv(sys.argv[1], sys.argv[1:])"
    )
    return [sys.executable, "-c", program, *command]


HEARS_INTERRUPTS = "signal.signal(signal.SIGINT, signal.SIG_DFL)"
"""A shell that runs us in the background leaves interrupts ignored: not so in a terminal."""
OWN_TERMINAL = "fcntl.ioctl(0, termios.TIOCSCTTY, 0)"
"""Its input is the terminal that can interrupt and close it."""
