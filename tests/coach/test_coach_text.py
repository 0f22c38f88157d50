"""What the coach says, in five languages and the words of the box."""

import pytest

from perudo.coach.advice import Advice, Outlook
from perudo.coach.judging import Analysis, Bluff, SeatSummary, Verdict, verdict_of
from perudo.coach.lessons import Lesson, Topic, lessons_for, topic_of
from perudo.coach.text import (
    bluff_text,
    hint_text,
    how_text,
    judged_text,
    lesson_text,
    luck_text,
    topic_text,
    verdict_text,
)
from perudo.engine.actions import CALZA, DUDO
from perudo.engine.bid import Bid
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.odds.odds import BidOdds
from perudo.records.habits import Habits
from testkit.judged import some_match

FOUR_FIVES = Bid(4, 5)
ADVICE = Advice(
    BidOdds(FOUR_FIVES, 0.62, 0.2),
    BidOdds(FOUR_FIVES, 0.71, 0.3),
    (
        Outlook(Bid(5, 5), 0.31, 0.5),
        Outlook(Bid(5, 6), 0.3, 0.4),
        Outlook(DUDO, 0.19, None),
        Outlook(CALZA, 0.308, None),
    ),
)
EN = Tongue("en", "asmodee-2009")


def test_a_hint_says_the_odds_the_best_action_and_what_others_cost() -> None:
    assert hint_text(EN, ADVICE) == (
        "4 fives: 62 %, about 6 times in 10.",
        "What the table bid makes it 71 %.",
        "There are exactly as many: 30 %, about 3 times in 10.",
        "Best: 5 fives.",
        "Your chance to win: 31 %, about 3 times in 10.",
        "Doubting costs you 12 points of winning chance.",
        "Just as good: calza.",
    )


def test_a_hint_before_the_first_bid_has_no_odds_of_it() -> None:
    opening = Advice(None, None, (Outlook(Bid(2, 5), 0.2, 0.9), Outlook(Bid(9, 5), 0.1, 0.0)))
    assert hint_text(EN, opening) == (
        "Best: 2 fives.",
        "Your chance to win: 20 %, about 2 times in 10.",
    )


def test_a_hint_about_a_calza_out_of_turn() -> None:
    asked = ADVICE._replace(outlooks=(Outlook(CALZA, 0.4, None), Outlook(None, 0.37, None)))
    assert hint_text(EN, asked)[-3:] == (
        "Best: calza.",
        "Your chance to win: 40 %, about 4 times in 10.",
        "To say nothing costs you 3 points of winning chance.",
    )


def test_each_box_has_its_own_words() -> None:
    assert "Just as good: occhio di bue." in hint_text(Tongue("en", "asmodee-2024"), ADVICE)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_said_in_every_language(lang: str) -> None:
    t = Tongue(lang, "parker-1994")
    said = [
        *hint_text(t, ADVICE),
        *how_text(t),
        *(verdict_text(t, verdict) for verdict in Verdict),
        *(bluff_text(t, bluff) for bluff in Bluff),
        *(topic_text(t, topic) for topic in Topic),
    ]
    assert all(said)
    assert not any("{" in line for line in said)
    assert len(set(said)) == len(said)


def test_the_numbers_of_luck_and_decisions_add_up_as_they_are_printed() -> None:
    for start in (0.004, 0.166, 0.335, 0.996):
        for result in (0.0, 1.0, 0.5049):
            for lost in (0.0, 0.004, 0.126, 1.7349):
                luck = result - start + lost
                seat = SeatSummary(0, start, result, lost, luck, {}, 0, {}, Habits())
                chances, given, brought = luck_text(EN, seat)
                numbers = [int(word) for word in chances.split() if word.isdigit()]
                gave = int("".join(filter(str.isdigit, given)))
                came = int("".join(filter(str.isdigit, brought)))
                came = came if "brought" in brought else -came
                assert numbers[1] - numbers[0] == came - gave


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return some_match()[1]


def test_three_lessons_with_their_evidence(analysis: Analysis) -> None:
    for seat in range(4):
        lessons = lessons_for(analysis, seat)
        assert len(lessons) == 3
        assert len({lesson.topic for lesson in lessons}) == 3
        losses = [lesson.lost for lesson in lessons if lesson.worst is not None]
        assert losses == sorted(losses, reverse=True)
        for lesson in lessons:
            assert lesson.worst is None or lesson.worst.seat == seat
            assert lesson.worst is None or lesson.worst.lost <= lesson.lost + 1e-12
            assert lesson.times <= lesson.of
            assert all(lesson_text(EN, lesson))
        wrong = [one for one in (*analysis.decisions, *analysis.missed) if one.seat == seat]
        wrong = [one for one in wrong if one.verdict is not Verdict.GOOD]
        assert sum(losses) <= sum(one.lost for one in wrong) + 1e-12


