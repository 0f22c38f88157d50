"""Judged matches and profiles for programs."""

from collections.abc import Sequence

from perudo.coach.advice import Outlook
from perudo.coach.judging import Analysis, Judged, SeatSummary
from perudo.coach.lessons import Lesson, lessons_for
from perudo.coach.profile import Profile, Tally
from perudo.engine.actions import Action, Seat
from perudo.odds.odds import BidOdds
from perudo.records.notation import action_text


def analysis_json(
    names: Sequence[str], analysis: Analysis, seat: Seat | None = None
) -> dict[str, object]:
    """Return a match with its verdicts, or with those of one seat; chances are from 0 to 1."""

    def asked(one: Judged | SeatSummary) -> bool:
        return seat is None or one.seat == seat

    return {
        "names": list(names),
        "winner": analysis.winner,
        "chances": [list(row) for row in analysis.chances],
        "turning_points": [point._asdict() for point in analysis.turning_points],
        "seats": [
            {**_summary_json(one), "lessons": [_lesson_json(lesson) for lesson in lessons]}
            for one in filter(asked, analysis.seats)
            for lessons in [lessons_for(analysis, one.seat)]
        ],
        "decisions": [judged_json(judged) for judged in filter(asked, analysis.decisions)],
        "missed": [judged_json(judged) for judged in filter(asked, analysis.missed)],
        "unjudged": analysis.unjudged,
    }


def judged_json(judged: Judged) -> dict[str, object]:
    advice = judged.advice
    return {
        "round": judged.round,
        "number": judged.number,
        "seat": judged.seat,
        "action": _action_json(judged.action),
        "out_of_turn": judged.asking,
        "verdict": judged.verdict.value,
        "lost": judged.lost,
        "bluff": None if judged.bluff is None else judged.bluff.value,
        "plain": _odds_json(advice.plain),
        "read": _odds_json(advice.read),
        "best": _outlook_json(advice.best),
    }


def profile_json(profile: Profile) -> dict[str, object]:
    return {
        "name": profile.name,
        **_tally_json(profile.tally),
        "nearest_level": profile.nearest,
        "levels": {level: _tally_json(tally) for level, tally in profile.levels.items()},
        "lessons": [_lesson_json(lesson) for lesson in profile.lessons],
    }


def _tally_json(tally: Tally) -> dict[str, object]:
    return {
        **tally._asdict(),
        "good_share": tally.good_share,
        "bluff_share": tally.bluff_share,
        "doubt_share": tally.doubt_share,
        "doubted_share": tally.doubted_share,
        "given_each": tally.given_each,
    }


def _summary_json(seat: SeatSummary) -> dict[str, object]:
    return {
        "seat": seat.seat,
        "start": seat.start,
        "result": seat.result,
        "lost": seat.lost,
        "luck": seat.luck,
        "verdicts": {verdict.value: count for verdict, count in seat.verdicts.items()},
        "missed_calzas": seat.missed,
        "bluffs": {bluff.value: count for bluff, count in seat.bluffs.items()},
    }


def _lesson_json(lesson: Lesson) -> dict[str, object]:
    worst = lesson.worst
    return {
        "topic": lesson.topic.value,
        "times": lesson.times,
        "of": lesson.of,
        "lost": lesson.lost,
        "worst": None if worst is None else {"round": worst.round, "number": worst.number},
    }


def _action_json(action: Action | None) -> str | None:
    return None if action is None else action_text(action)


def _odds_json(odds: BidOdds | None) -> dict[str, object] | None:
    if odds is None:
        return None
    return {"bid": action_text(odds.bid), "holds": odds.holds, "exact": odds.exact}


def _outlook_json(outlook: Outlook) -> dict[str, object]:
    return {"action": _action_json(outlook.action), "wins": outlook.wins, "holds": outlook.holds}
