"""Beginner: plays like people in their first match.

Half of the time it forgets that Pacos are jokers. It loses count of the dice, overvalues faces it
holds, and now and then calls on a whim.
"""

from random import Random

from perudo.bots.moves import least_bids
from perudo.engine.actions import CALZA, DUDO, Action
from perudo.engine.bid import Bid
from perudo.engine.dice import counting_faces, has_jokers
from perudo.engine.view import View
from perudo.odds.chances import at_least

WHIM = 0.08
CALZA_WHIM = 0.02


class Beginner:
    def act(self, view: View, rng: Random) -> Action:
        raises = least_bids(view, above=2)
        if not view.bids:
            return max(raises, key=lambda bid: (self._likes(view, bid, rng), rng.random()))
        if view.legal.calza and rng.random() < CALZA_WHIM:
            return CALZA
        if not raises or rng.random() < WHIM:
            return DUDO
        doubt = 1 - self._guess(view, view.bids[-1].bid, rng)
        best = max(raises, key=lambda bid: (self._likes(view, bid, rng), rng.random()))
        return DUDO if doubt > self._guess(view, best, rng) + 0.15 else best

    def claims_calza(self, view: View, rng: Random) -> bool:  # noqa: ARG002
        return rng.random() < CALZA_WHIM / 2

    def _guess(self, view: View, bid: Bid, rng: Random) -> float:
        """How likely a bid seems, with a wrong number of dice and sometimes without jokers."""
        cup = view.cup or ()
        counting = counting_faces(bid.face, jokers=has_jokers(view.palifico))
        if len(counting) > 1 and rng.random() >= 0.5:
            counting = (bid.face,)
        own = sum(map(cup.count, counting))
        players = view.seats - len(view.out)
        imagined = min(30, max(1, (players - 1) * rng.choice((view.starting_dice, 3))))
        return at_least(len(counting), imagined, bid.quantity - own)

    def _likes(self, view: View, bid: Bid, rng: Random) -> float:
        love = (view.cup or ()).count(bid.face) * 0.2
        return self._guess(view, bid, rng) + love + rng.random() * 0.3
