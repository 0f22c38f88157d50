"""Candidate moves that several bots share."""

from perudo.engine.bid import Bid
from perudo.engine.view import View
from perudo.odds.odds import Odds


def least_bids(view: View, above: int = 0) -> list[Bid]:
    """The lowest legal bid on each face, and up to ``above`` dice more."""
    bids = view.legal.bids
    if bids is None:
        return []
    return [
        Bid(quantity, limit.face)
        for limit in bids.limits
        for quantity in range(limit.least, min(limit.least + above, limit.most) + 1)
    ]


def boldest(view: View, odds: Odds, surety: float) -> list[Bid]:
    """The highest legal bid on each face that holds with at least this chance."""
    bids = view.legal.bids
    found = []
    for limit in bids.limits if bids is not None else ():
        quantity = limit.least
        while quantity < limit.most and odds.holds(Bid(quantity + 1, limit.face)) >= surety:
            quantity += 1
        bid = Bid(quantity, limit.face)
        if not limit.empty and odds.holds(bid) >= surety:
            found.append(bid)
    return found


def may_regain(view: View) -> bool:
    """Whether a correct calza would win back a die."""
    return view.cup is not None and len(view.cup) < view.starting_dice
