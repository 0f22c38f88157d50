"""Words for levels, colours and reactions, singly and as lists to choose from."""

from perudo.bots.roster import COMPANY, installed_levels
from perudo.engine.errors import InvalidValue
from perudo.i18n.tongue import Tongue
from perudo.table.live.commands import REACTIONS
from perudo.table.live.settings import COLOURS


def levels(t: Tongue) -> list[tuple[str, str]]:
    """Every level that can play here with its word, to choose from."""
    return [(level, level_text(t, level)) for level in installed_levels()]


def bot_level_text(t: Tongue, bot: str) -> str:
    """How strong a bot is, whether it sits here as a level or as a character."""
    return level_text(t, COMPANY[bot].level if bot in COMPANY else bot)


def colours(t: Tongue) -> list[tuple[str, str]]:
    return [(colour, colour_text(t, colour)) for colour in COLOURS]


def reactions(t: Tongue) -> list[tuple[str, str]]:
    return [(reaction, reaction_text(t, reaction)) for reaction in REACTIONS]


def coach_about(t: Tongue) -> str:
    """What a coach at a table means, for everybody who sits there."""
    return t.say("The coach is on: whoever is in turn may ask for the odds and for a hint.")


def level_text(t: Tongue, level: str) -> str:
    match level:
        case "easy":
            return t.say("easy")
        case "medium":
            return t.say("medium")
        case "hard":
            return t.say("hard")
        case "expert":
            return t.say("expert")
        case "champion":
            return t.say("champion")
        case _:
            raise InvalidValue(level)


def colour_text(t: Tongue, colour: str) -> str:
    match colour:
        case "red":
            return t.say("red")
        case "blue":
            return t.say("blue")
        case "green":
            return t.say("green")
        case "yellow":
            return t.say("yellow")
        case "purple":
            return t.say("purple")
        case "orange":
            return t.say("orange")
        case _:
            raise InvalidValue(colour)


def reaction_text(t: Tongue, reaction: str) -> str:
    match reaction:
        case "applause":
            return t.say("Applause")
        case "laugh":
            return t.say("Laughter")
        case "gasp":
            return t.say("Gasp")
        case "doubt":
            return t.say("Hm…")
        case "toucan":
            return t.say("Toucan!")
        case "thanks":
            return t.say("Thanks")
        case _:
            raise InvalidValue(reaction)
