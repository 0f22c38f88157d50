"""The bare address, and the link that friends get."""

from html import escape

import httpx
import pytest

from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from serving import Guest, Serving


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bare_address_says_what_this_is(server: Serving, lang: str) -> None:
    page = httpx.get(server.url, headers={"accept-language": lang})
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert f'<html lang="{lang}">' in page.text
    link = Tongue(lang, "asmodee-2024").say("Check the dice of a match")
    assert escape(link) in page.text
    assert "$" not in page.text


def test_the_link_for_friends_leads_to_the_table(server: Serving) -> None:
    opened = Guest(server.url).open(name="Ann")
    friend = httpx.get(opened["link"], follow_redirects=True)
    assert friend.json()["table"] == opened["table"]
    assert friend.json()["seat"] is None
    gone = httpx.get(f"{server.url}/t/NOSUCH", follow_redirects=True)
    assert gone.status_code == 404
    assert gone.json()["refusal"]["reason"] == "no-such-table"
