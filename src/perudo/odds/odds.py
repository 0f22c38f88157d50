"""The odds of bids, given one player's cup and the number of hidden dice."""

from typing import NamedTuple

from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, Cup, Face, counting_faces, has_jokers
from perudo.engine.view import View, remembered_dice
from perudo.odds.chances import at_least, exactly


class BidOdds(NamedTuple):
    bid: Bid
    holds: float
    exact: float


class CupOdds:
    """The odds of bids for whoever holds ``cup`` and does not see ``hidden`` other dice."""

    def __init__(self, cup: Cup, hidden: int, *, jokers: bool = True) -> None:
        self.jokers, self.hidden = jokers, hidden
        counting = [counting_faces(face, jokers=jokers) for face in FACES]
        self._hits = (0, *map(len, counting))
        self.own = (0, *[sum(map(cup.count, faces)) for faces in counting])
        """For each face, how many dice of the viewer's cup count for it."""

    def hits(self, face: Face) -> int:
        """Return how many of the six faces of a hidden die count for ``face``."""
        return self._hits[face]

    def holds(self, bid: Bid) -> float:
        """Return the probability that there are at least as many dice as bid."""
        quantity, face = bid
        return at_least(self.hits(face), self.hidden, quantity - self.own[face])

    def exact(self, bid: Bid) -> float:
        """Return the probability that there are exactly as many dice as bid."""
        quantity, face = bid
        return exactly(self.hits(face), self.hidden, quantity - self.own[face])

    def of(self, bid: Bid) -> BidOdds:
        return BidOdds(bid, self.holds(bid), self.exact(bid))


class Odds(CupOdds):
    """The odds of bids from one view.

    If lost dice are hidden, they are counted from the past rounds (``remembered_dice``).
    """

    def __init__(self, view: View) -> None:
        cup = view.cup or ()
        self._view = view
        self.dice = remembered_dice(view)
        """The dice of each seat."""
        super().__init__(cup, sum(self.dice) - len(cup), jokers=has_jokers(view.palifico))

    def standing(self) -> BidOdds | None:
        """Return the odds of the last bid, if there is one."""
        return self.of(self._view.bids[-1].bid) if self._view.bids else None

    def legal(self) -> list[BidOdds]:
        """Return the odds of every bid that this seat may make now."""
        bids = self._view.legal.bids
        return [] if bids is None else [self.of(bid) for bid in bids]
