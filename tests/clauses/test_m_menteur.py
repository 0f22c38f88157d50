"""The French house rule page of 2022-2023: M1 to M3."""

import pytest

from perudo.engine import chance
from perudo.engine.events import Choice, StarterChosen
from perudo.engine.house import SetupFault, SetupProblem
from perudo.engine.refusals import IllegalAction, Reason, Refusal
from perudo.engine.setup import Setup
from testkit.matches import refusal_of, rules_of
from testkit.rounds import (
    assert_no_jokers_in_that_round_only,
    assert_palifico_binds_the_face,
    assert_palifico_on_falling_to_one_die,
    callers,
    ranges,
    table,
)

MENTEUR = rules_of("menteur")


def test_M1_the_first_starter_is_drawn_at_random() -> None:
    match, _ = chance.start_match(Setup(MENTEUR, 4))
    match, events = chance.name_starter(match, 3, Choice.DRAWN)
    assert events == (StarterChosen(3, Choice.DRAWN),)
    assert match.score.starter == 3


def test_M1_rolls_and_a_toucan_are_refused() -> None:
    match, _ = chance.start_match(Setup(MENTEUR, 2))
    with pytest.raises(IllegalAction) as raised:
        chance.roll_for_start(match, [(3,), (5,)])
    assert raised.value.refusal == Refusal(Reason.STARTER_NOT_ROLLED, "M1")
    with pytest.raises(IllegalAction) as raised:
        chance.name_starter(match, 1, Choice.TOUCAN)
    assert raised.value.refusal == Refusal(Reason.STARTER_CHOICE_NOT_ALLOWED, "M1")


def test_M2_a_raise_is_more_dice_or_a_higher_face_or_both() -> None:
    match = table(MENTEUR, "22 33 44", "5x4")
    assert ranges(match) == "3-15xP 6-15x4 5-15x5 5-15x6"
    assert refusal_of(match, "5x4") == Refusal(Reason.TOO_FEW, "M2", least=6, most=15)
    assert refusal_of(match, "4x6") == Refusal(Reason.TOO_FEW, "M2", least=5, most=15)


def test_M2_both_may_rise_unlike_asmodee_2009() -> None:
    words = ("6x5", "15x6")
    by_menteur = table(MENTEUR, "22 33 44", "5x4")
    assert [refusal_of(by_menteur, word) for word in words] == [None, None]
    by_asmodee = table(rules_of("asmodee-2009"), "22 33 44", "5x4")
    one_axis = Refusal(Reason.ONE_AXIS, "A2", least=5, most=5)
    assert [refusal_of(by_asmodee, word) for word in words] == [one_axis, one_axis]


@pytest.mark.parametrize("word", ["5x3", "6x2", "15x3"])
def test_M2_the_face_never_goes_down_except_to_pacos(word: str) -> None:
    match = table(MENTEUR, "22 33 44", "5x4")
    assert refusal_of(match, word) == Refusal(Reason.FACE_FALLS, "M2")


def test_M3_mort_subite_on_falling_to_one_die_starts_the_next_round() -> None:
    assert_palifico_on_falling_to_one_die(MENTEUR)


def test_M3_palifico_may_open_on_pacos_and_nobody_changes_the_face() -> None:
    assert_palifico_binds_the_face(MENTEUR, "M3")


def test_M3_jokers_are_off_in_that_round_only() -> None:
    assert_no_jokers_in_that_round_only(MENTEUR)


def test_menteur_has_no_calza() -> None:
    match = table(MENTEUR, "22 33 44", "1x2")
    assert callers(match) == ()
    for seat in (0, 1, 2):
        assert refusal_of(match, "calza", seat) == Refusal(Reason.CALZA_NOT_PLAYED, "C4")
    with pytest.raises(SetupProblem) as raised:
        rules_of("menteur", "calza")
    assert raised.value.fault is SetupFault.OPTION_NOT_OFFERED
