"""Cup mode: the phone is a dice cup at a real table. Nothing of it is known to the server."""

from typing import Final

from perudo.i18n.tongue import Tongue
from perudo.web.reader import Reader
from perudo.web.rendering import Page, page, tongue

COLOURS: Final = ("red", "blue", "green", "yellow", "purple", "orange")


def cup_page(reader: Reader) -> Page:
    return page(
        "cup",
        reader,
        styles=("cup",),
        scripts=("cup",),
        colours=[(colour, colour_text(tongue(reader.lang), colour)) for colour in COLOURS],
    )


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
            raise ValueError(colour)
