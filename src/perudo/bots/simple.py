"""A plain opponent: weighs each bid by the odds of its own dice and everybody's count, and bluffs
a little."""

from math import comb
from random import Random

from perudo.engine.actions import Action, Call
from perudo.engine.bid import Bid
from perudo.engine.dice import PACO, Face
from perudo.engine.view import View, remembered_dice

DARING = 0.18
"""How much a bid may seem better or worse than its odds: the bluffs and the mistakes."""


class SimpleBot:
    def act(self, view: View, rng: Random) -> Action:
        options = view.options
        bids = options.bids
        assert bids is not None
        lowest = [Bid(limit.least, limit.face) for limit in bids.limits if not limit.empty]
        if not view.bids:
            return max(_openings(view), key=lambda bid: _holds(view, bid) + rng.gauss(0, DARING))
        standing = view.bids[-1].bid
        doubt = 1 - _holds(view, standing) + rng.gauss(0, DARING / 3)
        if options.calza and _exact(view, standing) > max(doubt, 0.5):
            return Call.CALZA
        if not lowest:
            return Call.DUDO
        best = max(lowest, key=lambda bid: _holds(view, bid) + rng.gauss(0, DARING))
        return Call.DUDO if doubt > _holds(view, best) else best

    def claims_calza(self, view: View, rng: Random) -> bool:
        return _exact(view, view.bids[-1].bid) > 0.5 + abs(rng.gauss(0, DARING / 2))


def _openings(view: View) -> list[Bid]:
    """Bids near what one may expect of each face, so that the round does not start at one die."""
    bids = view.options.bids
    assert bids is not None
    openings = []
    for limit in bids.limits:
        if not limit.empty:
            own, hidden, chance = _knowledge(view, limit.face)
            likely = int(own + hidden * chance * 0.8)
            openings.append(Bid(min(max(limit.least, likely), limit.most), limit.face))
    return openings


def _knowledge(view: View, face: Face) -> tuple[int, int, float]:
    """Own dice that count for a face, dice under other cups, and the chance of each to count."""
    cup = view.cup or ()
    jokers = view.palifico is None and face != PACO
    own = cup.count(face) + (cup.count(PACO) if jokers else 0)
    hidden = sum(remembered_dice(view)) - len(cup)
    return own, hidden, (2 if jokers else 1) / 6


def _exact(view: View, bid: Bid) -> float:
    own, hidden, chance = _knowledge(view, bid.face)
    return _binomial(hidden, bid.quantity - own, chance)


def _holds(view: View, bid: Bid) -> float:
    own, hidden, chance = _knowledge(view, bid.face)
    return sum(_binomial(hidden, k, chance) for k in range(max(0, bid.quantity - own), hidden + 1))


def _binomial(n: int, k: int, p: float) -> float:
    return comb(n, k) * p**k * (1 - p) ** (n - k) if 0 <= k <= n else 0.0
