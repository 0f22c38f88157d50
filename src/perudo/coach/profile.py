"""How somebody plays, over many matches, compared with the levels of the computer players."""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from perudo.coach.judging import Analysis, Bluff, Judged, Verdict
from perudo.coach.lessons import LESSONS, Lesson, where_points_went
from perudo.engine.actions import DUDO, Seat
from perudo.engine.bid import Bid

LEVELS_FILE: Final = Path(__file__).with_name("levels.json")
"""The tallies of the levels, made by ``python -m benchmarks.coach_levels``."""
DUEL: Final = 2


class Tally(NamedTuple):
    """Counts over the matches of one player; tallies can be added."""

    matches: int = 0
    won: int = 0
    decisions: int = 0
    """Judged decisions."""
    good: int = 0
    faced: int = 0
    """Decisions about a bid that stood."""
    doubts: int = 0
    doubts_right: int = 0
    bids: int = 0
    """Judged bids."""
    bluffs: int = 0
    """Bids that the own dice did not bear."""
    bluffs_passed: int = 0
    doubted: int = 0
    """Own bids that somebody doubted."""
    given: float = 0.0
    """The winning chance that the decisions gave away, each counted as in a duel: at a table of
    six everything is worth a third of that."""

    @property
    def good_share(self) -> float:
        return _share(self.good, self.decisions)

    @property
    def bluff_share(self) -> float:
        """How many of the own bids were bluffs."""
        return _share(self.bluffs, self.bids)

    @property
    def doubt_share(self) -> float:
        """How often a standing bid was doubted."""
        return _share(self.doubts, self.faced)

    @property
    def doubted_share(self) -> float:
        """How many of the own bids were doubted."""
        return _share(self.doubted, self.bids)

    @property
    def given_each(self) -> float:
        """What a decision gave away, as in a duel."""
        return _share(self.given, self.decisions)


class Profile(NamedTuple):
    name: str
    tally: Tally
    lessons: tuple[Lesson, ...]
    """Where the points go, the most first; at most three."""
    levels: dict[str, Tally]
    """The same counts for the levels, the weakest first."""

    @property
    def nearest(self) -> str | None:
        """The level that gives away about as much; None if nothing could be judged."""
        if not self.tally.decisions:
            return None
        own = self.tally.given_each
        return min(self.levels, key=lambda level: abs(self.levels[level].given_each - own))


def profile_of(name: str, played: Sequence[tuple[Analysis, Seat]]) -> Profile:
    """Return the profile of somebody who sat at these seats."""
    decisions = [one for analysis, seat in played for one in _own(analysis, seat)]
    lessons = where_points_went(decisions)[:LESSONS]
    tally = total(tally_of(analysis, seat) for analysis, seat in played)
    return Profile(name, tally, tuple(lessons), level_tallies())


def tally_of(analysis: Analysis, seat: Seat) -> Tally:
    """Count how a seat played one match."""
    own = _own(analysis, seat)
    said = [one for one in own if not one.asking]
    summary = analysis.seats[seat]
    return Tally(
        matches=1,
        won=analysis.winner == seat,
        decisions=len(own),
        good=sum(one.verdict is Verdict.GOOD for one in own),
        faced=sum(bool(one.view.bids) for one in said),
        doubts=sum(one.action is DUDO for one in said),
        doubts_right=summary.habits.doubts_right,
        bids=sum(isinstance(one.action, Bid) for one in said),
        bluffs=sum(summary.bluffs.values()),
        bluffs_passed=summary.bluffs[Bluff.PASSED],
        doubted=summary.habits.doubted,
        given=sum(one.lost * (one.view.seats - len(one.view.out)) / DUEL for one in own),
    )


def total(tallies: Iterable[Tally]) -> Tally:
    return Tally(*map(sum, zip(*tallies, strict=True))) if (tallies := list(tallies)) else Tally()


@cache
def level_tallies() -> dict[str, Tally]:
    """Return how each level plays, the weakest first."""
    kept = json.loads(LEVELS_FILE.read_text(encoding="utf-8"))
    return {level: Tally(**counts) for level, counts in kept["levels"].items()}


def _own(analysis: Analysis, seat: Seat) -> list[Judged]:
    return [one for one in (*analysis.decisions, *analysis.missed) if one.seat == seat]


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
