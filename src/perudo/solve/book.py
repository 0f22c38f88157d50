"""The book: exact strategies that come with the package, looked up from a view.

``strategy(view)`` is all that bots and the coach need.
"""

from perudo.engine.actions import DUDO, Action
from perudo.engine.view import View, remembered_dice
from perudo.solve.pages import page_for

MOST_DICE = 3
"""The most dice on the table in a round of the book, palifico rounds apart."""


def strategy(view: View) -> dict[Action, float] | None:
    """Return the probability of each action for the seat in turn, or None if not in the book."""
    playing = [seat for seat in range(view.seats) if seat not in view.out]
    if view.seat is None or view.seat != view.turn or view.cup is None or len(playing) != 2:
        return None
    opener = view.starter
    if opener not in playing or view.palifico not in (None, opener):
        return None
    other = playing[0] if playing[1] == opener else playing[1]
    left = remembered_dice(view)
    dice = (left[opener], left[other])
    palifico = view.palifico is not None
    if not palifico and sum(dice) > MOST_DICE:
        return None
    page = page_for(view.rules, dice, palifico, view.starting_dice)
    if page is None:
        return None
    bids = [made.bid for made in view.bids]
    if bids and bids[-1].quantity > sum(dice):
        # Pages leave such bids out, because they are false whatever the cups are.
        return {DUDO: 1.0}
    return page.look_up(bids, view.cup)
