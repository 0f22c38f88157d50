"""What the coach says at a table: a hint, and the odds of the standing bid for who touches it."""

from collections.abc import Iterable

from perudo.coach.advice import Advice
from perudo.coach.text import action_text, hint_text
from perudo.engine.view import View
from perudo.i18n.tongue import Tongue
from perudo.odds.odds import Odds
from perudo.wording.odds_text import odds_lines, own_share_text, percent


def unbroken(lines: Iterable[str]) -> list[str]:
    """Keep each percentage on one line: phones are narrow."""
    return [line.replace(" %", "\N{NO-BREAK SPACE}%") for line in lines]


def hint_lines(t: Tongue, advice: Advice) -> list[str]:
    """What to do first, then why: a hint is read from the other side of a table."""
    lines = list(hint_text(t, advice))
    best = t.say("Best: {action}.", action=action_text(t, advice.best.action))
    if best in lines:
        lines.remove(best)
        lines.insert(0, best)
    return unbroken(lines)


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
    return unbroken(lines)
