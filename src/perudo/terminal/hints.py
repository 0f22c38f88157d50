"""Hints on a decision: the coach's where it may speak, else the odds that one's own dice give."""

from collections.abc import Iterator

from perudo.engine.bid import Bid
from perudo.engine.view import View
from perudo.extras import is_installed
from perudo.i18n.tongue import Tongue
from perudo.odds.odds import Odds
from perudo.wording.dice_text import bid_text
from perudo.wording.odds_text import own_share_text, percent


def hints(t: Tongue, view: View, picked: Bid | None, *, coach: bool = False) -> Iterator[str]:
    """Tell what to do, or how likely the standing bid and that under the cursor are: three lines.

    ``coach`` says whether the coach may be asked; it has something to say in turn only, and where
    its extra is installed.
    """
    if coach and view.cup is not None and view.turn == view.seat and is_installed("champion"):
        yield from _coached(t, view)
        return
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


def _coached(t: Tongue, view: View) -> Iterator[str]:
    # NumPy and the weights are loaded when somebody asks, not when the table is shown.
    from perudo.coach.advice import advise  # noqa: PLC0415
    from perudo.coach.text import best_lines, bid_lines, cost_lines  # noqa: PLC0415

    advice = advise(view)
    for lines in (bid_lines(t, advice), best_lines(t, advice), cost_lines(t, advice)[:1]):
        if lines:
            yield " ".join(lines)
