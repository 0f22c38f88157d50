"""Moves that several characters weigh."""

from perudo.engine.bid import Bid
from perudo.engine.view import View
from perudo.odds.odds import Odds


def least_bids(view: View, above: int = 0) -> list[Bid]:
    """For each face the lowest legal bid, and up to ``above`` dice more."""
    bids = view.legal.bids
    if bids is None:
        return []
    return [
        Bid(quantity, limit.face)
        for limit in bids.limits
        for quantity in range(limit.least, min(limit.least + above, limit.most) + 1)
    ]


def boldest(view: View, odds: Odds, surety: float) -> list[Bid]:
    """For each face the highest legal bid that still holds with this chance, if there is one."""
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
    """Whether a right calza would bring a die back."""
    return view.cup is not None and len(view.cup) < view.starting_dice
