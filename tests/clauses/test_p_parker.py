"""Hasbro / Parker, France, 1994: P1 to P9."""

import pytest

from perudo.engine import chance
from perudo.engine.dice import Face
from perudo.engine.events import (
    Choice,
    DieLost,
    DieRegained,
    NextRound,
    StarterChosen,
    StarterRolled,
)
from perudo.engine.match import Phase
from perudo.engine.refusals import IllegalAction, Reason, Refusal
from perudo.engine.setup import Setup
from testkit.matches import (
    ALL,
    bidding,
    refusal_of,
    rules_of,
    say,
    started,
    with_palifico,
)
from testkit.rounds import (
    assert_no_jokers_in_that_round_only,
    assert_palifico_binds_the_face,
    assert_palifico_on_falling_to_one_die,
    callers,
    palifico_story,
    played,
    ranges,
    table,
    why,
)

PARKER = rules_of("parker-1994")
CALZA = rules_of("parker-1994", "calza")


def test_P1_each_rolls_one_die_and_the_highest_starts() -> None:
    match, _ = chance.start_match(Setup(PARKER, 3))
    assert match.phase is Phase.STARTING
    match, events = chance.roll_for_start(match, [(3,), (5,), (4,)])
    assert events == (
        StarterRolled(((3,), (5,), (4,)), leaders=(1,)),
        StarterChosen(1, Choice.ROLLED),
    )
    assert (match.phase, match.score.starter) == (Phase.ROLLING, 1)


@pytest.mark.parametrize(
    ("rolls", "seat"),
    [
        ([(3, 1), (5,), (4,)], 0),
        ([(3,), (), (4,)], 1),
        ([(3,), (5,), (7,)], 2),
        ([(3,), None, (4,)], 1),
        ([(3,), (5,)], 2),
        ([(3,), (5,), (4,), (2,)], 3),
    ],
)
def test_P1_each_contender_rolls_exactly_one_die(
    rolls: list[tuple[Face, ...] | None], seat: int
) -> None:
    match, _ = chance.start_match(Setup(PARKER, 3))
    with pytest.raises(IllegalAction) as raised:
        chance.roll_for_start(match, rolls)
    refused = raised.value.refusal
    assert refused == Refusal(Reason.WRONG_ROLLS, "P1", least=1, most=1, seat=seat)


@pytest.mark.parametrize("choice", [Choice.DRAWN, Choice.TOUCAN, Choice.ROLLED])
def test_P1_naming_a_starter_is_refused(choice: Choice) -> None:
    match, _ = chance.start_match(Setup(PARKER, 3))
    with pytest.raises(IllegalAction) as raised:
        chance.name_starter(match, 1, choice)
    assert raised.value.refusal == Refusal(Reason.STARTER_ROLLS_DUE, "P1")


def test_P1_the_start_is_rolled_for_once() -> None:
    match = started(PARKER, 3, starter=2)
    assert match.score.starter == 2
    with pytest.raises(IllegalAction) as raised:
        chance.roll_for_start(match, [(3,), (5,), (4,)])
    assert raised.value.refusal == Refusal(Reason.STARTER_KNOWN, "P1")
    with pytest.raises(IllegalAction) as raised:
        chance.name_starter(match, 1, Choice.NOTED)
    assert raised.value.refusal == Refusal(Reason.STARTER_KNOWN, "P1")


def test_P2_a_raise_is_more_dice_or_equally_many_of_a_higher_face() -> None:
    match = table(PARKER, "22 33 44", "4x4")
    assert ranges(match) == "2-15xP 5-15x2 5-15x3 5-15x4 4-15x5 4-15x6"
    for word in ("4x2", "4x3", "4x4"):
        assert refusal_of(match, word) == Refusal(Reason.TOO_FEW, "P2", least=5, most=15)
    for word in ("3x5", "3x6"):
        assert refusal_of(match, word) == Refusal(Reason.TOO_FEW, "P2", least=4, most=15)


def test_P2_quantity_and_face_may_rise_together() -> None:
    match = table(PARKER, "22 33 44", "4x4")
    assert refusal_of(match, "5x5") is None
    assert refusal_of(match, "15x2") is None


def test_P3_palifico_on_losing_the_fourth_die_starts_the_next_round() -> None:
    assert_palifico_on_falling_to_one_die(PARKER)


def test_P3_the_starter_may_open_on_pacos_and_the_others_only_raise_the_quantity() -> None:
    assert_palifico_binds_the_face(PARKER, "P3")


def test_P3_jokers_are_off_in_that_round_only() -> None:
    assert_no_jokers_in_that_round_only(PARKER)


def test_P4_palifico_only_once_in_a_game() -> None:
    assert palifico_story(CALZA, "2x3 calza@0") == [
        NextRound(0, 0),
        NextRound(1, None),
        NextRound(0, None),
        NextRound(0, None),
    ]


def test_P4_once_applies_to_each_player() -> None:
    after = played(PARKER, "22 33 444", "4x6 dudo")
    assert after.next_round == NextRound(0, 0)
    assert after.match.score.been_palifico == {0}
    after = played(PARKER, "2 33 444", "1x2 dudo", palifico=True)
    assert after.next_round == NextRound(1, 1)
    assert after.match.score.been_palifico == {0, 1}


