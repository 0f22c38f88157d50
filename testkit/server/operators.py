"""Shared by the tests of an operator's commands."""

from collections.abc import Callable
from time import monotonic

from testkit.serving import Guest


def id_of(guest: Guest) -> str:
    assert guest.token is not None
    return guest.token.partition(".")[0]


def eventually(holds: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait until this holds, as when a running server has to notice an operator's change."""
    until = monotonic() + seconds
    while not holds():
        assert monotonic() < until
