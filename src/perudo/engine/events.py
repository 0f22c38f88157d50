"""The events of a match. Folding them rebuilds the match; nothing changes without one.

They are named tuples for speed (a frozen dataclass takes three times as long to make), but compare
like dataclasses: a ``DieLost`` never equals a ``DieRegained``.
"""

from enum import Enum, unique
from typing import NamedTuple, TypeAlias, TypeVar

from perudo.engine.actions import Call, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup
from perudo.engine.setup import Setup

T = TypeVar("T", bound=tuple[object, ...])

new = tuple.__new__
"""Make a named tuple from all its fields, in half the time of its own constructor.

Only for values that the engine makes at every bid and call."""


def fact(kind: type[T]) -> type[T]:
    """Make values of this named tuple equal only to values of the same kind."""

    def equal(self: T, other: object) -> bool:
        return type(self) is type(other) and tuple.__eq__(self, other)

    def unequal(self: T, other: object) -> bool:
        return not equal(self, other)

    kind.__eq__ = equal  # type: ignore[assignment]
    kind.__ne__ = unequal  # type: ignore[assignment]
    return kind


@unique
class Choice(Enum):
    """How the first starter was found."""

    ROLLED = "rolled"
    DRAWN = "random"
    TOUCAN = "toucan"
    NOTED = "noted"
    """Taken from the notes of a real table, which left the rolls out."""


@fact
class MatchStarted(NamedTuple):
    setup: Setup


@fact
class StarterRolled(NamedTuple):
    """One roll-off for the first turn: the dice of each seat that rolled, and who leads."""

    rolls: tuple[Cup | None, ...]
    leaders: tuple[Seat, ...]


@fact
class StarterChosen(NamedTuple):
    seat: Seat
    choice: Choice


@fact
class Dealt(NamedTuple):
    """A round began: everybody shook and looked.

    ``cups`` is None if a record leaves them out; a single cup is None if the reader of the event
    may not see it.
    """

    number: int
    starter: Seat
    palifico: Seat | None
    cups: tuple[Cup | None, ...] | None


@fact
class BidMade(NamedTuple):
    seat: Seat
    bid: Bid


@fact
class Called(NamedTuple):
    seat: Seat
    call: Call


@fact
class Showdown(NamedTuple):
    """All cups were lifted.

    ``steps`` says in which order, and which seats lift together (P9, S20); ``found`` is how many
    dice counted for the bid.
    """

    bidder: Seat
    bid: Bid
    caller: Seat
    call: Call
    cups: tuple[Cup, ...] | None
    steps: tuple[tuple[Seat, ...], ...]
    found: int
    loser: Seat | None
    gainer: Seat | None

    @property
    def holds(self) -> bool:
        """Whether the bid is true: for a dudo at least so many dice, for a calza just so many."""
        if self.call is Call.DUDO:
            return self.found >= self.bid.quantity
        return self.found == self.bid.quantity


@fact
class DieLost(NamedTuple):
    seat: Seat


@fact
class DieRegained(NamedTuple):
    seat: Seat


@fact
class SeatOut(NamedTuple):
    seat: Seat


@fact
class NextRound(NamedTuple):
    """Who opens the coming round, and whose palifico it is, if any."""

    starter: Seat
    palifico: Seat | None


@fact
class MatchWon(NamedTuple):
    seat: Seat


SettlingEvent: TypeAlias = Showdown | DieLost | DieRegained | SeatOut | NextRound | MatchWon
"""An event that follows a call once its count is known."""

Event: TypeAlias = (
    MatchStarted | StarterRolled | StarterChosen | Dealt | BidMade | Called | SettlingEvent
)
Events: TypeAlias = tuple[Event, ...]
