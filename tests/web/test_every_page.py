"""Every page in every language: nothing missing, nothing sticking out, nothing from elsewhere."""

import re
from typing import Any

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Browser, Page

from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import LOCALE_DIR
from serving import Guest, Serving
from web.people import Person

WIDTHS = (320, 1280)
PLAIN = ("/", "/new", "/editions", "/learn", "/cup", "/hot", "/fair", "/away", "/t/NOSUCH")
STICKING_OUT = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const parts = 'button, .button, .chips span, legend, h1, h2, h3, .tag, summary, th, td, label';
  const out = [...document.querySelectorAll(parts)]
    .filter((e) => seen(e) && e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1)
    .map((e) => e.outerHTML.slice(0, 120));
  return wide > 0 ? [`the page is ${wide} too wide`, ...out] : out;
}"""


def sentences(lang: str) -> dict[str, str]:
    """English sentences that this language says otherwise."""
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
        assert page.evaluate(STICKING_OUT) == [], (where, lang, width)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plain_pages_are_whole_in_every_language(
    browser: Browser, site: Serving, lang: str
) -> None:
    person = Person(browser, site.url, locale=lang)
    person.context.route("**/healthz", lambda route: route.abort())  # else the server is back
    for path in PLAIN:
        person.goes_to(path)
        check(person, lang, path)
    person.close()


@pytest.mark.parametrize(
    # The box with the longest words in all languages; and the one that has its own in French.
    ("edition", "lang"),
    [*(("asmodee-2024", lang) for lang in LANGUAGES), ("parker-1994", "fr")],
)
def test_a_table_is_whole_in_every_language(
    browser: Browser, site: Serving, edition: str, lang: str
) -> None:
    host, ben = Guest(site.url), Guest(site.url)
    settings: dict[str, Any] = {"edition": edition, "seats": 3, "dice": 1, "turn_seconds": 86_400}
    opened = host.open(
        name="Ana", options=["calza"], pause_ms=60_000, hearing_ms=0, pace_ms=0, **settings
    )
    code = opened["code"]
    onlooker = Person(browser, site.url, locale=lang).goes_to(f"/t/{code}")
    onlooker.sees("#sit")
    check(onlooker, lang, "stranger")
    ben.ask(code, "sit", name="Maximiliana-Josefine")
    ana = Person(browser, site.url, locale=lang, token=host.token).goes_to(f"/t/{code}")
    ana.sees("#start-match")
    check(ana, lang, "lobby")
    ana.page.click("#start-match")
    ana.sees("#lift")
    people = {0: host, 1: ben}
    seen = set()
    while (look := host.look(code))["on"]:
        game = look["game"]
        if game["turn"] is None:
            ana.sees(".scene")
            seen.add("showdown")
            check(ana, lang, "showdown")
            for guest in people.values():
                guest.post(f"/api/tables/{code}/ready")
            host_sees = "n => !document.querySelector('.scene') || document.querySelector('.after')"
            ana.until(host_sees)
        elif game["turn"] == 0:
            ana.sees("#picker")
            if "turn" not in seen:
                seen.add("turn")
                check(ana, lang, "turn")
            ana.presses("#dudo" if game["bids"] else "#bid")
        elif game["turn"] == 1:
            ana.until("n => document.querySelector('.waiting, .hand .hint')")
            check(ana, lang, "waiting")
            before = ana.page.get_attribute("#table", "data-version")
            ben.act(code)
            ana.until("v => document.querySelector('#table').dataset.version !== v", before)
        else:
            ana.until("v => document.querySelector('#table').dataset.version > v", look["version"])
    ana.sees(".after")
    check(ana, lang, "after")
    ana.page.click(".after a[href*=replay]")
    ana.sees(".player")
    check(ana, lang, "replay")
    onlooker.close()
    ana.close()
