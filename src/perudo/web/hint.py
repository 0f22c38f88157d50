"""The odds of the standing bid, for who touches it at a table with a coach."""

from perudo.coach.advice import Advice
from perudo.engine.view import View
from perudo.i18n.tongue import Tongue
from perudo.odds.odds import Odds
from perudo.wording.odds_text import odds_lines, own_share_text, percent


def standing_lines(t: Tongue, view: View, advice: Advice) -> list[str]:
    """What the own dice say about the standing bid, and what the bids of the others add."""
    if advice.plain is None:
        return []
    bid, holds, exact = advice.plain
    odds = Odds(view)
    lines = [own_share_text(t, bid, odds.own[bid.face], odds.hidden), *odds_lines(t, holds, exact)]
    if advice.read is not None and percent(advice.read.holds) != percent(holds):
        read = percent(advice.read.holds)
        lines.append(t.say("What the table bid makes it {percent} %.", percent=read))
    return lines
