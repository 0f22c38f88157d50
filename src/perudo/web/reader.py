"""Who reads a page, as far as that changes the page."""

from typing import Final, NamedTuple

from perudo.i18n.languages import DEFAULT

THEMES: Final = ("auto", "light", "dark")
LANGUAGE_NAMES: Final = {
    "en": "English",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    "nl": "Nederlands",
}
"""Each in its own tongue, so that everybody finds theirs."""


class Reader(NamedTuple):
    lang: str = DEFAULT
    theme: str = THEMES[0]
