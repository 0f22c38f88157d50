"""The rule points in plain words, for the comparison of the boxes and for a table's set-up."""

from enum import Enum

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
            raise ValueError(option)


def point_text(t: Tongue, point: str) -> str:
    """The matter that a rule point decides."""
    match point:
        case "words":
            return t.say("Words")
        case "first_starter":
            return t.say("First starter")
        case "raising":
            return t.say("Raising on plain faces")
        case "palifico":
            return t.say("Palifico (the last die)")
        case "palifico_again":
            return t.say("Palifico again")
        case "veterans":
            return t.say("Veterans (one die, not this round's palifico)")
        case "calza":
            return t.say("Calza (the bid is exact)")
        case "calza_callers":
            return t.say("Who calls calza")
        case "calza_barred":
            return t.say("Calza barred")
        case "calza_starter":
            return t.say("Starter after a calza")
        case "calza_ties":
            return t.say("Two calzas at once")
        case "calza_against_move":
            return t.say("Calza and the next player's move")
        case "reveal":
            return t.say("Lifting the cups")
        case "visible_dice":
            return t.say("Lost dice in full view")
        case _:
            raise ValueError(point)


def rule_text(t: Tongue, box: Edition, point: str) -> str:
    """What this box says on a matter; its words are its own."""
    spoken = Tongue(t.lang, box.key) if point == "words" else t
    return value_text(spoken, getattr(box, point))


def value_text(t: Tongue, value: Enum) -> str:
    """What a value of a rule point means."""
    match value:
        case Words():
            return ", ".join(t.word(term) for term in ("dudo", "calza", "palifico", "paco"))
        case FirstStarter.HIGHEST_DIE:
            return t.say("each rolls one die, the highest starts; ties roll again")
        case FirstStarter.HIGHEST_SUM:
            return t.say("each rolls two dice, the highest sum starts; ties roll again")
        case FirstStarter.RANDOM:
            return t.say("at random")
        case FirstStarter.TOUCAN:
            return t.say("whoever last saw a toucan; else at random")
        case Raising.ANY_FACE:
            return t.say("more dice of any face, or as many of a higher face")
        case Raising.ONE_AXIS:
            return t.say("more dice of the same face, or as many of a higher face; never both")
        case Raising.RISING_FACE:
            return t.say("more dice, a higher face, or both; the face never goes down")
        case PalificoAgain.ONCE:
            return t.say("once in a match")
        case PalificoAgain.EACH_TIME:
            return t.say("each time one falls to the last die")
        case Veterans.BOUND:
            return t.say("bound to the face like everybody")
        case Veterans.FREE:
            return t.say("may change the face")
        case CalzaCallers.NOT_NEXT:
            return t.say("anyone but the bidder and the player to act")
        case CalzaCallers.ANY_OTHER:
            return t.say("anyone but the bidder")
        case CalzaCallers.NEXT_ONLY:
            return t.say("only the player to act")
        case CalzaBarred.NEVER:
            return t.say("never")
        case CalzaBarred.PALIFICO:
            return t.say("in palifico rounds")
        case CalzaBarred.LAST_TWO:
            return t.say("when two players are left")
        case CalzaBarred.PALIFICO_AND_LAST_TWO:
            return t.say("in palifico rounds, and when two players are left")
        case CalzaStarter.CALLER:
            return t.say("the caller, right or wrong")
        case CalzaStarter.LOSER:
            return t.say("who lost a die; the caller if nobody did")
        case CalzaTies.FIRST_HEARD | CalzaAgainstMove.FIRST_HEARD:
            return t.say("whoever is heard first")
        case CalzaTies.FIRST_CLOCKWISE:
            return t.say("the first clockwise from the bidder")
        case CalzaAgainstMove.MOVE_WINS:
            return t.say("the move counts")
        case Reveal.AT_ONCE:
            return t.say("all at once")
        case Reveal.FROM_CALLER:
            return t.say("one by one: dudo from the caller's left, calza from the caller")
        case Reveal.ONE_BY_ONE:
            return t.say("one by one, the bidder last")
        case Presence.OFF:
            return t.say("no")
        case Presence.OPTIONAL:
            return t.say("optional")
        case Presence.ON:
            return t.say("yes")
        case _:
            raise ValueError(value)
