"""The reader's choices that change a page."""

from typing import Final, NamedTuple

from perudo.i18n.languages import DEFAULT

THEMES: Final = ("auto", "light", "dark")


class Reader(NamedTuple):
    lang: str = DEFAULT
    theme: str = THEMES[0]
