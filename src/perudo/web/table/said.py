"""Small words that several parts of the table need."""

from perudo.i18n.tongue import Tongue


def level_text(t: Tongue, level: str) -> str:
    match level:
        case "easy":
            return t.say("easy")
        case "medium":
            return t.say("medium")
        case "hard":
            return t.say("hard")
        case _:
            return level


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
            return colour


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
            return reaction
