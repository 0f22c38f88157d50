"""Chances as people say them: in percent, and as so many times out of ten."""

from perudo.engine.bid import Bid
from perudo.i18n.tongue import Tongue
from perudo.wording.dice_text import bid_text


def percent(chance: float) -> int:
    """Return a chance in whole percent; 0 and 100 only for what cannot be otherwise."""
    if chance in (0.0, 1.0):
        return int(100 * chance)
    return min(max(round(100 * chance), 1), 99)


def chance_text(t: Tongue, chance: float) -> str:
    """``71 %, about 7 times in 10``: a child of ten understands the second half."""
    number = percent(chance)
    if chance == 0.0:
        return t.say("never")
    if chance == 1.0:
        return t.say("always")
    if chance < 0.05:
        return t.say("{percent} %, hardly ever", percent=number)
    if chance > 0.95:
        return t.say("{percent} %, nearly always", percent=number)
    return t.plural(
        "{percent} %, about {n} time in 10",
        "{percent} %, about {n} times in 10",
        max(round(10 * chance), 1),
        percent=number,
    )


def own_share_text(t: Tongue, bid: Bid, own: int, hidden: int) -> str:
    """What the own cup brings to a bid, and what the hidden dice must bring."""
    needed = bid.quantity - own
    have = t.say("{bid}: you have {own} of them.", bid=bid_text(t, bid), own=own)
    if needed <= 0:
        return have
    rest = t.say("Still needed: {needed}; hidden dice: {hidden}.", needed=needed, hidden=hidden)
    return f"{have} {rest}"


def odds_lines(t: Tongue, holds: float, exact: float) -> tuple[str, str]:
    """The two questions at a table: are there enough, and is it exactly right?"""
    return (
        t.say("There are at least as many: {chance}.", chance=chance_text(t, holds)),
        t.say("There are exactly as many: {chance}.", chance=chance_text(t, exact)),
    )
