"""Doubter: calls every bid that is not nearly certain."""

from random import Random

from perudo.bots.moves import least_bids
from perudo.engine.actions import DUDO, Action
from perudo.engine.view import View
from perudo.odds.odds import Odds

CERTAIN = 0.85


class Doubter:
    def act(self, view: View, rng: Random) -> Action:
        odds = Odds(view)
        standing = odds.standing()
        raises = least_bids(view)
        if standing is not None and (not raises or standing.holds < CERTAIN):
            return DUDO
        return max(raises, key=lambda bid: (odds.holds(bid), rng.random()))

    def claims_calza(self, view: View, rng: Random) -> bool:  # noqa: ARG002
        return False
