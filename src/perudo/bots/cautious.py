"""Cautious: makes the smallest safe raise, and doubts when none is left."""

from random import Random

from perudo.bots.moves import least_bids
from perudo.engine.actions import DUDO, Action
from perudo.engine.view import View
from perudo.odds.odds import Odds

SAFE = 0.6


class Cautious:
    def act(self, view: View, rng: Random) -> Action:
        odds = Odds(view)
        standing = odds.standing()
        bids = least_bids(view)
        safest = max(bids, key=lambda bid: (odds.holds(bid), rng.random()), default=None)
        if safest is None:
            return DUDO
        if standing is None or odds.holds(safest) >= SAFE:
            return safest
        return DUDO if 1 - standing.holds >= odds.holds(safest) else safest

    def claims_calza(self, view: View, rng: Random) -> bool:  # noqa: ARG002
        return False
