"""Every refusal, problem and rule point has its text in every language and box."""

import re

import pytest

from perudo.engine.actions import Call
from perudo.engine.bid import Bid
from perudo.engine.edition import OPTIONS, POINT_TYPES, POINTS, name_of
from perudo.engine.editions import EDITIONS
from perudo.engine.hearing import Verdict
from perudo.engine.house import SetupFault, SetupProblem, table_rules
from perudo.engine.play import turn_of
from perudo.engine.refusals import Reason, Refusal
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.records.problems import RecordFault, RecordProblem
from perudo.wording.dice_text import bid_text, bids_text, faces_text
from perudo.wording.record_text import record_problem_text
from perudo.wording.refusal_text import refusal_text
from perudo.wording.rule_text import option_text, point_text, value_text
from perudo.wording.setup_text import setup_problem_text
from perudo.wording.verdict_text import verdict_lines
from testkit.matches import bidding, rules_of, say

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
    for problem in SetupFault:
        for allowed in (("2", "6"), ("calza", "palifico")):
            check(setup_problem_text(t, SetupProblem(problem, "seven", "menteur", allowed)))
    setup = SetupProblem(SetupFault.SEATS, "1", allowed=("2", "6"))
    for fault in RecordFault:
        refusal = Refusal(Reason.TOO_FEW, "I2", least=3, most=10)
        for turn in (None, turn_of(bidding(rules_of("asmodee-2024"), (5, 5)))):
            text = record_problem_text(
                t, RecordProblem(fault, 7, "2x4", ("3x4",), refusal, turn, setup), NAMES
            )
            check(text)
            assert "7" in text
            assert "2x4" in text


Asked = tuple[str, tuple[str, ...], dict[str, str]]
ASKED: dict[SetupFault, list[Asked]] = {
    SetupFault.UNKNOWN_EDITION: [("seven", (), {})],
    SetupFault.UNKNOWN_OPTION: [(key, ("seven",), {}) for key in EDITIONS],
    SetupFault.OPTION_NOT_OFFERED: [
        ("menteur", ("calza",), {}), ("weekend", ("visible-dice",), {})
    ],
    SetupFault.OPTION_ALWAYS_ON: [("parker-1994", ("palifico",), {})],
    SetupFault.OPTION_AND_HOUSE: [
        ("asmodee-2024", (option,), {option: "on"}) for option in OPTIONS
    ],
    SetupFault.UNKNOWN_POINT: [("weekend", (), {"seven": "on"})],
    SetupFault.UNKNOWN_VALUE: [("weekend", (), {name_of(point): "seven"}) for point in POINTS],
    SetupFault.NOTHING_TO_GOVERN: [
        ("asmodee-2024", (), {"calza-against-move": "move-wins"}),
        ("asmodee-2024", (), {"palifico-again": "once"}),
        ("menteur", (), {"palifico": "off", "veterans": "free"}),
    ],
}  # fmt: skip
"""Rules that do not go together: all that a table's set-up can be told about them."""
OF_POSITIONS = {
    *(SetupFault.SEATS, SetupFault.DICE, SetupFault.NO_ROUND),
    *(SetupFault.PALIFICO_NOT_PLAYED, SetupFault.PALIFICO_DICE),
}
"""What is said of seats and dice, whatever the rules."""
VALUES = [value.value for values in POINT_TYPES.values() for value in values]
CODES = [code for code in (*EDITIONS, *OPTIONS, *map(name_of, POINTS), *VALUES) if "-" in code]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_setup_problems_in_plain_names(lang: str) -> None:
    assert ASKED.keys() == set(SetupFault) - OF_POSITIONS
    for expected, asked in ASKED.items():
        for key, options, house in asked:
            with pytest.raises(SetupProblem) as caught:
                table_rules(key, options, house)
            assert caught.value.fault is expected
            text = setup_problem_text(Tongue(lang, key), caught.value, plain=True)
            check(text)
            assert not [code for code in CODES if code in text], text
            assert "--" not in text
            assert "_" not in text


