"""Liar: prefers bids on faces it does not have, as long as they sound likely to others."""

from random import Random

from perudo.bots.moves import least_bids
from perudo.engine.actions import DUDO, Action
from perudo.engine.view import View
from perudo.odds.chances import at_least
from perudo.odds.odds import Odds

SOUNDS_LIKELY = 0.45
BELIEVES = 0.35
LIES = 0.75
"""How often it lies if it can."""


class Liar:
    def act(self, view: View, rng: Random) -> Action:
        odds = Odds(view)
        standing = odds.standing()
        raises = least_bids(view, above=1)
        everyone = sum(odds.dice)
        lies = [
            bid
            for bid in raises
            if at_least(odds.hits(bid.face), everyone, bid.quantity) >= SOUNDS_LIKELY
        ]
        if standing is not None and (not raises or standing.holds < BELIEVES):
            return DUDO
        if lies and rng.random() < LIES:
            return min(lies, key=lambda bid: (odds.own[bid.face], rng.random()))
        best = max(raises, key=lambda bid: (odds.holds(bid), rng.random()))
        if standing is None:
            return best
        return best if odds.holds(best) >= 1 - standing.holds else DUDO

    def claims_calza(self, view: View, rng: Random) -> bool:  # noqa: ARG002
        return False