def without_mistakes(analysis: Analysis) -> Analysis:
    return analysis._replace(
        decisions=tuple(one._replace(lost=0.0, verdict=Verdict.GOOD) for one in analysis.decisions),
        missed=(),
        seats=tuple(
            seat._replace(verdicts=dict.fromkeys(Verdict, 0) | {Verdict.GOOD: seat.judged})
            for seat in analysis.seats
        ),
    )


def test_whoever_made_no_mistake_is_told_three_things_too(analysis: Analysis) -> None:
    flawless = without_mistakes(analysis)
    for seat in range(4):
        lessons = lessons_for(flawless, seat)
        assert len(lessons) == 3
        assert lessons[0].topic is Topic.STEADY
        assert all(lesson.worst is None for lesson in lessons)
    quiet = flawless.seats[0]._replace(
        bluffs=dict.fromkeys(Bluff, 0), habits=Habits(bids=9), luck=-0.2, lost=0.0
    )
    lessons = lessons_for(flawless._replace(seats=(quiet,)), 0)
    assert [lesson_text(EN, lesson) for lesson in lessons[1:]] == [
        (
            "You never bluffed: now and then a bluff keeps the others guessing.",
            "0 of 9.",
        ),
        (
            "The dice and the others were against you: that was luck, not your play.",
            "20 points of winning chance.",
        ),
    ]


def test_a_failed_doubt_is_not_called_right(analysis: Analysis) -> None:
    flawless = without_mistakes(analysis)
    for right, topic in ((1, Topic.UNLUCKY_DOUBTS), (2, Topic.GOOD_DOUBTS)):
        summary = flawless.seats[0]._replace(habits=Habits(doubts=4, doubts_right=right))
        assert lessons_for(flawless._replace(seats=(summary,)), 0)[1].topic is topic


def test_no_lesson_speaks_against_another(analysis: Analysis) -> None:
    doubts = [one for one in analysis.decisions if one.seat == 2 and one.action is DUDO]
    wrong = doubts[0]._replace(advice=ADVICE, lost=0.12, verdict=Verdict.BLUNDER)
    flawless = without_mistakes(analysis)
    others = [one for one in flawless.decisions if one.seat == 2]
    summary = flawless.seats[2]._replace(habits=Habits(doubts=4, doubts_right=4))
    judged = analysis._replace(
        decisions=(wrong, *others), missed=(), seats=(*analysis.seats[:2], summary)
    )
    lessons = lessons_for(judged, 2)
    assert lessons[0].topic is Topic.DOUBTED_EARLY
    assert len(lessons) == 3
    assert Topic.GOOD_DOUBTS not in {lesson.topic for lesson in lessons}


def test_too_much_in_a_palifico_round_is_a_topic_of_its_own(analysis: Analysis) -> None:
    raised = next(one for one in analysis.decisions if one.view.bids and one.action is not DUDO)
    doubt_was_better = ADVICE._replace(outlooks=(Outlook(DUDO, 0.5, None), *ADVICE.outlooks))
    raised = raised._replace(action=Bid(5, 6), advice=doubt_was_better)
    assert topic_of(raised._replace(view=raised.view._replace(palifico=None))) is (
        Topic.BELIEVED_LONG
    )
    special = raised._replace(view=raised.view._replace(palifico=1))
    assert topic_of(special) is Topic.PALIFICO
    assert topic_of(special._replace(action=CALZA)) is Topic.RASH_CALZA


def test_a_lesson_in_words(analysis: Analysis) -> None:
    one = next(one for one in analysis.decisions if one.action is DUDO)
    one = one._replace(round=4, advice=ADVICE, lost=0.12, verdict=verdict_of(0.12, 4))
    assert judged_text(EN, one) == "dudo: blunder. Better: 5 fives, by 12 points."
    assert judged_text(EN, one._replace(verdict=Verdict.GOOD)) == "dudo: good."
    assert lesson_text(EN, Lesson(Topic.DOUBTED_EARLY, 3, 20, 0.25, one)) == (
        "You doubt too early: go on while the bid is likely enough.",
        "3 times, 25 points of winning chance.",
        "Round 4: dudo, where 5 fives was better.",
    )
    assert lesson_text(EN, Lesson(Topic.STEADY, 18, 20, 0.0, None)) == (
        "Your decisions were good.",
        "18 of 20.",
    )
