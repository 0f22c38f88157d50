"""Boxes, options and rule points in plain words."""

from enum import Enum
from typing import NamedTuple, assert_never

from perudo.engine.edition import (
    CalzaAgainstMove,
    CalzaBarred,
    CalzaCallers,
    CalzaStarter,
    CalzaTies,
    Edition,
    FirstStarter,
    PalificoAgain,
    Presence,
    Raising,
    Reveal,
    Veterans,
    Words,
)
from perudo.engine.editions import EDITIONS, own_clauses
from perudo.engine.errors import InvalidValue
from perudo.i18n.tongue import Tongue


def box_text(t: Tongue, words: Words) -> str:
    match words:
        case Words.PARKER_1994:
            return t.say("Hasbro / Parker, France, 1994")
        case Words.ASMODEE_2009:
            return t.say("Asmodee, 2009, in French, Spanish and Dutch")
        case Words.ASMODEE_2024:
            return t.say("Asmodee Italia, 2024")
        case Words.MENTEUR:
            return t.say("a French house rule page, 2022-2023")
        case Words.WEEKEND:
            return t.say("Asmodée Éditions / Week End Games, France")


def option_text(t: Tongue, option: str) -> str:
    """An option as the box calls it."""
    match option:
        case "calza" | "palifico":
            return t.word(option)
        case "visible-dice":
            return t.say("lost dice in full view")
        case _:
            raise InvalidValue(option)


def point_text(t: Tongue, point: str) -> str:
    """What a rule point is about."""
    match point:
        case "words":
            return t.say("Words")
        case "first_starter":
            return t.say("Who starts the match")
        case "raising":
            return t.say("Raising a bid on plain faces")
        case "palifico":
            return t.say("{Palifico} (the last die)")
        case "palifico_again":
            return t.say("{Palifico} again")
        case "veterans":
            return t.say("Veterans (one die, but not this round's {palifico})")
        case "calza":
            return t.say("{Calza} (the bid is exactly right)")
        case "calza_callers":
            return t.say("Who may call {calza}")
        case "calza_barred":
            return t.say("When {calza} is not allowed")
        case "calza_starter":
            return t.say("Who starts after {calza}")
        case "calza_ties":
            return t.say("{Calza} called twice at once")
        case "calza_against_move":
            return t.say("{Calza} and the next move at once")
        case "reveal":
            return t.say("Lifting the cups")
        case "visible_dice":
            return t.say("Lost dice in full view")
        case _:
            raise InvalidValue(point)


def palifico_rule(t: Tongue, rules: Edition) -> str:
    """What is special about a palifico round."""
    match rules.veterans:
        case Veterans.BOUND:
            return t.say("In this round {pacos} are not jokers, and nobody may change the face.")
        case Veterans.FREE:
            return t.say(
                "In this round {pacos} are not jokers, and only a {veteran} may change the face."
            )
        case _ as never:
            assert_never(never)


def palifico_about(t: Tongue, rules: Edition) -> str:
    """Explain palifico to somebody who has never played it."""
    opens = t.say("Whoever is down to one die opens a special round.")
    return f"{opens} {palifico_rule(t, rules)}"


class Cited(NamedTuple):
    """Words about a rule, with the clause of the rules page behind them."""

    text: str
    clause: str
    """Empty if the book is silent and we play what most boxes do."""


def rule_text(t: Tongue, box: Edition, point: str) -> str:
    """How this box plays a rule point, including what we had to decide ourselves."""
    return value_text(t, getattr(box, point))


def rule_cited(t: Tongue, box: Edition, point: str) -> tuple[Cited, Cited | None]:
    """What the box's own book says on a rule point, and what we decided beyond it."""
    value = getattr(box, point)
    ours = _our_decision(t, value)
    clauses = (c for c in own_clauses(box, point) if ours is None or c != ours.clause)
    return Cited(_book_text(t, value), ", ".join(clauses)), ours


