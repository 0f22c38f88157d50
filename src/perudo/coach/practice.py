"""Positions to practise with: moments of matches in which somebody went wrong, by theme."""

from collections.abc import Collection
from datetime import date
from enum import Enum, unique
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from perudo.coach.advice import Advice, advise
from perudo.coach.judging import Judged, judge
from perudo.engine.actions import Action
from perudo.engine.view import View
from perudo.records.positions import read_position, view_of

FOLDER: Final = Path(__file__).with_name("positions")
"""A file for each theme, made by ``tools/practice_positions.py``."""


@unique
class Theme(Enum):
    OPENING = "opening"
    PALIFICO = "palifico"
    CALZA = "calza"
    LAST_TWO = "last-two"


class Position(NamedTuple):
    key: str
    """Names the position for good: it follows from what the position shows."""
    theme: Theme
    view: View
    asking: bool
    """Whether a calza out of turn is offered: the answers are calza and None, to let it pass."""
    played: Action | None
    """What was done in the match."""
    source: str
    """The match and the round that it comes from."""


@cache
def positions(theme: Theme) -> tuple[Position, ...]:
    """Return the positions of a theme, always in the same order."""
    text = (FOLDER / f"{theme.value}.jsonl").read_text(encoding="utf-8")
    return tuple(_position(theme, line) for line in text.splitlines())


def all_positions() -> tuple[Position, ...]:
    return tuple(position for theme in Theme for position in positions(theme))


def position_named(key: str) -> Position | None:
    """Return the position with this key, if there is one."""
    return _by_key().get(key)


def daily(day: date) -> Position:
    """Return the puzzle of a day: the same for everybody, and none twice until all were shown."""
    everything = all_positions()
    lap, place = divmod(day.toordinal(), len(everything))
    return sorted(everything, key=lambda position: _digest(f"{lap} {position.key}"))[place]


def next_position(done: Collection[str], theme: Theme | None = None) -> Position:
    """Return a position that is not yet done, themes in turn; any again once all are done.

    ``done`` has the keys of those that were answered, the earliest first.
    """
    pool = positions(theme) if theme is not None else _mixed()
    for position in pool:
        if position.key not in done:
            return position
    by_key = {position.key: position for position in pool}
    return next(by_key[key] for key in done if key in by_key)


def advise_on(position: Position) -> Advice:
    return advise(position.view, asking=position.asking)


def answer(position: Position, action: Action | None) -> Judged:
    """Judge an answer, which must be legal."""
    return judge(position.view, action, advise_on(position), asking=position.asking)


@cache
def _mixed() -> tuple[Position, ...]:
    """All positions, one of each theme after the other."""
    places = {theme: {p.key: n for n, p in enumerate(positions(theme))} for theme in Theme}
    return tuple(sorted(all_positions(), key=lambda one: places[one.theme][one.key]))


@cache
def _by_key() -> dict[str, Position]:
    return {position.key: position for position in all_positions()}


def _position(theme: Theme, line: str) -> Position:
    noted = read_position(line)
    key = f"{theme.value}-{_digest(line)[:8]}"
    return Position(key, theme, view_of(noted), noted.asking, noted.played, noted.source)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
