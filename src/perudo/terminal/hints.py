"""Hints on a decision, from the odds that one's own dice give.

The one place that the screen asks for advice: a coach takes over here.
"""

from collections.abc import Iterator

from perudo.engine.bid import Bid
from perudo.engine.view import View
from perudo.i18n.tongue import Tongue
from perudo.odds.odds import Odds
from perudo.wording.dice_text import bid_text
from perudo.wording.odds_text import own_share_text, percent


def hints(t: Tongue, view: View, picked: Bid | None) -> Iterator[str]:
    """Tell how likely the standing bid is, and the bid under the cursor: three lines at most."""
    standing = view.bids[-1].bid if view.bids else None
    bids = [bid for bid in dict.fromkeys((standing, picked)) if bid is not None]
    if view.cup is None or not bids:
        return
    odds = Odds(view)
    yield own_share_text(t, bids[0], odds.own[bids[0].face], odds.hidden)
    for bid in bids:
        yield t.say(
            "{bid}: {holds} % that there are as many, {exact} % that it is exact.",
            bid=bid_text(t, bid),
            holds=percent(odds.holds(bid)),
            exact=percent(odds.exact(bid)),
        )
