"""Asmodee 2009: A1 to A10."""

import pytest

from perudo.engine import chance
from perudo.engine.actions import CALZA, DUDO
from perudo.engine.bid import Bid
from perudo.engine.events import Choice, DieLost, DieRegained, NextRound, StarterChosen
from perudo.engine.hearing import Claim, winning_claim
from perudo.engine.house import SetupFault, SetupProblem
from perudo.engine.match import Phase
from perudo.engine.refusals import IllegalAction, Reason, Refusal
from perudo.engine.setup import Setup
from perudo.engine.view import view_for
from testkit.matches import bidding, refusal_of, rules_of, say
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

ASMODEE = rules_of("asmodee-2009")
WITH_CALZA = rules_of("asmodee-2009", "calza")


def test_A1_the_first_starter_is_drawn_at_random() -> None:
    match, _ = chance.start_match(Setup(ASMODEE, 3))
    match, events = chance.name_starter(match, 2, Choice.DRAWN)
    assert events == (StarterChosen(2, Choice.DRAWN),)
    assert (match.phase, match.score.starter) == (Phase.ROLLING, 2)


def test_A1_rolls_and_a_toucan_are_refused() -> None:
    match, _ = chance.start_match(Setup(ASMODEE, 3))
    with pytest.raises(IllegalAction) as raised:
        chance.roll_for_start(match, [(3,), (5,), (4,)])
    assert raised.value.refusal == Refusal(Reason.STARTER_NOT_ROLLED, "A1")
    for choice in (Choice.TOUCAN, Choice.ROLLED):
        with pytest.raises(IllegalAction) as raised:
            chance.name_starter(match, 2, choice)
        assert raised.value.refusal == Refusal(Reason.STARTER_CHOICE_NOT_ALLOWED, "A1")


def test_A1_starter_may_be_noted_afterwards() -> None:
    match, _ = chance.start_match(Setup(ASMODEE, 3))
    assert chance.name_starter(match, 1, Choice.NOTED)[1] == (StarterChosen(1, Choice.NOTED),)


def test_A2_a_raise_changes_quantity_or_face_not_both() -> None:
    match = table(ASMODEE, "22 33 44", "5x4")
    assert ranges(match) == "3-15xP 6-15x4 5x5 5x6"
    assert refusal_of(match, "5x4") == Refusal(Reason.TOO_FEW, "A2", least=6, most=15)
    for word in ("4x5", "4x6"):
        assert refusal_of(match, word) == Refusal(Reason.TOO_FEW, "A2", least=5, most=5)
    for word in ("6x5", "15x6"):
        assert refusal_of(match, word) == Refusal(Reason.ONE_AXIS, "A2", least=5, most=5)


@pytest.mark.parametrize("word", ["5x2", "6x3", "15x2"])
def test_A2_the_face_never_goes_down_except_to_pacos(word: str) -> None:
    match = table(ASMODEE, "22 33 44", "5x4")
    assert refusal_of(match, word) == Refusal(Reason.FACE_FALLS, "A2")


def test_A3_palifico_on_falling_to_one_die_starts_the_next_round() -> None:
    assert_palifico_on_falling_to_one_die(ASMODEE)


def test_A3_palifico_may_open_on_pacos_and_nobody_changes_the_face() -> None:
    assert_palifico_binds_the_face(ASMODEE, "A3")


def test_A3_jokers_are_off_in_that_round_only() -> None:
    assert_no_jokers_in_that_round_only(ASMODEE)


def test_A4_palifico_each_time_a_player_falls_to_one_die() -> None:
    assert palifico_story(WITH_CALZA, "2x3 calza@0") == [
        NextRound(0, 0),
        NextRound(1, None),
        NextRound(0, None),
        NextRound(0, 0),
    ]


def test_A5_calza_is_optional() -> None:
    match = table(ASMODEE, "22 33 44", "1x2")
    assert callers(match) == ()
    assert refusal_of(match, "calza", 1) == Refusal(Reason.CALZA_NOT_PLAYED, "A5")


def test_A5_any_player_except_the_bidder_may_call() -> None:
    match = table(WITH_CALZA, "22 33 44 - 55", "1x2")
    assert callers(match) == (1, 2, 4)
    assert refusal_of(match, "calza", 0) == Refusal(Reason.CALZA_OWN_BID, "A5")


def test_A5_calza_ends_when_the_next_player_acts() -> None:
    # After the next player's bid a calza is about that bid, so its bidder may not call.
    match = table(WITH_CALZA, "22 33 44", "2x2 2x3")
    assert callers(match) == (0, 2)
    assert why(refusal_of(match, "calza", 1)) == (Reason.CALZA_OWN_BID, "A5")
    called = played(WITH_CALZA, "22 33 44", "2x2 2x3 calza@0").showdown
    assert (called.bidder, called.bid, called.gainer) == (1, Bid(2, 3), 0)
    doubted, _ = say(bidding(WITH_CALZA, [2, 2, 2]), "2x2", "dudo")
    assert why(refusal_of(doubted, "calza", 2)) == (Reason.NO_ROUND, "C2")


