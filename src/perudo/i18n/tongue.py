"""A language and a box: everything that is shown to a person goes through one of these."""

import gettext
from functools import cache
from pathlib import Path

from perudo.i18n.words import BOX_WORDS, TERMS

LOCALE_DIR = Path(__file__).with_name("locale")
DOMAIN = "perudo"


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

    def plural(self, one: str, many: str, n: int, **facts: object) -> str:
        """The message for this number; it may use ``{n}``."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **self._words, **facts)

    def word(self, term: str) -> str:
        return self._words[term]

    def listed(self, things: list[str]) -> str:
        """Things named one after the other, the last one with *and*."""
        if len(things) < 2:
            return "".join(things)
        return self.say("{some} and {last}", some=", ".join(things[:-1]), last=things[-1])


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALE_DIR, [lang])
