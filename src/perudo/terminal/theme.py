"""Colours on dark and light ground. Everything that a colour says is also said without it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme


@dataclass(frozen=True, slots=True)
class Palette:
    """Styles of the drawings."""

    cups: dict[str, str]
    die: str
    dim: str
    accent: str
    good: str
    bad: str
    key: str


DARK: Final = Palette(
    cups={
        "red": "#f2777a", "blue": "#6db3f2", "green": "#7fd17f",
        "yellow": "#f2d666", "purple": "#cc99e6", "orange": "#f5a35c",
    },
    die="#f5f0e1",
    dim="#8fa39a",
    accent="#ffd166",
    good="#7fd17f",
    bad="#ff8a80",
    key="#9fd3c7",
)  # fmt: skip
LIGHT: Final = Palette(
    cups={
        "red": "#b3261e", "blue": "#1259a8", "green": "#1e6b2d",
        "yellow": "#7a5b00", "purple": "#6a2d8f", "orange": "#9a4a00",
    },
    die="#1c2b28",
    dim="#5b6b64",
    accent="#8a4b00",
    good="#1e6b2d",
    bad="#b3261e",
    key="#0b5c53",
)  # fmt: skip
PALETTES: Final = {"perudo-dark": DARK, "perudo-light": LIGHT}
THEMES: Final = (
    Theme(
        name="perudo-dark",
        primary="#9fd3c7",
        background="#14201e",
        surface="#1c2b28",
        panel="#24352f",
        foreground="#e6ede9",
        accent="#ffd166",
        dark=True,
    ),
    Theme(
        name="perudo-light",
        primary="#0b5c53",
        background="#fbfaf5",
        surface="#f0ede2",
        panel="#e4e0d2",
        foreground="#1c2b28",
        accent="#8a4b00",
        dark=False,
    ),
)


def first_theme(asked: str | None, environ: Mapping[str, str] | None = None) -> str:
    """The theme to begin with: as asked, else after what the terminal says of its background."""
    if asked is not None:
        return f"perudo-{asked}"
    # Some terminals say "foreground;background" as numbers of colours; 7 and 15 are white.
    ground = (os.environ if environ is None else environ).get("COLORFGBG", "").split(";")[-1]
    return "perudo-light" if ground in ("7", "15") else "perudo-dark"


class NoColour(LineFilter):
    """Leave out every colour, for NO_COLOR: bold, dim, reverse and underlined text stay."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [
            Segment(text, None if style is None else _colourless(style), control)
            for text, style, control in segments
        ]


def _colourless(style: Style) -> Style:
    return Style(
        bold=style.bold,
        dim=style.dim,
        italic=style.italic,
        underline=style.underline,
        reverse=style.reverse,
        meta=style.meta or None,
    )
