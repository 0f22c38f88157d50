"""Every reason, problem and rule point has its words in every language and box."""

import re

import pytest

from perudo.engine.actions import Call
from perudo.engine.bid import Bid
from perudo.engine.edition import OPTIONS, POINT_TYPES, POINTS
from perudo.engine.editions import EDITIONS
from perudo.engine.house import Problem, SetupProblem
from perudo.engine.play import turn_of
from perudo.engine.refusals import Reason, Refusal
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.records.problems import Fault, RecordProblem
from perudo.wording.dice import bid_text, bids_text, faces_text
from perudo.wording.editions import option_text, point_text, value_text
from perudo.wording.records import record_problem_text
from perudo.wording.refusals import refusal_text
from perudo.wording.setup import setup_problem_text
from support import bidding, rules_of, say

TONGUES = [Tongue(lang, box) for lang in LANGUAGES for box in EDITIONS]
NAMES = ("Ana", "Bea")


def check(text: str) -> None:
    assert text.strip()
    assert not re.search(r"[{}]|None", text), text


@pytest.mark.parametrize("t", TONGUES, ids=lambda t: f"{t.lang}-{t.box}")
def test_every_refusal_is_worded_and_names_its_clause(t: Tongue) -> None:
    for reason in Reason:
        for action in (Bid(4, 1), Bid(4, 5), Bid(4, 9), Call.DUDO, None):
            for bounds in ((3, 10), (11, 10)):
                refusal = Refusal(reason, "C8", least=bounds[0], most=bounds[1], seat=1)
                text = refusal_text(t, refusal, NAMES, action)
                check(text)
                assert text.endswith("[C8]")


@pytest.mark.parametrize("t", TONGUES, ids=lambda t: f"{t.lang}-{t.box}")
def test_every_setup_and_record_problem_is_worded(t: Tongue) -> None:
    for problem in Problem:
        for allowed in (("2", "6"), ("calza", "palifico")):
            check(setup_problem_text(t, SetupProblem(problem, "seven", "menteur", allowed)))
    setup = SetupProblem(Problem.SEATS, "1", allowed=("2", "6"))
    for fault in Fault:
        refusal = Refusal(Reason.TOO_FEW, "I2", least=3, most=10)
        for turn in (None, turn_of(bidding(rules_of("asmodee-2024"), (5, 5)))):
            text = record_problem_text(
                t, RecordProblem(fault, 7, "2x4", ("3x4",), refusal, turn, setup), NAMES
            )
            check(text)
            assert "7" in text
            assert "2x4" in text


@pytest.mark.parametrize("t", TONGUES, ids=lambda t: f"{t.lang}-{t.box}")
def test_every_rule_point_and_value_is_worded(t: Tongue) -> None:
    for point in POINTS:
        check(point_text(t, point))
        texts = [value_text(t, value) for value in POINT_TYPES[point]]
        for text in texts:
            check(text)
        if point != "words":
            assert len(set(texts)) == len(texts), "two values of a point read alike"
    for option in OPTIONS:
        check(option_text(t, option))
    for face in range(1, 7):
        check(faces_text(t, face))
        assert bid_text(t, Bid(3, face)).startswith("3 ")
        assert bid_text(t, Bid(1, face)).startswith("1 ")


def test_what_nobody_knows_has_no_words() -> None:
    t = TONGUES[0]
    with pytest.raises(ValueError, match="colour"):
        point_text(t, "colour")
    with pytest.raises(ValueError, match="colour"):
        option_text(t, "colour")
    with pytest.raises(ValueError, match="DUDO"):
        value_text(t, Call.DUDO)


def test_legal_bids_are_shown_as_ranges_with_like_faces_together() -> None:
    match, _ = say(bidding(rules_of("asmodee-2009"), (5, 5)), "4x4")
    turn = turn_of(match)
    assert turn is not None
    t = Tongue("en", "asmodee-2009")
    assert bids_text(t, turn.bids) == "fours 5–10 · fives, sixes 4 · Pacos 2–10"
