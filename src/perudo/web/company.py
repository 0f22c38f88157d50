"""The characters that people play with, in words: what they are called, how they play."""

from typing import Final, NamedTuple

from perudo.bots.roster import COMPANY
from perudo.engine.errors import InvalidValue
from perudo.i18n.tongue import Tongue
from perudo.table.live.labels import level_text


class CharacterCard(NamedTuple):
    key: str
    name: str
    level: str
    about: str


class Speed(NamedTuple):
    """How long bots think, and how long a showdown stays when nobody presses “Next round”."""

    pace_ms: int
    pause_ms: int


SPEEDS: Final = {
    "relaxed": Speed(2_200, 45_000),
    "normal": Speed(1_200, 30_000),
    "quick": Speed(450, 12_000),
}
USUAL_SPEED: Final = "normal"


def character_cards(t: Tongue) -> list[CharacterCard]:
    return [
        CharacterCard(key, companion.name, level_text(t, companion.level), about_text(t, key))
        for key, companion in COMPANY.items()
    ]


def speeds(t: Tongue) -> list[tuple[str, str]]:
    """Every speed with its word, to choose from."""
    return [(speed, speed_text(t, speed)) for speed in SPEEDS]


def speed_text(t: Tongue, speed: str) -> str:
    match speed:
        case "relaxed":
            return t.say("relaxed")
        case "normal":
            return t.say("normal")
        case "quick":
            return t.say("quick")
        case _:
            raise InvalidValue(speed)


def about_text(t: Tongue, character: str) -> str:
    """A line about how a character plays."""
    match character:
        case "beginner":
            return t.say("Still learning: forgets the jokers, loses count, calls on a whim.")
        case "cautious":
            return t.say("Raises by the least that is safe, and doubts when nothing is.")
        case "bold":
            return t.say("Bids high, doubts late, and hopes that it just holds.")
        case "liar":
            return t.say("Likes best to bid what is not under the cup.")
        case "doubter":
            return t.say("Believes nobody, and doubts whatever is not nearly certain.")
        case "counter":
            return t.say("Works out the odds of every bid, and reads nobody's face.")
        case "reader":
            return t.say("Listens to every bid, remembers who lies, and guesses your cup.")
        case _:
            raise InvalidValue(character)
