"""What is played unless somebody chooses, decided in one place for all pages."""

import json
import re
from html import unescape

import httpx
import pytest

from perudo.engine.editions import EDITIONS
from perudo.engine.house import options_offered
from perudo.i18n.languages import LANGUAGES
from perudo.web.defaults import default_box, default_options
from testkit.serving import Guest, Serving


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_pages_begin_with_the_box_of_the_language(site: Serving, lang: str) -> None:
    box = "asmodee-2024" if lang == "it" else "asmodee-2009"
    asked = {"accept-language": lang}

    def html(path: str) -> str:
        return httpx.get(site.url + path, headers=asked).text

    quick = re.search(r'data-quick="([^"]+)"', html("/"))
    assert quick
    table = json.loads(unescape(quick[1]))
    assert (table["edition"], "visible-dice" in table["options"]) == (box, True)
    assert table["options"] == list(options_offered(EDITIONS[box]))
    assert f'<option value="{box}" selected' in html("/new")
    assert f'<option value="{box}" selected' in html("/hot")
    assert re.search(rf'edition={box}[^>]*aria-current|data-edition="{box}"', html("/learn"))


@pytest.mark.parametrize("box", EDITIONS)
def test_the_options_of_a_box_are_the_same_everywhere(site: Serving, box: str) -> None:
    usual = set(default_options(EDITIONS[box]))
    setup = httpx.get(f"{site.url}/new?edition={box}").text
    facts = setup.split(f'<div class="box-facts" data-box="{box}"')[1].split("box-facts")[0]
    assert set(re.findall(r'name="option" value="([a-z-]+)" checked', facts)) == usual
    hot = httpx.get(f"{site.url}/hot").text.split(f'data-edition="{box}"')
    if usual:
        fields = hot[1].split("</fieldset>")[0]
        assert set(re.findall(r'value="([a-z-]+)" checked', fields)) == usual


def test_the_dice_on_the_table_are_told_where_the_rules_allow_it(site: Serving) -> None:
    for options, told in ((["visible-dice"], True), ([], False)):
        host, ben = Guest(site.url), Guest(site.url)
        code = host.open(name="Ana", seats=2, options=options, pause_ms=0, hearing_ms=0)["code"]
        ben.ask(code, "sit", name="Ben")
        host.ask(code, "start", toucan=0)

        def page(guest: Guest = host, code: str = code) -> str:
            return guest.client.get(f"/t/{code}").text

        assert "10 dice on the table" in page()  # everybody knows how many there were at first
        host.act(code, {"bid": [10, 6]})
        ben.act(code, {"call": "dudo"})
        assert ("9 dice on the table" in page()) is told
        assert ("dice on the table" in page()) is told


def test_the_box_for_each_language() -> None:
    boxes = {lang: default_box(lang).key for lang in LANGUAGES}
    assert boxes.pop("it") == "asmodee-2024"
    assert set(boxes.values()) == {"asmodee-2009"}
