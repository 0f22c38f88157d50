"""The built-in bots by name, and the levels that people choose from."""

from collections.abc import Callable
from typing import Final, NamedTuple

from perudo.bots.beginner import Beginner
from perudo.bots.bold import Bold
from perudo.bots.bot import Bot
from perudo.bots.cautious import Cautious
from perudo.bots.counter import Counter
from perudo.bots.doubter import Doubter
from perudo.bots.first_reader import FirstReader
from perudo.bots.liar import Liar
from perudo.bots.reader import Reader
from perudo.bots.regular import Regular
from perudo.bots.ten_lines import TenLines
from perudo.engine.errors import InvalidValue
from perudo.extras import is_installed, require


def _champion() -> Bot:
    # Imported only when it plays: the other bots need neither NumPy nor its five megabytes.
    from perudo.bots.champion.player import Champion  # noqa: PLC0415

    return Champion()


def _expert() -> Bot:
    from perudo.bots.champion.expert import Expert  # noqa: PLC0415

    return Expert()


CHARACTERS: Final[dict[str, Callable[[], Bot]]] = {
    "beginner": Beginner,
    "cautious": Cautious,
    "bold": Bold,
    "liar": Liar,
    "doubter": Doubter,
    "counter": Counter,
    "regular": Regular,
    "reader": Reader,
    "expert": _expert,
    "champion": _champion,
}

YARDSTICKS: Final[dict[str, Callable[[], Bot]]] = {
    "ten-lines": TenLines,
    "reader-0.1": FirstReader,
}
"""Bots that others are measured against. They never change."""

LEVELS: Final = {
    "easy": "beginner",
    "medium": "regular",
    "hard": "reader",
    "expert": "expert",
    "champion": "champion",
}
"""From the weakest to the strongest; docs/strength says how sure that is."""
DEFAULT_LEVEL: Final = "medium"
BOTS: Final = tuple(dict.fromkeys((*LEVELS, *CHARACTERS, *YARDSTICKS)))
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
_LOOKS_LIKE: Final = {"regular": "counter", "expert": "reader", "champion": "reader"}
"""Whose face, name and words the bots behind a level borrow that are not company themselves."""


def companion_of(bot: str) -> str:
    """Return the character of the company that a bot, given by name or level, appears as."""
    character = character_of(bot)
    return _LOOKS_LIKE.get(character, character)


def character_of(bot: str) -> str:
    """Return the character behind a level, or the character itself."""
    return LEVELS.get(bot, bot)


def names_for(bot: str) -> tuple[str, ...]:
    """Return the names for a bot, the best first: its character's own, then names of nobody, and
    those of other characters only where nothing else is left."""
    own = COMPANY[companion_of(bot)].name
    others = {companion.name for companion in COMPANY.values()} - {own}
    spare = [name for name in BOT_NAMES if name != own and name not in others]
    return own, *spare, *(name for name in BOT_NAMES if name in others)


NEEDS: Final = {"expert": "champion", "champion": "champion"}
"""The extra that a character needs; the others need only the base."""


def installed_levels() -> tuple[str, ...]:
    """Return the levels that can play with what is installed, the weakest first."""
    playing = installed_characters()
    return tuple(level for level, character in LEVELS.items() if character in playing)


def playable_level(level: str) -> str:
    """Return the level, or the strongest one that can play here if it cannot.

    A table may have been opened where more was installed.
    """
    playing = installed_levels()
    return level if level in playing else playing[-1]


def installed_characters() -> tuple[str, ...]:
    """Return the characters that can play with what is installed."""
    return tuple(c for c in CHARACTERS if c not in NEEDS or is_installed(NEEDS[c]))


def bot_maker(name: str) -> Callable[[], Bot]:
    """Return what makes a built-in bot, by its name or level."""
    character = character_of(name)
    makers = {**CHARACTERS, **YARDSTICKS}
    if character not in makers:
        raise InvalidValue(f"there is no bot {name!r}: choose one of {', '.join(BOTS)}")
    if character in NEEDS:
        require(NEEDS[character])
    return makers[character]


def bot_named(name: str) -> Bot:
    return bot_maker(name)()