def test_A5_no_calza_before_the_first_bid() -> None:
    match = bidding(WITH_CALZA, [5, 5])
    assert refusal_of(match, "calza", 1) == Refusal(Reason.NO_BID_YET, "A5")


def test_A5_the_last_two_players_may_call_calza() -> None:
    assert callers(table(WITH_CALZA, "22 - 33", "1x2")) == (2,)


@pytest.mark.parametrize("caller", [1, 2])
@pytest.mark.parametrize(("word", "change"), [("3x3", -1), ("4x3", 1), ("5x3", -1)])
def test_A6_exact_brings_a_die_back_and_anything_else_costs_one(
    caller: int, word: str, change: int
) -> None:
    after = played(WITH_CALZA, "P33 344 444", f"{word} calza@{caller}")
    event = DieRegained(caller) if change == 1 else DieLost(caller)
    assert after.showdown.found == 4
    assert after.outcome == (event, NextRound(caller, None))
    assert after.match.dice[caller] == 3 + change
    assert sum(after.match.dice) == 9 + change


def test_A6_calza_never_gives_more_than_five_dice() -> None:
    five = played(WITH_CALZA, "3 33 44444", "3x3 calza@2")
    assert five.outcome == (NextRound(2, None),)
    assert five.match.dice == (1, 2, 5)


@pytest.mark.parametrize("caller", [1, 2, 3])
@pytest.mark.parametrize("word", ["3x3", "4x3"])
def test_A7_the_caller_starts_whether_right_or_wrong(word: str, caller: int) -> None:
    after = played(WITH_CALZA, "333 222 444 555", f"{word} calza@{caller}")
    assert after.next_round == NextRound(caller, None)


def test_A8_the_first_calza_clockwise_from_the_bidder_counts() -> None:
    # Seat 2 made the bid. Clockwise from it sit 3, 0 and 1; the order of speaking does not matter.
    match = table(WITH_CALZA, "22 33 44 55", "1x2 2x2 3x2")
    for spoken, has_it in (((1, 0, 3), 3), ((0, 3), 3), ((1, 0), 0), ((1,), 1)):
        assert winning_claim(match, [Claim(seat, CALZA) for seat in spoken]) == Claim(has_it, CALZA)


def test_A8_a_calza_by_the_bidder_does_not_count() -> None:
    match = table(WITH_CALZA, "22 33 44", "1x2")
    assert winning_claim(match, [Claim(0, CALZA), Claim(2, CALZA)]) == Claim(2, CALZA)
    assert winning_claim(match, [Claim(0, CALZA)]) is None


@pytest.mark.parametrize("move", [DUDO, Bid(2, 2)])
def test_A9_the_next_players_move_beats_a_calza(move: object) -> None:
    assert isinstance(move, Bid) or move is DUDO
    match = table(WITH_CALZA, "22 33 44", "1x2")
    said, claimed = Claim(1, move), Claim(2, CALZA)
    assert winning_claim(match, [claimed, said]) == winning_claim(match, [said, claimed]) == said


def test_A9_only_a_legal_move_beats_a_calza() -> None:
    match = table(WITH_CALZA, "22 33 44", "2x3")
    low, out_of_turn, claimed = Claim(1, Bid(1, 2)), Claim(0, DUDO), Claim(2, CALZA)
    assert winning_claim(match, [low, out_of_turn, claimed]) == claimed
    assert winning_claim(match, [low]) is None
    assert winning_claim(match, [Claim(1, DUDO)]) == Claim(1, DUDO)
    assert winning_claim(match, []) is None


def test_A10_lost_dice_are_visible_by_option() -> None:
    open_table = bidding(rules_of("asmodee-2009", "visible-dice"), [4, 2, 0, 5])
    for seat in (0, 1, 2, 3, None):
        assert view_for(open_table, seat).dice == (4, 2, 0, 5)
    assert view_for(bidding(ASMODEE, [4, 2, 0, 5]), 0).dice == (4, None, 0, None)


def test_A10_visible_lost_dice_do_not_reveal_cups() -> None:
    match = table(rules_of("asmodee-2009", "visible-dice"), "22 33")
    assert view_for(match, None).cup is None
    assert view_for(match, 1).cup == (3, 3)


@pytest.mark.parametrize("key", ["parker-1994", "menteur", "weekend"])
def test_A10_other_boxes_do_not_offer_visible_dice(key: str) -> None:
    with pytest.raises(SetupProblem) as raised:
        rules_of(key, "visible-dice")
    assert raised.value.fault is SetupFault.OPTION_NOT_OFFERED
