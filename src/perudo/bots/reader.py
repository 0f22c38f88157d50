"""Reader: infers other cups from their owners' bids, and predicts the next player's answer.

It takes players to bid mostly on faces that they have (``honesty``), and learns from showdowns how
often each of them does; so a liar is soon recognised. A bid is valued by whether the next player
will call it, as seen from that player's own cup, and who would then lose a die. The last rounds of
two players (three dice on the table, or a palifico) follow the book of exact strategies.
"""

from random import Random

from perudo.bots.first_reader import FirstReader, FirstTable
from perudo.bots.honesty import counts_after_bid, honesty_of_seats
from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import Face
from perudo.engine.played import PlayedRound
from perudo.engine.view import View

PASSED_ON = 0.1
"""What it is worth to leave the table to others by a bid that nobody calls; a die is 1."""
VARIETY = 0.15
"""Random preference between bids, to be less predictable."""


class Reader(FirstReader):
    def whim(self, rng: Random) -> float:
        return PASSED_ON + VARIETY * rng.random()

    def table(self, view: View) -> "Table":
        """What it believes now."""
        return Table(view, self._trusted(view))

    def learned(self, past: tuple[PlayedRound, ...], seats: int) -> dict[Seat, float]:
        return dict(enumerate(honesty_of_seats(past, seats)))


class Table(FirstTable):
    """Beliefs about the table at one decision; ``trust`` is how honest each seat is."""

    def __init__(self, view: View, trust: dict[Seat, float]) -> None:
        super().__init__(view, trust)
        self._last_bid: dict[Seat, Bid] = {made.seat: made.bid for made in view.bids}
        self._opener = view.bids[0].seat if view.bids else None

    def cup(self, seat: Seat, face: Face) -> tuple[float, ...]:
        bid = self._last_bid.get(seat)
        if bid is None or bid.face != face:
            return super().cup(seat, face)
        # In a palifico round those who follow hardly ever choose the face.
        chose = self.odds.jokers or seat == self._opener
        dice = self.odds.dice[seat]
        honesty = round(self.trust[seat], 2) if chose else 0.0
        unseen = sum(self.odds.dice) - dice
        return counts_after_bid(dice, face, self.odds.jokers, honesty, unseen, bid.quantity)
