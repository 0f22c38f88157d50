"""The card that other sites and chats show beside a link to us (Open Graph)."""

from typing import Final, NamedTuple

from perudo.i18n.languages import LANGUAGES

PICTURE: Final = "card.png"
LOCALES: Final = {"en": "en_GB", "fr": "fr_FR", "es": "es_ES", "it": "it_IT", "nl": "nl_NL"}


class Card(NamedTuple):
    title: str
    description: str
    url: str
    picture: str
    locale: str
    other_locales: tuple[str, ...]


def card(lang: str, site: str, path: str, title: str, description: str) -> Card:
    """``site`` is the address that people use: a card needs whole addresses."""
    return Card(
        title=title,
        description=description,
        url=site + path,
        picture=f"{site}/static/{PICTURE}",
        locale=LOCALES[lang],
        other_locales=tuple(LOCALES[other] for other in LANGUAGES if other != lang),
    )
