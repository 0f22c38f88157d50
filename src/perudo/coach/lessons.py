"""Three lessons for a seat: where its points went, with the evidence."""

from collections.abc import Iterable
from enum import Enum, unique
from typing import Final, NamedTuple

from perudo.coach.judging import Analysis, Bluff, Judged, SeatSummary, Verdict
from perudo.engine.actions import CALZA, DUDO, Seat
from perudo.engine.bid import Bid

LESSONS: Final = 3


@unique
class Topic(Enum):
    """What a lesson is about: first what cost points, then what went well."""

    DOUBTED_EARLY = "doubted-early"
    BELIEVED_LONG = "believed-long"
    OPENED_HIGH = "opened-high"
    OPENED_LOW = "opened-low"
    RAISED_HIGH = "raised-high"
    RAISED_LOW = "raised-low"
    MISSED_CALZA = "missed-calza"
    RASH_CALZA = "rash-calza"
    PALIFICO = "palifico"
    STEADY = "steady"
    GOOD_DOUBTS = "good-doubts"
    GOOD_BLUFFS = "good-bluffs"


class Lesson(NamedTuple):
    topic: Topic
    times: int
    """How often it happened."""
    of: int
    """Out of how many decisions, doubts or bluffs."""
    lost: float
    """The winning chance that it cost; 0 if the lesson is praise."""
    worst: Judged | None
    """The decision that cost most; None if the lesson is praise."""


def topic_of(judged: Judged) -> Topic:
    """Return what was wrong with a decision that was not the best."""
    best = judged.advice.best
    if judged.view.palifico is not None:
        return Topic.PALIFICO
    if judged.action is CALZA:
        return Topic.RASH_CALZA
    if best.action is CALZA:
        return Topic.MISSED_CALZA
    if judged.action is DUDO:
        return Topic.DOUBTED_EARLY
    if best.action is DUDO:
        return Topic.BELIEVED_LONG
    too_high = _holds(judged) < (best.holds or 0.0)
    if not judged.view.bids:
        return Topic.OPENED_HIGH if too_high else Topic.OPENED_LOW
    return Topic.RAISED_HIGH if too_high else Topic.RAISED_LOW


def where_points_went(decisions: Iterable[Judged]) -> list[Lesson]:
    """Return a lesson for each topic that cost points, the most expensive first."""
    wrong: dict[Topic, list[Judged]] = {}
    total = 0
    for judged in decisions:
        total += 1
        if judged.verdict is not Verdict.GOOD:
            wrong.setdefault(topic_of(judged), []).append(judged)
    found = [
        Lesson(
            topic,
            len(cases),
            total,
            sum(case.lost for case in cases),
            max(cases, key=lambda case: case.lost),
        )
        for topic, cases in wrong.items()
    ]
    return sorted(found, key=lambda lesson: -lesson.lost)


def lessons_for(analysis: Analysis, seat: Seat) -> tuple[Lesson, ...]:
    """Return three lessons for a seat, what cost most first; fewer if it decided nothing."""
    own = [one for one in (*analysis.decisions, *analysis.missed) if one.seat == seat]
    summary = analysis.seats[seat]
    return tuple([*where_points_went(own), *_praise(summary)][:LESSONS]) if own else ()


def _praise(summary: SeatSummary) -> Iterable[Lesson]:
    yield Lesson(Topic.STEADY, summary.verdicts[Verdict.GOOD], summary.judged, 0.0, None)
    habits = summary.habits
    yield Lesson(Topic.GOOD_DOUBTS, habits.doubts_right, habits.doubts, 0.0, None)
    bluffs = sum(summary.bluffs.values())
    yield Lesson(Topic.GOOD_BLUFFS, summary.bluffs[Bluff.PASSED], bluffs, 0.0, None)


def _holds(judged: Judged) -> float:
    assert isinstance(judged.action, Bid)
    return judged.advice.of(judged.action).holds or 0.0