def test_a_setup_problem_in_plain_names_and_in_command_names() -> None:
    t = Tongue("en", "asmodee-2024")

    def said(key: str, *options: str, plain: bool, **house: str) -> str:
        with pytest.raises(SetupProblem) as caught:
            table_rules(key, options, {name_of(point): value for point, value in house.items()})
        return setup_problem_text(t, caught.value, plain=plain)

    assert said("menteur", calza_callers="next-only", plain=True) == (
        "The house rule “Who may call calza” has no effect without "
        "“Calza (the bid is exactly right)”."
    )
    assert said("menteur", calza_callers="next-only", plain=False) == (
        "The house rule calza-callers has no effect without calza."
    )
    assert said("menteur", "visible-dice", plain=True) == (
        "“a French house rule page, 2022-2023” does not have the option “lost dice in full view” "
        "(its options: none). It can be played as a house rule."
    )
    assert said("menteur", "visible-dice", plain=False).endswith("--house visible-dice=on")
    assert said("asmodee-2024", reveal="never", plain=True) == (
        "The rule “Lifting the cups” cannot be “never”. Choose: “all at once”, "
        "“one by one: dudo from the caller's left, calza from the caller”, "
        "“one by one; the bidder last”."
    )
    # Each option as its own box calls it.
    assert "“occhio di bue”" in said("asmodee-2024", "seven", plain=True)


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


def test_unknown_names_raise() -> None:
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


def verdict_told(key: str, verdict: Verdict, you: int | None = None, lang: str = "en") -> list[str]:
    rules = rules_of(key, calza="on")
    names = ("Ana", "Bea", "Carl", "Dan")
    return list(verdict_lines(Tongue(lang, key), rules, names, you, verdict))


@pytest.mark.parametrize(
    ("key", "verdict", "said"),
    [
        (
            "asmodee-2009",
            Verdict(Bid(3, 4), (2,), 1),
            "Bea moved at the same time: the move counts, not the calza. [A9]",
        ),
        (
            "asmodee-2024",
            Verdict(Bid(3, 4), (2,), 2, unmade=1),
            "The occhio di bue was heard before the move of Bea, which is not made. [I12]",
        ),
        (
            "parker-1994",
            Verdict(Bid(3, 4), (2,), 2, unmade=1),
            "The calza was heard before the move of Bea, which is not made. [S18]",
        ),
        ("asmodee-2009", Verdict(Bid(3, 4), (3, 2), 2), "The call of Carl counts. [A8]"),
        ("asmodee-2024", Verdict(Bid(3, 4), (3, 2), 2), "The call of Carl counts. [I9]"),
        ("parker-1994", Verdict(Bid(3, 4), (3, 2), 2), "The call of Carl counts. [S17]"),
    ],
)
def test_whose_word_counts_is_told_with_its_rule(key: str, verdict: Verdict, said: str) -> None:
    callers = " and ".join(["Carl"] if verdict.claims == (2,) else ["Dan", "Carl"])
    first = f"{Tongue('en', key).word('calza').capitalize()} on 3 fours: {callers}."
    assert verdict_told(key, verdict) == [first, said]


def test_several_claims_before_a_move_tell_both() -> None:
    told = verdict_told("asmodee-2024", Verdict(Bid(3, 4), (3, 2), 2, unmade=1), you=1)
    assert told[1:] == [
        "The call of Carl counts. [I9]",
        "The occhio di bue was heard before your move, which is not made. [I12]",
    ]


def test_a_lone_claim_is_told_without_a_rule() -> None:
    assert verdict_told("asmodee-2009", Verdict(Bid(3, 4), (2,), 2), you=2) == [
        "Calza on 3 fours: You."
    ]


def test_house_rules_cite_no_book() -> None:
    rules = rules_of("parker-1994", "calza", calza_ties="first-heard")
    t, verdict = Tongue("en", "parker-1994"), Verdict(Bid(3, 4), (3, 2), 3)
    *_, said = verdict_lines(t, rules, ("Ana", "Bea", "Carl", "Dan"), None, verdict)
    assert said == "The call of Dan counts."


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", ["parker-1994", "asmodee-2009", "asmodee-2024"])
def test_a_verdict_is_told_to_you_and_to_others_in_every_language(lang: str, key: str) -> None:
    for verdict in (
        Verdict(Bid(3, 4), (2,), 1),
        Verdict(Bid(3, 4), (2,), 2, unmade=1),
        Verdict(Bid(3, 4), (1, 2), 1),
    ):
        onlooker, concerned = (verdict_told(key, verdict, you, lang) for you in (None, 1))
        assert "Bea" in " ".join(onlooker)
        assert "Bea" not in " ".join(concerned)
        assert onlooker[-1].endswith("]")
