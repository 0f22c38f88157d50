"""Translate messages into one language and the words of one box."""

import gettext
import re
from functools import cache
from pathlib import Path

from perudo.i18n.words import BOX_PLURALS, BOX_WORDS, TERMS

LOCALE_DIR = Path(__file__).with_name("locale")
DOMAIN = "perudo"
_SOUNDS_LIKE_Y = re.compile("(?:h?[ií])(?![aeou])", re.IGNORECASE)
"""In Spanish *y* becomes *e* before that sound: Inti e Illari, but Ana y Hielo."""


class Tongue:
    """Speaks one language in the words of one box.

    Besides the facts it is given, a message may use the box's own words as placeholders:
    ``{dudo}``, ``{calza}``, ``{palifico}``, ``{paco}``, ``{pacos}``, ``{veteran}``, and with a
    capital (``{Dudo}``) where they begin a sentence.
    """

    def __init__(self, lang: str, box: str) -> None:
        self.lang = lang
        self.box = box
        self._catalogue = _catalogue(lang)
        self._words = {}
        for term in TERMS:
            word = self._catalogue.pgettext(box, term)
            self._words[term] = word
            self._words[term.capitalize()] = word[:1].upper() + word[1:]

    def say(self, message: str, **facts: object) -> str:
        own = (self.box, message) in BOX_WORDS
        text = (
            self._catalogue.pgettext(self.box, message) if own else self._catalogue.gettext(message)
        )
        return text.format(**self._words, **facts)

    def marked(self, message: str) -> str:
        """Translate a message that was marked with ``N_`` where it is written."""
        return self._catalogue.gettext(message)

    def plural(self, one: str, many: str, n: int, **facts: object) -> str:
        """The message for this number; it may use ``{n}``."""
        text = (
            self._catalogue.npgettext(self.box, one, many, n)
            if (self.box, one, many) in BOX_PLURALS
            else self._catalogue.ngettext(one, many, n)
        )
        return text.format(n=n, **self._words, **facts)

    def word(self, term: str) -> str:
        return self._words[term]

    def listed(self, things: list[str]) -> str:
        """Join things with commas, the last one with *and*."""
        if len(things) < 2:
            return "".join(things)
        some, last = ", ".join(things[:-1]), things[-1]
        if self.lang == "es" and _SOUNDS_LIKE_Y.match(last):
            return f"{some} e {last}"
        return self.say("{some} and {last}", some=some, last=last)


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALE_DIR, [lang])