def value_text(t: Tongue, value: Enum) -> str:
    """What a value of a rule point means."""
    rule, ours = _book_text(t, value), _our_decision(t, value)
    return rule if ours is None else t.say("{rule}; {more}", rule=rule, more=ours.text)


def _our_decision(t: Tongue, value: Enum) -> Cited | None:
    """Our own decision where the book leaves something open, never credited to the book."""
    match value:
        case FirstStarter.HIGHEST_DIE | FirstStarter.HIGHEST_SUM:
            return Cited(t.say("only tied players roll again"), "S1")
        case FirstStarter.TOUCAN:
            return Cited(t.say("drawn at random if nobody knows"), "S20")
        case CalzaCallers.NOT_NEXT:
            return Cited(t.say("not the bidder either"), "S5")
        case CalzaStarter.LOSER:
            return Cited(t.say("the caller if nobody lost one"), "S4")
        case Reveal.ONE_BY_ONE:
            return Cited(t.say("the bidder last"), "S20")
        case _:
            return None


def _book_text(t: Tongue, value: Enum) -> str:
    match value:
        case Words():
            return _words_text(Tongue(t.lang, value.value), EDITIONS[value.value])
        case FirstStarter.HIGHEST_DIE:
            return t.say("each player rolls one die, the highest starts")
        case FirstStarter.HIGHEST_SUM:
            return t.say("each player rolls two dice, the highest total starts")
        case FirstStarter.RANDOM:
            return t.say("at random")
        case FirstStarter.TOUCAN:
            return t.say("whoever last saw a toucan")
        case Raising.ANY_FACE:
            return t.say("more dice of any face, or the same number of a higher face")
        case Raising.ONE_AXIS:
            return t.say(
                "more dice of the same face, or the same number of a higher face; never both"
            )
        case Raising.RISING_FACE:
            return t.say("more dice, a higher face, or both; the face never goes down")
        case PalificoAgain.ONCE:
            return t.say("once in a match")
        case PalificoAgain.EACH_TIME:
            return t.say("each time a player is down to one die")
        case Veterans.BOUND:
            return t.say("bound to the face like everybody else")
        case Veterans.FREE:
            return t.say("may change the face")
        case CalzaCallers.NOT_NEXT:
            return t.say("anyone but the player to act")
        case CalzaCallers.ANY_OTHER:
            return t.say("anyone but the bidder")
        case CalzaCallers.NEXT_ONLY:
            return t.say("only the player to act")
        case CalzaBarred.NEVER:
            return t.say("always allowed")
        case CalzaBarred.PALIFICO:
            return t.say("in {palifico} rounds")
        case CalzaBarred.LAST_TWO:
            return t.say("when only two players are left")
        case CalzaBarred.PALIFICO_AND_LAST_TWO:
            return t.say("in {palifico} rounds, and when only two players are left")
        case CalzaStarter.CALLER:
            return t.say("the caller, right or wrong")
        case CalzaStarter.LOSER:
            return t.say("whoever lost a die")
        case CalzaTies.FIRST_HEARD | CalzaAgainstMove.FIRST_HEARD:
            return t.say("whoever is heard first")
        case CalzaTies.FIRST_CLOCKWISE:
            return t.say("the first clockwise from the bidder")
        case CalzaAgainstMove.MOVE_WINS:
            return t.say("the move counts")
        case Reveal.AT_ONCE:
            return t.say("all at once")
        case Reveal.FROM_CALLER:
            return t.say("one by one: {dudo} from the caller's left, {calza} from the caller")
        case Reveal.ONE_BY_ONE:
            return t.say("one by one")
        case Presence.OFF:
            return t.say("no")
        case Presence.OPTIONAL:
            return t.say("optional")
        case Presence.ON:
            return t.say("yes")
        case _:
            raise InvalidValue(value)


def _words_text(t: Tongue, box: Edition) -> str:
    """The terms by which people recognise their box, without rules that it does not have."""
    terms = ("dudo", "calza", "palifico", "paco")
    missing = {term for term in ("calza", "palifico") if getattr(box, term) is Presence.OFF}
    return ", ".join(t.word(term) for term in terms if term not in missing)