def test_P5_a_veteran_may_change_the_face_by_a_normal_raise() -> None:
    match = table(PARKER, "2 333 4 55", "1x4 2x4", palifico=True)
    assert ranges(match) == "3-20xP 3-20x2 3-20x3 3-20x4 2-20x5 2-20x6"
    assert refusal_of(match, "2x3") == Refusal(Reason.TOO_FEW, "P5", least=3, most=20)
    assert refusal_of(match, "1x6") == Refusal(Reason.TOO_FEW, "P5", least=2, most=20)
    assert refusal_of(match, "2xP") == Refusal(Reason.TOO_FEW, "P5", least=3, most=20)


def test_P5_players_after_a_veteran_are_bound_to_the_new_face() -> None:
    match = table(PARKER, "2 333 4 55", "1x4 2x4 2x6", palifico=True)
    assert ranges(match) == "3-20x6"
    assert refusal_of(match, "5x4") == Refusal(Reason.FACE_BOUND, "P3")


def test_P5_a_second_veteran_may_change_it_again() -> None:
    match = table(PARKER, "2 3 4 55", "1x4 3x2", palifico=True)
    assert ranges(match) == "4-20xP 4-20x2 3-20x3 3-20x4 3-20x5 3-20x6"


def test_P5_two_dice_do_not_make_a_veteran() -> None:
    match = table(PARKER, "2 33 44", "1x4", palifico=True)
    assert ranges(match) == "2-15x4"


@pytest.mark.parametrize("key", [key for key in ALL if key != "parker-1994"])
def test_P5_no_other_box_has_veterans(key: str) -> None:
    match = table(with_palifico(key), "2 333 4 55", "1x4 2x4", palifico=True)
    assert ranges(match) == "3-20x4"


def test_P5_one_die_is_nothing_special_in_an_ordinary_round() -> None:
    match = table(PARKER, "2 3 4", "4x4")
    assert ranges(match) == "2-15xP 5-15x2 5-15x3 5-15x4 4-15x5 4-15x6"


def test_P6_calza_is_optional() -> None:
    match = table(PARKER, "22 33 44 55", "1x2")
    assert callers(match) == ()
    assert refusal_of(match, "calza", 2) == Refusal(Reason.CALZA_NOT_PLAYED, "P6")


def test_P6_any_player_except_the_next_may_call() -> None:
    match = table(CALZA, "22 33 44 55", "1x2")
    assert callers(match) == (2, 3)
    assert refusal_of(match, "calza", 1) == Refusal(Reason.CALZA_BY_NEXT, "P6")
    match, _ = say(match, "2x2")
    assert callers(match) == (0, 3)
    assert why(refusal_of(match, "calza", 2)) == (Reason.CALZA_BY_NEXT, "P6")


def test_P6_no_calza_before_the_first_bid() -> None:
    match = bidding(CALZA, [5, 5, 5])
    assert callers(match) == ()
    for seat in (0, 1, 2):
        assert refusal_of(match, "calza", seat) == Refusal(Reason.NO_BID_YET, "P6")


def test_P6_calza_is_legal_in_a_palifico_round() -> None:
    assert callers(table(CALZA, "2 33 44", "1x2", palifico=True)) == (2,)


@pytest.mark.parametrize(
    ("word", "outcome", "dice"),
    [
        ("2x3", (DieLost(2), NextRound(2, None)), (2, 2, 2)),
        ("3x3", (DieRegained(2), NextRound(2, None)), (2, 2, 4)),
        ("4x3", (DieLost(2), NextRound(2, None)), (2, 2, 2)),
    ],
)
def test_P7_exact_brings_a_die_back_and_anything_else_costs_one(
    word: str, outcome: tuple[object, ...], dice: tuple[int, ...]
) -> None:
    after = played(CALZA, "P2 33 444", f"{word} calza@2")
    assert after.showdown.found == 3
    assert after.outcome == outcome
    assert after.match.dice == dice


def test_P7_calza_never_gives_more_than_five_dice() -> None:
    four = played(CALZA, "3 33 4444", "3x3 calza@2")
    assert (four.showdown.gainer, four.match.dice) == (2, (1, 2, 5))
    five = played(CALZA, "3 33 44444", "3x3 calza@2")
    assert (five.showdown.gainer, five.match.dice) == (None, (1, 2, 5))


@pytest.mark.parametrize("word", ["3x3", "4x3"])
def test_P8_the_caller_starts_whether_right_or_wrong(word: str) -> None:
    after = played(CALZA, "333 22 444 555", f"{word} calza@2")
    assert after.next_round == NextRound(2, None)


def test_P8_a_wrong_caller_who_falls_to_one_die_is_palifico() -> None:
    assert played(CALZA, "333 22 44", "2x3 calza@2").next_round == NextRound(2, 2)


def test_P9_cups_are_lifted_from_left_of_caller_or_from_caller_for_calza() -> None:
    dudo = played(CALZA, "22 33 44 - 55", "1x2 2x2 dudo")
    assert (dudo.showdown.caller, dudo.showdown.steps) == (2, ((4,), (0,), (1,), (2,)))
    calza = played(CALZA, "22 33 44 - 55", "1x2 calza@2")
    assert (calza.showdown.caller, calza.showdown.steps) == (2, ((2,), (4,), (0,), (1,)))


@pytest.mark.parametrize("key", ["asmodee-2009", "menteur", "weekend"])
def test_P9_boxes_that_say_nothing_lift_all_cups_at_once(key: str) -> None:
    after = played(rules_of(key), "22 33 44 - 55", "1x2 2x2 dudo")
    assert after.showdown.steps == ((0, 1, 2, 4),)
