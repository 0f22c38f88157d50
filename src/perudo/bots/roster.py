"""The built-in bots by name, and the levels that people choose from."""

from collections.abc import Callable
from typing import Final

from perudo.bots.beginner import Beginner
from perudo.bots.bold import Bold
from perudo.bots.bot import Bot
from perudo.bots.cautious import Cautious
from perudo.bots.counter import Counter
from perudo.bots.doubter import Doubter
from perudo.bots.liar import Liar
from perudo.bots.reader import Reader

CHARACTERS: Final[dict[str, Callable[[], Bot]]] = {
    "beginner": Beginner,
    "cautious": Cautious,
    "bold": Bold,
    "liar": Liar,
    "doubter": Doubter,
    "counter": Counter,
    "reader": Reader,
}

LEVELS: Final = {"easy": "beginner", "medium": "counter", "hard": "reader"}
"""Each level beats the one before it in every edition, as docs/strength shows."""
DEFAULT_LEVEL: Final = "medium"
BOTS: Final = (*LEVELS, *CHARACTERS)
"""All names that ``bot_maker`` takes."""

BOT_NAMES: Final = (
    "Inti", "Killa", "Sami", "Wayra", "Illari", "Ñusta", "Amaru", "Quilla", "Tika", "Rumi",
)  # fmt: skip
"""Names of bots at a table with people: more than there are seats, since some may be taken."""


def bot_maker(name: str) -> Callable[[], Bot]:
    """The class of a built-in bot, by its name or level; KeyError for any other."""
    return CHARACTERS[LEVELS.get(name, name)]


def bot_named(name: str) -> Bot:
    return bot_maker(name)()
