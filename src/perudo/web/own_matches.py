"""A guest's own matches: where they go on, how they ended, and how the guest plays."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from perudo.engine.actions import Seat
from perudo.engine.editions import EDITIONS
from perudo.records.habits import Habits, total
from perudo.web.editions_page import box_name
from perudo.web.reader import Reader
from perudo.web.rendering import Page, page, tongue


class OwnMatch(NamedTuple):
    """A match of the reader."""

    table: str
    code: str
    number: int
    at: int
    """When it began, ended, or was left; milliseconds since 1970."""
    state: str
    """``waiting``, ``on`` or ``over``."""
    edition: str
    names: tuple[str | None, ...]
    """By seat; None for an empty chair."""
    seats: tuple[Seat, ...]
    """The reader's own."""
    hot: bool
    """Whether it was played on one device that is passed around."""
    winner: Seat | None
    resigned: bool
    shown: bool
    """Whether it can be seen again."""
    habits: Habits | None

    @property
    def won(self) -> bool:
        return self.winner is not None and self.winner in self.seats


class MatchLine(NamedTuple):
    """A match in the list."""

    link: str
    who: str
    """The others at the table."""
    box: str
    day: str
    time: str
    state: str
    won: bool
    resigned: bool
    hot: bool
    winner: str
    shown: bool


class Statistics(NamedTuple):
    matches: int
    won: int
    habits: Habits


class OwnMatches(NamedTuple):
    running: list[MatchLine]
    """Those that go on or wait to begin."""
    finished: list[MatchLine]


def match_lines(reader: Reader, matches: Sequence[OwnMatch]) -> OwnMatches:
    lines = [_line(reader, match) for match in matches]
    running = [line for line in lines if line.state != "over"]
    # A match that is on comes before a chair at a table that waits.
    running.sort(key=lambda line: line.state != "on")
    return OwnMatches(running, [line for line in lines if line.state == "over"])


def _line(reader: Reader, match: OwnMatch) -> MatchLine:
    t = tongue(reader.lang, match.edition)
    page = f"/{'hot' if match.hot else 't'}/{match.code}"
    others = (
        n for seat, n in enumerate(match.names) if n and (match.hot or seat not in match.seats)
    )
    when = datetime.fromtimestamp(match.at / 1000, UTC)
    winner = None if match.winner is None else match.names[match.winner]
    return MatchLine(
        link=f"/t/{match.code}/replay?match={match.number}" if match.shown else page,
        who=", ".join(others),
        box=box_name(t, EDITIONS[match.edition]),
        day=when.date().isoformat(),
        time=when.isoformat(timespec="seconds"),
        state=match.state,
        won=match.won and not match.hot,
        resigned=match.resigned,
        hot=match.hot,
        winner=winner or "",
        shown=match.shown,
    )


def statistics(matches: Sequence[OwnMatch]) -> Statistics:
    """Count the matches that are over and that the reader played alone on a device."""
    counted = [match for match in matches if match.state == "over" and match.habits is not None]
    habits = total(match.habits for match in counted if match.habits is not None)
    return Statistics(len(counted), sum(match.won for match in counted), habits)


def percent(part: int, whole: int) -> int | None:
    return None if not whole else round(100 * part / whole)


def mine_page(reader: Reader, matches: Sequence[OwnMatch]) -> Page:
    return page(
        "mine",
        reader,
        styles=("mine",),
        scripts=("dates",),
        own=match_lines(reader, matches),
        most_running=len(matches),
        stats=statistics(matches),
        percent=percent,
    )
