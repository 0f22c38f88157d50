"""Player names: whether they are visible, and whether two look alike.

Records accept any name that was once allowed. A live table is stricter: people must be able to see
a name and tell it from the others.
"""

from typing import Final
from unicodedata import category, normalize

MOST_MARKS = 3
"""Accents on one letter; more would climb into the lines above."""

_RANGES: Final = (
    (0x034F, 0x034F),  # a joiner of marks
    (0x115F, 0x1160),  # Hangul fillers
    (0x17B4, 0x17B5),  # Khmer vowels that are not written
    (0x180B, 0x180F),  # Mongolian selectors of variants
    (0x2800, 0x2800),  # Braille without a dot
    (0x3164, 0x3164),
    (0xFE00, 0xFE0D),  # selectors of variants; those of emoji may stay
    (0xFFA0, 0xFFA0),
    (0x13441, 0x13442),  # Egyptian blanks
    (0x16FE4, 0x16FE4),
    (0x1D159, 0x1D159),
    (0xE0100, 0xE01EF),
)
_BLANK: Final = frozenset(chr(sign) for first, last in _RANGES for sign in range(first, last + 1))
"""Invisible characters that Unicode counts as letters, marks or symbols."""
_EMOJI_STYLE: Final = frozenset("\ufe0e\ufe0f")

_LOOK_ALIKE: Final = str.maketrans(
    # Cyrillic
    "АВЕЅІЈКМНОРСТУХҮҺԌԚԜаеѕіјорсухүһԁԛԝӏӀ"
    # Greek
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυϲϳ"
    # Armenian, and Latin letters of other alphabets
    "օոսհӕıɑɡɩʏ"
    # Within Latin: what is told apart only by knowing the word
    "I1|0"
    # Apostrophes and dashes
    "’‘ʼ`´′‐‑‒–—−",
    "ABESIJKMHOPCTYXYhGQWaesijopcyxyhdqwllABEZHIKMNOPTYXavopucjonuhæiagiylllo''''''------",
)


def is_visible(name: str) -> bool:
    """Whether the whole name is visible and stays on its line."""
    marks = MOST_MARKS + 1  # one at the beginning stands on nothing
    for sign in name:
        if sign in _BLANK or category(sign) in ("Cf", "Cc"):
            return False
        marks = marks + 1 if category(sign).startswith("M") else 0
        if marks > MOST_MARKS:
            return False
    return bool(name)


def skeleton(name: str) -> str:
    """Reduce a name so that names which look the same become equal.

    Letters of other alphabets become the Latin letters they resemble; invisible characters go.
    Accents stay: Ána is not Ana.
    """
    seen = "".join(
        sign
        for sign in normalize("NFKD", name)
        if sign not in _BLANK and sign not in _EMOJI_STYLE and category(sign) != "Cf"
    )
    # Twice: a letter that stands for a capital I looks like a small l as well.
    alike = seen.translate(_LOOK_ALIKE).translate(_LOOK_ALIKE)
    return normalize("NFKC", " ".join(alike.casefold().split()))


def look_alike(one: str, other: str) -> bool:
    """Whether two names are too similar to sit at one table."""
    return one.casefold() == other.casefold() or skeleton(one) == skeleton(other)
