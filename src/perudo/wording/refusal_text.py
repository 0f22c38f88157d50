"""Refusals in plain words: what is wrong, by which rule, and what would work."""

import re
from typing import Final, assert_never

from perudo.engine.actions import Action
from perudo.engine.bid import Bid
from perudo.engine.refusals import Reason, Refusal
from perudo.i18n.tongue import Tongue
from perudo.wording.dice_text import faces_text

_CLAUSE: Final = re.compile(r" \[[A-Z]\d+\]$")


def refusal_text(
    t: Tongue, refusal: Refusal, names: tuple[str, ...], action: Action | None = None
) -> str:
    return f"{_sentence(t, refusal, names, action)} [{refusal.clause}]"


def without_clause(text: str) -> str:
    """The sentence alone, for readers who did not ask for the rule's number."""
    return _CLAUSE.sub("", text)


def _sentence(t: Tongue, refusal: Refusal, names: tuple[str, ...], action: Action | None) -> str:
    least, most = refusal.least, refusal.most
    faces = faces_text(t, action.face) if isinstance(action, Bid) else ""
    who = dict(enumerate(names)).get(refusal.seat or 0, "?")
    match refusal.reason:
        case Reason.MATCH_OVER:
            return t.say("The match is over.")
        case Reason.NO_ROUND:
            return t.say("Nobody can act now: the cups have not been shaken.")
        case Reason.NOT_PLAYING:
            return t.say("Only players who still have dice may act.")
        case Reason.NOT_YOUR_TURN:
            return t.say("It is {who}'s turn.", who=who)
        case Reason.NO_SUCH_FACE:
            return t.say("A die has no such face: name 2 to 6, or {pacos}.")
        case Reason.BELOW_ONE:
            return t.say("A bid names at least one die.")
        case Reason.ABOVE_BOX:
            return t.say("There are only {most} dice in the box for this table.", most=most)
        case Reason.PACO_OPENING:
            return t.say("Nobody opens a round with {pacos}, except after {palifico}.")
        case Reason.PACO_NEVER_OPENS:
            return t.say("Nobody opens a round with {pacos}.")
        case Reason.TOO_FEW | Reason.TOO_FEW_PACOS | Reason.TOO_FEW_AFTER_PACOS:
            return _too_few(t, refusal, faces)
        case Reason.ONE_AXIS:
            return t.say(
                "Raise the number or the face, not both: with {faces} the number stays at {most}.",
                faces=faces,
                most=most,
            )
        case Reason.FACE_FALLS:
            return t.say("The face never goes down, except to {pacos}.")
        case Reason.FACE_BOUND:
            return t.say("In this round nobody may change the face: only the number goes up.")
        case Reason.NO_BID_YET:
            return t.say("There is no bid to call yet.")
        case Reason.CALZA_NOT_PLAYED:
            return t.say("{Calza} is not played at this table.")
        case Reason.CALZA_OWN_BID:
            return t.say("Nobody may call {calza} on their own bid.")
        case Reason.CALZA_BY_NEXT:
            return t.say("The player whose turn it is may not call {calza}.")
        case Reason.CALZA_OUT_OF_TURN:
            return t.say("Only the player whose turn it is may call {calza}: {who}.", who=who)
        case Reason.CALZA_IN_PALIFICO:
            return t.say("No {calza} in {palifico} rounds.")
        case Reason.CALZA_LAST_TWO:
            return t.say("No {calza} when only two players are left.")
        case Reason.WRONG_CUPS:
            return (
                t.say("There must be one cup for each seat.")
                if least is None
                else t.say("{who} must have {least} dice, each from 1 to 6.", who=who, least=least)
            )
        case Reason.CUPS_NOT_DUE:
            return t.say("It is not time to shake the cups.")
        case Reason.STARTER_KNOWN:
            return t.say("It is already known who starts.")
        case Reason.STARTER_ROLLS_DUE:
            return t.say("Who starts is decided by rolling dice.")
        case Reason.STARTER_NOT_ROLLED:
            return t.say("Nobody rolls dice for the first turn in this edition.")
        case Reason.STARTER_CHOICE_NOT_ALLOWED:
            return t.say("This edition does not choose the first starter that way.")
        case Reason.WRONG_ROLLS:
            return t.say(
                "Wrong roll for {who}: whoever is still in the roll-off rolls {least} dice.",
                least=least,
                who=who,
            )
        case Reason.COUNT_NOT_DUE:
            return t.say("There is nothing to count now.")
        case Reason.WRONG_COUNT:
            return t.say("The count is between 0 and {most}.", most=most)
        case _ as never:
            assert_never(never)


def _too_few(t: Tongue, refusal: Refusal, faces: str) -> str:
    least, most = refusal.least, refusal.most
    assert least is not None
    assert most is not None
    if least > most:
        return t.say(
            "No higher bid on {faces} is possible: it would take {least}, and the box has "
            "{most} dice.",
            faces=faces,
            least=least,
            most=most,
        )
    if refusal.reason is Reason.TOO_FEW_PACOS:
        return t.say("To go to {pacos}, bid at least half, rounded up: {least}.", least=least)
    if refusal.reason is Reason.TOO_FEW_AFTER_PACOS:
        return t.say(
            "After {pacos}, another face takes at least twice as many plus one: {least}.",
            least=least,
        )
    return t.say("Too few: the lowest bid on {faces} is {least}.", faces=faces, least=least)
