"""The built-in bots by name, and the levels that people choose from."""

from collections.abc import Callable
from typing import Final, NamedTuple

from perudo.bots.beginner import Beginner
from perudo.bots.bold import Bold
from perudo.bots.bot import Bot
from perudo.bots.cautious import Cautious
from perudo.bots.counter import Counter
from perudo.bots.doubter import Doubter
from perudo.bots.liar import Liar
from perudo.bots.reader import Reader
from perudo.engine.errors import InvalidValue
from perudo.extras import is_installed, require


def _champion() -> Bot:
    # Imported only when it plays: the other bots need neither NumPy nor its five megabytes.
    from perudo.bots.champion.player import Champion  # noqa: PLC0415

    return Champion()


CHARACTERS: Final[dict[str, Callable[[], Bot]]] = {
    "beginner": Beginner,
    "cautious": Cautious,
    "bold": Bold,
    "liar": Liar,
    "doubter": Doubter,
    "counter": Counter,
    "reader": Reader,
    "champion": _champion,
}

LEVELS: Final = {"easy": "beginner", "medium": "counter", "hard": "reader"}
"""Each level beats the one before it in every edition, as docs/strength shows."""
DEFAULT_LEVEL: Final = "medium"
BOTS: Final = (*LEVELS, *CHARACTERS)
"""All names that ``bot_maker`` takes."""

BOT_NAMES: Final = (
    "Inti", "Killa", "Sami", "Wayra", "Illari", "Ñusta", "Amaru", "Quilla", "Tika", "Rumi",
    "Urpi", "Chaska",
)  # fmt: skip
"""Names of bots at a table with people: more than there are seats, since some may be taken."""


class Companion(NamedTuple):
    """A character that people choose to play with."""

    name: str
    level: str
    """How strong it is for people, as docs/strength measured it among the characters."""


COMPANY: Final = {
    "beginner": Companion("Sami", "easy"),
    "cautious": Companion("Killa", "medium"),
    "bold": Companion("Amaru", "easy"),
    "liar": Companion("Wayra", "easy"),
    "doubter": Companion("Rumi", "easy"),
    "counter": Companion("Tika", "medium"),
    "reader": Companion("Inti", "hard"),
}
"""The characters at live tables. Each has a name of its own, and needs only the base."""
USUAL_COMPANY: Final = ("cautious", "counter", "liar")
"""Who sits down when somebody only wants to play."""


def character_of(bot: str) -> str:
    """Return the character behind a level, or the character itself."""
    return LEVELS.get(bot, bot)


def names_for(bot: str) -> tuple[str, ...]:
    """Return the names for a bot, the best first: its character's own, then names of nobody, and
    those of other characters only where nothing else is left."""
    own = COMPANY[character_of(bot)].name
    others = {companion.name for companion in COMPANY.values()} - {own}
    spare = [name for name in BOT_NAMES if name != own and name not in others]
    return own, *spare, *(name for name in BOT_NAMES if name in others)


NEEDS: Final = {"champion": "champion"}
"""The extra that a character needs; the others need only the base."""


def installed_characters() -> tuple[str, ...]:
    """Return the characters that can play with what is installed."""
    return tuple(c for c in CHARACTERS if c not in NEEDS or is_installed(NEEDS[c]))


def bot_maker(name: str) -> Callable[[], Bot]:
    """Return what makes a built-in bot, by its name or level."""
    character = character_of(name)
    if character not in CHARACTERS:
        raise InvalidValue(f"there is no bot {name!r}: choose one of {', '.join(BOTS)}")
    if character in NEEDS:
        require(NEEDS[character])
    return CHARACTERS[character]


def bot_named(name: str) -> Bot:
    return bot_maker(name)()
