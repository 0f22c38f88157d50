"""Whose call or move counts when several speak about one bid, and by which rule."""

from collections.abc import Iterator

from perudo.engine.actions import Seat
from perudo.engine.edition import Edition
from perudo.engine.editions import clause_for
from perudo.engine.hearing import Verdict
from perudo.i18n.tongue import Tongue
from perudo.wording.dice_text import bid_text


def verdict_lines(
    t: Tongue, rules: Edition, names: tuple[str, ...], you: Seat | None, verdict: Verdict
) -> Iterator[str]:
    """Explain a verdict to the player at seat ``you``, or to an onlooker."""
    bid, claims, heard, unmade = verdict
    callers = t.listed([t.say("You") if seat == you else names[seat] for seat in claims])
    yield t.say("{Calza} on {bid}: {callers}.", bid=bid_text(t, bid), callers=callers)
    if heard not in claims:
        said = (
            t.say("You moved at the same time: your move counts, not the {calza}.")
            if heard == you
            else t.say(
                "{who} moved at the same time: the move counts, not the {calza}.", who=names[heard]
            )
        )
        yield said + _cited(rules, "calza_against_move")
    elif len(claims) > 1:
        said = (
            t.say("Your call counts.")
            if heard == you
            else t.say("The call of {who} counts.", who=names[heard])
        )
        yield said + _cited(rules, "calza_ties")
    if unmade is not None:
        said = (
            t.say("The {calza} was heard before your move, which is not made.")
            if unmade == you
            else t.say(
                "The {calza} was heard before the move of {who}, which is not made.",
                who=names[unmade],
            )
        )
        yield said + _cited(rules, "calza_against_move")


def _cited(rules: Edition, point: str) -> str:
    """The clause in brackets; empty for a house rule that no book has."""
    clause = clause_for(rules, point)
    return f" [{clause}]" if clause else ""
