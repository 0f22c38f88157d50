"""The odds of bids, from a player's own cup and the number of hidden dice."""

from typing import NamedTuple

from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, Face, counting_faces, has_jokers
from perudo.engine.view import View, remembered_dice
from perudo.odds.chances import at_least, exactly


class BidOdds(NamedTuple):
    bid: Bid
    holds: float
    exact: float


class Odds:
    """The odds of bids for one view.

    If lost dice are hidden, dice are counted as by a player who remembers every call.
    """

    def __init__(self, view: View) -> None:
        cup = view.cup or ()
        self._view = view
        self.jokers = has_jokers(view.palifico)
        self.dice = remembered_dice(view)
        """The dice of each seat."""
        self.hidden = sum(self.dice) - len(cup)
        """The number of dice that this view does not show."""
        counting = [counting_faces(face, jokers=self.jokers) for face in FACES]
        self._hits = (0, *map(len, counting))
        self.own = (0, *[sum(map(cup.count, faces)) for faces in counting])
        """For each face, the dice of the own cup that count for it."""

    def hits(self, face: Face) -> int:
        """How many of the six faces of a hidden die count for ``face``."""
        return self._hits[face]

    def holds(self, bid: Bid) -> float:
        """The chance that the table has at least what was bid."""
        quantity, face = bid
        return at_least(self.hits(face), self.hidden, quantity - self.own[face])

    def exact(self, bid: Bid) -> float:
        """The chance that the table has exactly what was bid."""
        quantity, face = bid
        return exactly(self.hits(face), self.hidden, quantity - self.own[face])

    def of(self, bid: Bid) -> BidOdds:
        return BidOdds(bid, self.holds(bid), self.exact(bid))

    def standing(self) -> BidOdds | None:
        """The odds of the standing bid, if there is one."""
        return self.of(self._view.bids[-1].bid) if self._view.bids else None

    def legal(self) -> list[BidOdds]:
        """The odds of every bid that this seat may make now."""
        bids = self._view.legal.bids
        return [] if bids is None else [self.of(bid) for bid in bids]
