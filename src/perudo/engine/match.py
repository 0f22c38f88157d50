"""The state of a match: a frozen value, rebuilt from its events."""

from enum import Enum, unique
from typing import NamedTuple

from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup
from perudo.engine.events import BidMade, Called
from perudo.engine.played import PlayedRound
from perudo.engine.seating import Seating, seating
from perudo.engine.setup import Setup


@unique
class Phase(Enum):
    """What the match is waiting for."""

    STARTING = "starting"
    """the first starter"""
    ROLLING = "rolling"
    """the cups of the next round"""
    BIDDING = "bidding"
    """an action of a seat"""
    COUNTING = "counting"
    """the count of a called bid, in a round whose cups are not known"""
    OVER = "over"


class Round(NamedTuple):
    """The round that is being played."""

    number: int
    starter: Seat
    palifico: Seat | None
    cups: tuple[Cup, ...] | None
    turn: Seat
    bids: tuple[BidMade, ...] = ()
    called: Called | None = None

    @property
    def standing(self) -> Bid | None:
        return self.bids[-1].bid if self.bids else None


class Score(NamedTuple):
    """The part of a match that changes once a round.

    ``starter`` and ``palifico`` belong to the round that is being played, else to the next one.
    ``first_dice`` are the dice of each seat before the first round of ``past``: fewer than in the
    set-up if the match was built in mid-match (``position.between_rounds``).
    """

    dice: tuple[int, ...]
    seating: Seating
    first_dice: tuple[int, ...]
    starter: Seat | None = None
    palifico: Seat | None = None
    been_palifico: frozenset[Seat] = frozenset()
    contenders: tuple[Seat, ...] = ()
    past: tuple[PlayedRound, ...] = ()
    winner: Seat | None = None


class Match(NamedTuple):
    """The state of a match, in layers that change never, once a round, and with every bid."""

    setup: Setup
    score: Score
    round: Round | None = None

    @property
    def phase(self) -> Phase:
        if self.round is not None:
            return Phase.BIDDING if self.round.called is None else Phase.COUNTING
        if self.score.winner is not None:
            return Phase.OVER
        return Phase.STARTING if self.score.starter is None else Phase.ROLLING

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that each seat has left."""
        return self.score.dice

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that still have dice."""
        return self.score.seating.playing

    @property
    def winner(self) -> Seat | None:
        return self.score.winner


def first_state(setup: Setup) -> Match:
    everyone = tuple(range(setup.seats))
    dice = (setup.dice,) * setup.seats
    return Match(setup, Score(dice, seating(everyone, setup.seats), dice, contenders=everyone))
