"""The scenes of the lesson: dealt hands and what the engine says about them.

The learner sits at seat 0. This is not a live table, so all cups may be known here.
"""

from typing import Final, NamedTuple

from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.edition import Edition
from perudo.engine.events import Showdown
from perudo.engine.refusals import Refusal

YOU: Final[Seat] = 0
SEATS: Final = 3


class Try(NamedTuple):
    """A bid to choose, with the engine's refusal if it is illegal."""

    bid: Bid
    refusal: Refusal | None


class Raise(NamedTuple):
    """A bid stands and it is the learner's turn."""

    bidder: Seat
    standing: Bid
    tries: tuple[Try, ...]

    @property
    def legal(self) -> tuple[Bid, ...]:
        return tuple(tried.bid for tried in self.tries if tried.refusal is None)


class LastDie(NamedTuple):
    """The learner's palifico round: the bids, the learner's turn, and the last bid doubted."""

    bids: tuple[tuple[Seat, Bid], ...]
    turn: Raise
    showdown: Showdown
    with_jokers: int


class Lesson(NamedTuple):
    """All scenes of one visit; those that the box does not play are None.

    A showdown is the result of the learner's call against the last bid, cups included.
    """

    rules: Edition
    guess: Showdown
    guesses: tuple[int, ...]
    jokers: Showdown
    raising: Raise
    to_pacos: Raise
    from_pacos: Raise
    dudo: Showdown
    palifico: LastDie | None
    calza: Showdown | None
