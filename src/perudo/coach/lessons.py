"""Three lessons for a seat: where its points went, with the evidence."""

from collections.abc import Collection, Iterable, Iterator
from enum import Enum, unique
from typing import Final, NamedTuple

from perudo.coach.judging import Analysis, Bluff, Judged, SeatSummary, Verdict
from perudo.engine.actions import CALZA, DUDO, Seat
from perudo.engine.bid import Bid

LESSONS: Final = 3


@unique
class Topic(Enum):
    """What a lesson is about: first what cost points, then what the match shows otherwise."""

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
    UNLUCKY_DOUBTS = "unlucky-doubts"
    GOOD_BLUFFS = "good-bluffs"
    CAUGHT_BLUFFS = "caught-bluffs"
    NEVER_BLUFFED = "never-bluffed"
    LUCKY = "lucky"
    UNLUCKY = "unlucky"


BID_TOO_MUCH: Final = frozenset({Topic.BELIEVED_LONG, Topic.OPENED_HIGH, Topic.RAISED_HIGH})
MOSTLY: Final = 0.75
"""From what share on all decisions are praised as good."""


class Lesson(NamedTuple):
    topic: Topic
    times: int
    """How often it happened."""
    of: int
    """Out of how many decisions, doubts or bluffs."""
    lost: float
    """The winning chance that it cost; less than 0 if luck brought some."""
    worst: Judged | None
    """The decision that cost most; None if the lesson is not about mistakes."""


def topic_of(judged: Judged) -> Topic:
    """Return what was wrong with a decision that was not the best."""
    topic = _topic_of(judged)
    if judged.view.palifico is not None and topic in BID_TOO_MUCH:
        return Topic.PALIFICO
    return topic


def _topic_of(judged: Judged) -> Topic:
    best = judged.advice.best
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
    if not own:
        return ()
    costly = where_points_went(own)
    topics = {lesson.topic for lesson in costly}
    return tuple([*costly, *_otherwise(analysis.seats[seat], topics)][:LESSONS])


def _otherwise(summary: SeatSummary, costly: Collection[Topic]) -> Iterator[Lesson]:
    """What there is to say to somebody who made few mistakes; with these at least three things.

    A doubt that failed, or a bluff that was caught, was not wrong for that: unless such a thing is
    among the mistakes.
    """
    good = summary.verdicts[Verdict.GOOD]
    steady = Lesson(Topic.STEADY, good, summary.judged, 0.0, None)
    mostly = good >= MOSTLY * summary.judged
    if mostly:
        yield steady
    right, doubts = summary.habits.doubts_right, summary.habits.doubts
    if doubts and Topic.DOUBTED_EARLY not in costly:
        topic = Topic.GOOD_DOUBTS if 2 * right >= doubts else Topic.UNLUCKY_DOUBTS
        yield Lesson(topic, right, doubts, 0.0, None)
    bluffs = sum(summary.bluffs.values())
    passed = bluffs - summary.bluffs[Bluff.CAUGHT]
    if not bluffs:
        yield Lesson(Topic.NEVER_BLUFFED, 0, summary.habits.bids, 0.0, None)
    elif 2 * passed >= bluffs:
        yield Lesson(Topic.GOOD_BLUFFS, passed, bluffs, 0.0, None)
    elif BID_TOO_MUCH.isdisjoint(costly):
        yield Lesson(Topic.CAUGHT_BLUFFS, passed, bluffs, 0.0, None)
    luck = Topic.LUCKY if summary.luck >= 0 else Topic.UNLUCKY
    yield Lesson(luck, 0, summary.judged, -summary.luck, None)
    if not mostly:
        yield steady


def _holds(judged: Judged) -> float:
    assert isinstance(judged.action, Bid)
    return judged.advice.of(judged.action).holds or 0.0
