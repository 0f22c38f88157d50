"""What the coach says at a table, in the reader's words."""

from perudo.coach.advice import Advice
from perudo.engine.bid import Bid
from perudo.engine.view import View
from perudo.i18n.tongue import Tongue
from perudo.odds.odds import Odds
from perudo.wording.dice_text import bid_text
from perudo.wording.odds_text import chance_text, odds_lines, own_share_text


def standing_lines(t: Tongue, view: View, advice: Advice) -> list[str]:
    """The odds of the standing bid: what the own dice say about it."""
    if advice.plain is None:
        return []
    bid, holds, exact = advice.plain
    odds = Odds(view)
    return [own_share_text(t, bid, odds.own[bid.face], odds.hidden), *odds_lines(t, holds, exact)]


def hint_lines(t: Tongue, advice: Advice) -> list[str]:
    action = advice.best.action
    best = (
        bid_text(t, action) if isinstance(action, Bid) else t.word(action.value if action else "")
    )
    return [best, chance_text(t, advice.wins)]
