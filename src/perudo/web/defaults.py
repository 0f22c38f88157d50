"""What is played unless somebody chooses: the box by the reader's language, with its options."""

from typing import Any, Final

from perudo.engine.edition import Edition
from perudo.engine.editions import ASMODEE_2009, ASMODEE_2024
from perudo.engine.house import options_offered
from perudo.table.live.settings import has_coach

_BOXES: Final = {"it": ASMODEE_2024}
"""The box that is sold in a language, where that is not the one that most languages share."""


def default_box(lang: str) -> Edition:
    return _BOXES.get(lang, ASMODEE_2009)


def default_options(box: Edition) -> list[str]:
    """All that the box offers: who plays on a screen need not remember the lost dice."""
    return list(options_offered(box))


def quick_table(lang: str) -> dict[str, Any]:
    """The table behind “Play now”; its seats and its speed are chosen with the company."""
    box = default_box(lang)
    # Nobody but bots sits there, and a hint is given only to who asks for it: so beginners have it.
    return {"edition": box.key, "options": default_options(box), "coach": has_coach()}
