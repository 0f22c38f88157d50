"""Hints on a decision, from the odds that one's own dice give.

The one place that the screen asks for advice: a coach takes over here.
"""

from collections.abc import Iterator

from perudo.engine.bid import Bid
from perudo.engine.view import View
from perudo.i18n.tongue import Tongue
from perudo.odds.odds import Odds
from perudo.wording.odds_text import odds_lines, own_share_text


def hints(t: Tongue, view: View, picked: Bid | None) -> Iterator[str]:
    """Tell how likely the standing bid is, and the bid under the cursor."""
    if view.cup is None:
        return
    odds = Odds(view)
    standing = view.bids[-1].bid if view.bids else None
    for bid in (standing, picked):
        if bid is not None and (bid == standing or picked != standing):
            own = own_share_text(t, bid, odds.own[bid.face], odds.hidden)
            yield " ".join((own, *odds_lines(t, odds.holds(bid), odds.exact(bid))))
        if picked == standing:
            return
