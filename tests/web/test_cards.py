"""Links that are shared show a card, and pages have titles in words."""

import re
import struct
from html import unescape

import httpx
import pytest

from perudo.i18n.languages import LANGUAGES
from testkit.serving import Guest, Serving
from testkit.web.replaying import Played

PNG = b"\x89PNG\r\n\x1a\n"


def card_of(html: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', html)
    return {name: unescape(content) for name, content in reversed(found)}


def title_of(html: str) -> str:
    found = re.search(r"<title>(.*?)</title>", html)
    assert found is not None
    return unescape(found.group(1))


def as_stranger(site: Serving, path: str, lang: str = "en") -> str:
    """Fetch a page as a site does that shows a card: without cookies."""
    answer = httpx.get(site.url + path, headers={"accept-language": lang})
    assert answer.status_code == 200
    return answer.text


def test_an_invitation_shows_a_card(site: Serving) -> None:
    host = Guest(site.url)
    opened = host.open(name='Zoë "<b>"', seats=3, edition="parker-1994")
    code = opened["code"]
    html = as_stranger(site, f"/t/{code}")
    card = card_of(html)
    assert card["og:title"] == 'Zoë "<b>"\'s table'
    assert (
        card["og:description"]
        == "Come and play Perudo. Hasbro / Parker, France, 1994; 2 free chairs."
    )
    assert card["og:url"] == f"{site.url}/t/{code}"
    assert (card["og:locale"], card["og:site_name"]) == ("en_GB", "Perudo")
    assert "<b>" not in html
    assert opened["token"] not in html
    assert card_of(as_stranger(site, f"/t/{code}?hand=1"))["og:url"] == card["og:url"]
    picture = httpx.get(card["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
    assert picture.content.startswith(PNG)
    size = struct.unpack(">II", picture.content[16:24])
    assert size == (1200, 630) == (int(card["og:image:width"]), int(card["og:image:height"]))
    assert len(picture.content) < 100_000


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_are_in_the_language_that_is_asked_for(site: Serving, lang: str) -> None:
    code = Guest(site.url).open(name="Ann", seats=2)["code"]
    html = as_stranger(site, f"/t/{code}", lang)
    card = card_of(html)
    assert card["og:locale"].startswith(f"{lang}_")
    assert html.count("og:locale:alternate") == len(LANGUAGES) - 1
    assert {"Ann"} <= set(re.findall(r"\w+", card["og:title"]))


def test_the_card_says_what_one_can_do_there(site: Serving) -> None:
    host = Guest(site.url)
    code = host.open(name="Ann", seats=2)["code"]
    host.ask(code, "start", fill="easy")
    card = card_of(as_stranger(site, f"/t/{code}"))
    assert card["og:description"] == "A match is being played. You can watch."
    host.ask(code, "resign")
    card = card_of(as_stranger(site, f"/t/{code}"))
    assert card["og:description"] == "The match is over. You can look at it again."
    mine = host.client.get(f"/t/{code}").text
    assert '"og:' not in mine  # who sits there needs no card
    assert title_of(mine) == "Your table · Perudo"


def test_titles_are_words_and_never_ids(site: Serving, four: Played) -> None:
    opened = Guest(site.url).open(name="Ann", seats=2)
    watched = Guest(site.url).open(seats=2)
    for path in (f"/t/{opened['code']}", f"/t/{opened['table']}"):
        assert title_of(as_stranger(site, path)) == "Ann's table · Perudo"
    assert title_of(as_stranger(site, f"/t/{watched['code']}")) == "A table · Perudo"
    html = as_stranger(site, f"/t/{four.code}/replay")
    assert title_of(html).startswith("The match of ")
    assert card_of(html)["og:title"] == title_of(html).removesuffix(" · Perudo")
    assert four.code not in title_of(html)


def test_the_first_page_has_a_card(site: Serving) -> None:
    card = card_of(as_stranger(site, "/", "fr"))
    assert card["og:url"] == f"{site.url}/"
    assert card["og:title"] == "Bluffe fort. Doute mieux."
    assert card["description"] == card["og:description"]
