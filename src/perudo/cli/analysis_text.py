"""A judged match and a profile in plain lines, at most 80 signs wide where names allow it."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from perudo.coach.judging import Analysis
from perudo.coach.lessons import Lesson, lessons_for
from perudo.coach.profile import Profile
from perudo.coach.summary_text import (
    MARKS,
    Table,
    by_round,
    decision_text,
    outcome_text,
    profile_lines,
    profile_table,
    seats_table,
    turning_lines,
    unjudged_text,
)
from perudo.coach.text import lesson_text
from perudo.engine.actions import Seat
from perudo.i18n.tongue import Tongue
from perudo.records.record import Record
from perudo.wording.odds_text import percent

WIDTH: Final = 80
CELL: Final = 5
LONGEST_NAME: Final = 16


def analysis_lines(
    t: Tongue, record: Record, analysis: Analysis, seat: Seat | None
) -> Iterator[str]:
    """The judged match; with a seat, its decisions and lessons only."""
    names = record.names
    yield f"{record.rules.key}: {', '.join(names)}"
    yield outcome_text(t, names, analysis)
    unjudged = unjudged_text(t, analysis)
    if unjudged is not None:
        yield from _wrapped(unjudged)
    yield ""
    yield t.say("Chances to win, from start to end, in percent:")
    yield from _chances(names, analysis.chances)
    yield from _rounds(t, names, analysis, seat)
    yield ""
    yield t.say("Decisions and luck, in points of winning chance")
    yield from _table(seats_table(t, names, analysis))
    if analysis.turning_points:
        yield ""
        yield t.say("Turning points")
        for line in turning_lines(t, names, analysis):
            yield from _wrapped(line, "  ")
    for one in analysis.seats:
        if seat is None or one.seat == seat:
            yield from _lessons(t, names[one.seat], lessons_for(analysis, one.seat))


def profile_text(t: Tongue, profile: Profile) -> Iterator[str]:
    yield from _table(profile_table(t, profile))
    yield ""
    for line in profile_lines(t, profile):
        yield from _wrapped(line)
    yield from _lessons(t, profile.name, profile.lessons)


def _chances(names: Sequence[str], chances: Sequence[Sequence[float]]) -> Iterator[str]:
    """The rounds across, in blocks that fit the line."""
    left = max(map(len, map(_short, names)))
    across = (WIDTH - left) // CELL
    for first in range(0, len(chances), across):
        rows = range(first, min(first + across, len(chances)))
        heads = ("=" if row == len(chances) - 1 else str(row + 1) for row in rows)
        yield " " * left + "".join(f"{head:>{CELL}}" for head in heads)
        for seat, name in enumerate(names):
            cells = "".join(f"{percent(chances[row][seat]):>{CELL}}" for row in rows)
            yield f"{_short(name):<{left}}{cells}"


def _rounds(
    t: Tongue, names: Sequence[str], analysis: Analysis, seat: Seat | None
) -> Iterator[str]:
    left = max(map(len, map(_short, names)))
    for number, decisions in by_round(analysis, seat).items():
        yield ""
        yield f"— {t.say('Round {number}', number=number)}"
        for judged in decisions:
            head = f"{_short(names[judged.seat]):<{left}} {MARKS[judged.verdict]:<2} "
            yield from _wrapped(decision_text(t, judged), head)


def _lessons(t: Tongue, name: str, lessons: Sequence[Lesson]) -> Iterator[str]:
    if lessons:
        yield ""
        yield t.say("Lessons for {who}", who=name)
    for number, lesson in enumerate(lessons, 1):
        yield from _wrapped(" ".join(lesson_text(t, lesson)), f"{number}. ")


def _table(table: Table) -> Iterator[str]:
    rows = [
        (_short(first), *rest) for first, *rest in ([*table.heads], *([*row] for row in table.rows))
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *rest in rows:
        cells = (f"{cell:>{width}}" for cell, width in zip(rest, widths[1:], strict=True))
        yield "  ".join((f"{first:<{widths[0]}}", *cells)).rstrip()


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _wrapped(text: str, head: str = "") -> list[str]:
    """Break a text into lines; those after the first are indented as far as ``head`` is wide."""
    return wrap(text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head))
