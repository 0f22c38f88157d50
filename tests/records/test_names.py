"""Player names: visibility and look-alikes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perudo.bots.roster import BOT_NAMES
from perudo.records.names import is_visible, look_alike, skeleton
from perudo.records.record import is_name

BLANK = {
    "Hangul filler": "\u3164",
    "half-width Hangul filler": "\uffa0",
    "Hangul leading filler": "\u115f",
    "Braille without dots": "\u2800",
    "several blanks": "\u3164\u2800\u3164",
    "an accent on nothing": "\u0301",
    "accents on nothing": "\u0301\u0302\u0303",
    "a joiner": "\u034f",
    "a choice of emoji style": "\ufe0f",
    "a blank within": "An\u3164n",
    "zero width within": "An\u200bn",
    "written backwards": "\u202enna",
    "soft hyphen": "An\u00adn",
    "a tag": "Ann\U000e0041",
    "a variant of nothing": "Ann\U000e0100",
    "a tower of accents": "A" + "\u0301" * 12,
}
FINE = [
    "Ann",
    "Ñusta",
    "Zoë",
    "李雷",
    "नेहा",
    "ملك",
    "นิกกี้",
    "Đặng",
    "שָׁלוֹם",
    "Ann ❤\ufe0f",
    "J. R.",
    "7",
    "🐦",
]


@pytest.mark.parametrize("name", BLANK.values(), ids=BLANK)
def test_invisible_names_are_rejected(name: str) -> None:
    assert not (is_name(name) and is_visible(name))


@pytest.mark.parametrize("name", FINE)
def test_names_in_many_scripts_are_accepted(name: str) -> None:
    assert is_name(name)
    assert is_visible(name)


SAME = [
    ("Ann", "ann"),
    ("Ana", "Аna"),  # a Cyrillic A
    ("Bob", "Вob"),  # a Cyrillic Ve
    ("Nina", "Νina"),  # a Greek Ny
    ("Ivan", "Iνan"),  # a small Greek ny
    ("Ann", "Ａｎｎ"),
    ("Ann", "𝐀𝐧𝐧"),
    ("Ann", "A\u200bnn"),
    ("Ann❤", "Ann❤\ufe0f"),
    ("Zoë", "Zoe\u0308"),
    ("Zoë", "Zoё"),  # a Cyrillic yo
    ("Al", "AI"),
    ("Player 0", "Player O"),
    ("O'Neil", "O’Neil"),
    ("Ann B", "Ann  B"),
    ("straße", "STRASSE"),
    ("ΣΊΣΥΦΟΣ", "Σίσυφος"),
]
OTHER = [
    ("Ana", "Ána"),
    ("Ann", "Anna"),
    ("Zoe", "Zoé"),
    ("Ann", "Ann 2"),
    ("Иван", "Ivan"),
    ("Eli", "Ali"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_look_alike_names_are_found(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_distinct_names_are_not_look_alikes(one: str, other: str) -> None:
    assert not look_alike(one, other)


def test_no_two_bots_look_alike() -> None:
    assert len({skeleton(name) for name in BOT_NAMES}) == len(BOT_NAMES)


@given(st.text(max_size=40), st.text(max_size=40))
def test_names_of_one_spelling_look_alike_to_both(one: str, other: str) -> None:
    """A record takes no two names that differ in case only, so a table must not either."""
    assert look_alike(one, one)
    assert look_alike(one, other) == look_alike(other, one)
    assert look_alike(one, other) or one.casefold() != other.casefold()
