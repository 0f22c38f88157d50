"""Counter: pure odds. It does what is least likely to cost a die now, and reads nobody's bids."""

from random import Random

from perudo.bots.moves import boldest, least_bids, may_regain
from perudo.engine.actions import CALZA, DUDO, Action
from perudo.engine.view import View
from perudo.odds.odds import Odds

OPENING_SURETY = 0.6


class Counter:
    def act(self, view: View, rng: Random) -> Action:
        odds = Odds(view)
        standing = odds.standing()
        if standing is None:
            openings = boldest(view, odds, OPENING_SURETY) or least_bids(view)
            return max(openings, key=lambda bid: (bid.quantity, odds.own[bid.face], rng.random()))
        doubt = 1 - standing.holds
        if view.legal.calza and may_regain(view) and standing.exact > max(doubt, 0.5):
            return CALZA
        raises = least_bids(view)
        if not raises:
            return DUDO
        best = max(raises, key=lambda bid: (odds.holds(bid), rng.random()))
        return best if odds.holds(best) >= doubt else DUDO

    def claims_calza(self, view: View, rng: Random) -> bool:  # noqa: ARG002
        standing = Odds(view).standing()
        return standing is not None and may_regain(view) and standing.exact > 0.5
