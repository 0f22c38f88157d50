"""Asmodée Éditions / Week End Games, France: W1 to W7."""

import pytest

from perudo.engine import chance
from perudo.engine.edition import CalzaStarter
from perudo.engine.editions import clause_for
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
from testkit.matches import bidding, refusal_of, rules_of
from testkit.rounds import (
    assert_no_jokers_in_that_round_only,
    assert_palifico_binds_the_face,
    assert_palifico_on_falling_to_one_die,
    callers,
    palifico_story,
    played,
    ranges,
    table,
)

WEEKEND = rules_of("weekend")
WITH_CALZA = rules_of("weekend", "calza")


def test_W1_each_rolls_two_dice_and_the_highest_sum_starts() -> None:
    # Seat 0 has the highest die, seat 2 the highest sum.
    match, _ = chance.start_match(Setup(WEEKEND, 3))
    match, events = chance.roll_for_start(match, [(6, 2), (3, 4), (5, 4)])
    assert events == (
        StarterRolled(((2, 6), (3, 4), (4, 5)), leaders=(2,)),
        StarterChosen(2, Choice.ROLLED),
    )
    assert match.score.starter == 2


def test_W1_ties_roll_again() -> None:
    match, _ = chance.start_match(Setup(WEEKEND, 3))
    match, events = chance.roll_for_start(match, [(6, 3), (2, 4), (5, 4)])
    assert events == (StarterRolled(((3, 6), (2, 4), (4, 5)), leaders=(0, 2)),)
    assert match.phase is Phase.STARTING
    match, events = chance.roll_for_start(match, [(2, 2), None, (1, 4)])
    assert events[1:] == (StarterChosen(2, Choice.ROLLED),)


def test_W1_each_contender_rolls_exactly_two_dice() -> None:
    match, _ = chance.start_match(Setup(WEEKEND, 2))
    for roll in ((6,), (2, 2, 2)):
        with pytest.raises(IllegalAction) as raised:
            chance.roll_for_start(match, [(3, 4), roll])
        assert raised.value.refusal == Refusal(Reason.WRONG_ROLLS, "W1", least=2, most=2, seat=1)
    with pytest.raises(IllegalAction) as raised:
        chance.name_starter(match, 0, Choice.DRAWN)
    assert raised.value.refusal == Refusal(Reason.STARTER_ROLLS_DUE, "W1")


def test_W2_a_raise_is_more_dice_or_equally_many_of_a_higher_face() -> None:
    match = table(WEEKEND, "22 33 44", "4x4")
    assert ranges(match) == "2-15xP 5-15x2 5-15x3 5-15x4 4-15x5 4-15x6"
    assert refusal_of(match, "4x3") == Refusal(Reason.TOO_FEW, "W2", least=5, most=15)
    assert refusal_of(match, "3x6") == Refusal(Reason.TOO_FEW, "W2", least=4, most=15)


def test_W3_palifico_on_falling_to_one_die_starts_the_next_round() -> None:
    assert_palifico_on_falling_to_one_die(WEEKEND)


def test_W3_palifico_may_open_on_pacos_and_nobody_changes_the_face() -> None:
    assert_palifico_binds_the_face(WEEKEND, "W3")


def test_W3_jokers_are_off_in_that_round_only() -> None:
    assert_no_jokers_in_that_round_only(WEEKEND)


def test_W4_palifico_each_time_a_player_falls_to_one_die() -> None:
    assert palifico_story(WITH_CALZA, "1x3 2x3 calza@0") == [
        NextRound(0, 0),
        NextRound(1, None),
        NextRound(0, None),
        NextRound(0, 0),
    ]


def test_W5_calza_is_optional() -> None:
    match = table(WEEKEND, "22 33 44", "1x2")
    assert callers(match) == ()
    assert refusal_of(match, "calza", 1) == Refusal(Reason.CALZA_NOT_PLAYED, "W5")


def test_W5_only_the_player_to_act_may_call() -> None:
    match = table(WITH_CALZA, "22 33 44", "1x2")
    assert callers(match) == (1,)
    for seat in (0, 2):
        out_of_turn = Refusal(Reason.CALZA_OUT_OF_TURN, "W5", seat=1)
        assert refusal_of(match, "calza", seat) == out_of_turn


def test_W5_no_calza_before_the_first_bid() -> None:
    match = bidding(WITH_CALZA, [5, 5, 5])
    assert refusal_of(match, "calza", 0) == Refusal(Reason.NO_BID_YET, "W5")


def test_W5_calza_is_legal_in_a_palifico_round_and_for_the_last_two() -> None:
    assert callers(table(WITH_CALZA, "2 33 44", "1x2", palifico=True)) == (1,)
    assert callers(table(WITH_CALZA, "22 33", "1x2")) == (1,)


@pytest.mark.parametrize(("word", "change"), [("3x3", -1), ("4x3", 1), ("5x3", -1)])
def test_W6_exact_brings_a_die_back_and_anything_else_costs_one(word: str, change: int) -> None:
    after = played(WITH_CALZA, "P33 344 444", f"{word} calza")
    event = DieRegained(1) if change == 1 else DieLost(1)
    assert after.outcome == (event, NextRound(1, None))
    assert after.match.dice == (3, 3 + change, 3)


def test_W6_calza_never_gives_more_than_five_dice() -> None:
    five = played(WITH_CALZA, "33 44444 3", "3x3 calza")
    assert five.outcome == (NextRound(1, None),)
    assert five.match.dice == (2, 5, 1)


@pytest.mark.parametrize("word", ["3x3", "5x3"])
def test_W7_the_loser_starts_as_usual(word: str) -> None:
    after = played(WITH_CALZA, "P33 344 444", f"{word} calza")
    assert (after.showdown.loser, after.next_round) == (1, NextRound(1, None))


def test_W7_the_loser_who_falls_to_one_die_is_palifico() -> None:
    assert played(WITH_CALZA, "222 33 44", "2x2 calza").next_round == NextRound(1, 1)


def test_W7_has_its_own_clause_though_it_plays_like_P8() -> None:
    # A wrong caller is the loser and S4 settles the rest, so play is the same as under P8, A7 and
    # I8; but the clause that is named must be that of this box.
    assert WEEKEND.calza_starter is CalzaStarter.LOSER
    assert clause_for(WITH_CALZA, "calza_starter") == "W7"
    as_parker = rules_of("weekend", "calza", calza_starter="caller")
    assert clause_for(as_parker, "calza_starter") == "P8"
    for word in ("3x3", "4x3", "5x3"):
        theirs = played(as_parker, "P33 344 444", f"{word} calza")
        assert theirs.outcome == played(WITH_CALZA, "P33 344 444", f"{word} calza").outcome
