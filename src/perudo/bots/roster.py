"""The built-in computer players by name, and the levels that people choose."""

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
"""Each level beats the one before it, in every edition: docs/strength shows it."""
DEFAULT_LEVEL: Final = "medium"

BOT_NAMES: Final = (
    "Inti", "Killa", "Sami", "Wayra", "Illari", "Ñusta", "Amaru", "Quilla", "Tika", "Rumi",
)  # fmt: skip
"""What bots are called at a table with people. More than a table has seats: some may be taken."""


def bot_named(name: str) -> Bot:
    """A built-in bot by its name or level; KeyError for any other."""
    return CHARACTERS[LEVELS.get(name, name)]()
