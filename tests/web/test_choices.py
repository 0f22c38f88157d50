"""Levels, colours, reactions and limits on the pages match those in the code."""

import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from perudo.bots.roster import (
    BOT_NAMES,
    COMPANY,
    DEFAULT_LEVEL,
    LEVELS,
    companion_of,
    names_for,
)
from perudo.engine.dice import MOST_SEATS
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import LOCALE_DIR, Tongue
from perudo.records.record import LONGEST_NAME
from perudo.table.live.commands import REACTIONS
from perudo.table.live.labels import (
    colour_text,
    colours,
    level_text,
    levels,
    reaction_text,
    reactions,
)
from perudo.table.live.settings import COLOURS
from perudo.web.company import character_cards, speed_text
from perudo.web.hot_page import hot_page
from perudo.web.reader import Reader
from perudo.web.rendering import Page
from perudo.web.setup_page import setup_page

STATIC = Path(str(files("perudo.web"))) / "static"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_choice_has_a_word_of_its_own(lang: str) -> None:
    t = Tongue(lang, "asmodee-2024")
    for offered, known in ((levels, LEVELS), (colours, COLOURS), (reactions, REACTIONS)):
        assert [name for name, _ in offered(t)] == list(known)
        words = [word for _, word in offered(t)]
        assert all(words)
        assert len(set(words)) == len(words)


@pytest.mark.parametrize("text", [level_text, colour_text, reaction_text, speed_text])
def test_an_unknown_choice_has_no_word(text: Callable[[Tongue, str], str]) -> None:
    with pytest.raises(ValueError, match="seven"):
        text(Tongue("en", "asmodee-2024"), "seven")


@pytest.mark.parametrize("style", ["art", "cup", "setup"])
def test_every_colour_is_drawn(style: str) -> None:
    css = (STATIC / f"{style}.css").read_text(encoding="utf-8")
    for colour in COLOURS:
        assert re.search(rf"\.(c|of)-{colour}\b", css), colour


def test_every_language_has_its_catalogue() -> None:
    assert {path.name for path in LOCALE_DIR.iterdir() if path.is_dir()} == set(LANGUAGES)


@pytest.mark.parametrize("page", [hot_page, lambda reader: setup_page(reader, "")])
def test_forms_use_the_longest_name_and_the_default_level(page: Callable[[Reader], Page]) -> None:
    html = page(Reader()).html
    assert set(re.findall(r'name="name"[^>]* maxlength="(\d+)"', html)) == {str(LONGEST_NAME)}
    chosen = re.findall(r'value="(\w+)" (?:selected|checked)', html)
    assert [level for level in chosen if level in LEVELS] == [DEFAULT_LEVEL]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_character_has_a_face_a_name_and_a_line(lang: str) -> None:
    cards = character_cards(Tongue(lang, "asmodee-2024"))
    assert [card.key for card in cards] == list(COMPANY)
    assert len({card.name for card in cards}) == len({card.about for card in cards}) == len(cards)
    faces = (STATIC / "faces.svg").read_text(encoding="utf-8")
    assert re.findall(r'<symbol id="f-(\w+)"', faces) == list(COMPANY)
    assert {companion.level for companion in COMPANY.values()} == {"easy", "medium", "hard"}


def test_a_character_is_called_by_its_own_name_and_all_bots_find_one() -> None:
    for bot in (*LEVELS, *COMPANY):
        names = names_for(bot)
        assert names[0] == COMPANY[companion_of(bot)].name
        assert sorted(names) == sorted(BOT_NAMES)


def test_bots_have_names_to_spare() -> None:
    assert len(BOT_NAMES) >= 2 * (MOST_SEATS - 1)
