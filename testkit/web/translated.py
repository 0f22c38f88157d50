"""Whether a page is whole in a language: nothing in English, nothing outside the window."""

import re

from babel.messages.pofile import read_po
from playwright.sync_api import Page

from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import LOCALE_DIR
from testkit.web.layout import STICKING_OUT
from testkit.web.people import Person

WIDTHS = (320, 1280)


def sentences(lang: str) -> dict[str, str]:
    """English sentences that differ in this language."""
    with (LOCALE_DIR / lang / "LC_MESSAGES" / "perudo.po").open("rb") as file:
        catalogue = read_po(file, locale=lang)
    return {
        message.id: str(message.string)
        for message in catalogue
        if isinstance(message.id, str)
        and "{" not in message.id
        and len(message.id.split()) >= 3
        and message.id != message.string
    }


ENGLISH = {lang: sentences(lang) for lang in LANGUAGES if lang != "en"}


def left_in_english(page: Page, lang: str) -> list[str]:
    text = re.sub(r"\s+", " ", page.evaluate("document.body.innerText"))
    labels = page.evaluate(
        "[...document.querySelectorAll('[aria-label], [placeholder], [title]')]"
        ".map((e) => e.ariaLabel || e.placeholder || e.title).join('|')"
    )
    said = f"{text}|{labels}"
    return [english for english in ENGLISH.get(lang, ()) if english in said]


def check(person: Person, lang: str, where: str) -> None:
    page = person.page
    assert page.evaluate("document.documentElement.lang") == lang
    assert left_in_english(page, lang) == [], (where, lang)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 700})
        page.wait_for_function("width => innerWidth === width", arg=width)
        assert page.evaluate(STICKING_OUT) == [], (where, lang, width)
