"""A clause of the rules page in a sentence, for somebody who asks why."""

from typing import NamedTuple

from perudo.engine.edition import POINTS, Edition, Presence
from perudo.engine.editions import EDITIONS, own_clauses
from perudo.i18n.tongue import Tongue
from perudo.wording.rule_text import palifico_about, point_text, rule_text


class ClauseText(NamedTuple):
    matter: str
    rule: str
    box: Edition | None
    """The box whose book says so; None if all boxes share the clause, or we decided it."""


def clause_text(t: Tongue, clause: str) -> ClauseText | None:
    """The clause in the words of ``t``; None for one that nobody is refused by."""
    found = _of_all_boxes(t, clause)
    if found is not None:
        return ClauseText(*found, None)
    for box in EDITIONS.values():
        points = [point for point in POINTS if clause in own_clauses(box, point)]
        if points:
            # Who may call says more than that calls are an option.
            points.sort(key=lambda point: isinstance(getattr(box, point), Presence))
            return ClauseText(*_of_box(t, box, points[0]), box if clause[0] != "S" else None)
    return None


def _of_box(t: Tongue, box: Edition, point: str) -> tuple[str, str]:
    rule = palifico_about(t, box) if point == "palifico" else rule_text(t, box, point)
    return point_text(t, point), rule[:1].upper() + rule[1:]


def _of_all_boxes(t: Tongue, clause: str) -> tuple[str, str] | None:
    match clause:
        case "C1":
            return t.say("Dice"), t.say("A die shows 2 to 6, or the special face: {paco}.")
        case "C2":
            return t.say("Turns"), t.say(
                "All shake at once and look at their own dice only. The starter bids, and play "
                "goes clockwise."
            )
        case "C3":
            return t.say("Bids"), t.say(
                "A bid names a number, one or more, and a face: at least so many are on the whole "
                "table."
            )
        case "C4":
            return t.say("{Dudo}"), t.say(
                "Whoever's turn it is bids higher or says {dudo}: only against the last bid, so "
                "never before the first."
            )
        case "C7":
            return t.say("Opening with {pacos}"), t.say(
                "{Pacos} are jokers, so nobody opens with them, unless the player is {palifico}."
            )
        case "C8":
            return t.say("Going to {pacos}"), t.say(
                "{Pacos} are half as frequent, so half the number is enough, rounded up: 4 after 7."
            )
        case "C9":
            return t.say("Leaving {pacos}"), t.say(
                "After {pacos} one bids more {pacos}, or anything else from twice as many plus one "
                "on: 7 after 3."
            )
        case "C11":
            return t.say("The end"), t.say("The last player with a die wins.")
        case "S5":
            return t.say("Who may call {calza}"), t.say("Nobody may call {calza} on their own bid.")
        case "S7":
            return t.say("{Palifico} (the last die)"), t.say(
                "Whoever opened may not change the face either, when the turn comes back."
            )
        case "S9":
            return t.say("The highest bid"), t.say(
                "A bid never names more dice than the box has for this table: five for each seat."
            )
        case "S12":
            return t.say("Who plays"), t.say("Only players who still have dice may act.")
        case _:
            return None
