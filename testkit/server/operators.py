"""What tests of an operator's commands share."""

from collections.abc import Callable
from time import monotonic

from testkit.serving import Guest


def id_of(guest: Guest) -> str:
    assert guest.token is not None
    return guest.token.partition(".")[0]


def eventually(holds: Callable[[], bool], seconds: float = 20.0) -> None:
    """Ask again and again until a running server has noticed what an operator did."""
    until = monotonic() + seconds
    while not holds():
        assert monotonic() < until
