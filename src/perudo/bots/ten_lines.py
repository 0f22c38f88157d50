"""Ten lines: calls when the bid is likelier false than the best raise is true.

The rule that anybody would write first. Levels above ``easy`` have to beat it clearly.
"""

from random import Random

from perudo.bots.moves import least_bids
from perudo.engine.actions import DUDO, Action
from perudo.engine.view import View
from perudo.odds.odds import Odds


class TenLines:
    def act(self, view: View, rng: Random) -> Action:
        odds = Odds(view)
        standing = odds.standing()
        best = max(least_bids(view), key=lambda bid: (odds.holds(bid), rng.random()), default=None)
        if best is None or (standing is not None and 1 - standing.holds > odds.holds(best)):
            return DUDO
        return best

    def claims_calza(self, view: View, rng: Random) -> bool:  # noqa: ARG002
        return False
