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
)  # fmt: skip
"""Names of bots at a table with people: more than there are seats, since some may be taken."""


NEEDS: Final = {"champion": "champion"}
"""The extra that a character needs; the others need only the base."""


def installed_characters() -> tuple[str, ...]:
    """Return the characters that can play with what is installed."""
    return tuple(c for c in CHARACTERS if c not in NEEDS or is_installed(NEEDS[c]))


def bot_maker(name: str) -> Callable[[], Bot]:
    """Return what makes a built-in bot, by its name or level."""
    character = LEVELS.get(name, name)
    if character not in CHARACTERS:
        raise InvalidValue(f"there is no bot {name!r}: choose one of {', '.join(BOTS)}")
    if character in NEEDS:
        require(NEEDS[character])
    return CHARACTERS[character]


def bot_named(name: str) -> Bot:
    return bot_maker(name)()
