"""Bold: makes high bids that may just hold, and doubts late."""

from random import Random

from perudo.bots.moves import boldest, least_bids, may_regain
from perudo.engine.actions import CALZA, DUDO, Action
from perudo.engine.view import View
from perudo.odds.odds import Odds

JUMP = 0.42
BELIEVES = 0.25
EXACT = 0.35


class Bold:
    def act(self, view: View, rng: Random) -> Action:
        odds = Odds(view)
        standing = odds.standing()
        jumps = boldest(view, odds, JUMP)
        if jumps:
            return max(jumps, key=lambda bid: (odds.own[bid.face], bid.quantity, rng.random()))
        raises = least_bids(view)
        if standing is None:
            return max(raises, key=lambda bid: (odds.holds(bid), rng.random()))
        if view.legal.calza and may_regain(view) and standing.exact > EXACT:
            return CALZA
        if not raises or standing.holds < BELIEVES:
            return DUDO
        best = max(raises, key=lambda bid: (odds.holds(bid), rng.random()))
        return best if odds.holds(best) > 1 - standing.holds - BELIEVES else DUDO

    def claims_calza(self, view: View, rng: Random) -> bool:  # noqa: ARG002
        standing = Odds(view).standing()
        return standing is not None and may_regain(view) and standing.exact > EXACT
