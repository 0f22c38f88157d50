"""Asmodee Italia 2024, the default edition: I1 to I12."""

import pytest

from perudo.engine import chance
from perudo.engine.actions import CALZA, DUDO
from perudo.engine.bid import Bid
from perudo.engine.editions import DEFAULT, clause_for
from perudo.engine.events import Choice, DieLost, DieRegained, NextRound, StarterChosen
from perudo.engine.hearing import Claim, winning_claim
from perudo.engine.refusals import IllegalAction, Reason, Refusal
from perudo.engine.setup import Setup
from perudo.engine.view import view_for
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
    why,
)

ITALIA = rules_of("asmodee-2024")
LAST_DIE = rules_of("asmodee-2024", "palifico")
WITH_CALZA = rules_of("asmodee-2024", "calza")
BOTH = rules_of("asmodee-2024", "palifico", "calza")


def test_asmodee_2024_is_the_default_edition() -> None:
    assert DEFAULT == ITALIA


@pytest.mark.parametrize("choice", [Choice.TOUCAN, Choice.DRAWN, Choice.NOTED])
def test_I1_starter_is_named_by_toucan_or_drawn_at_random(choice: Choice) -> None:
    match, _ = chance.start_match(Setup(ITALIA, 3))
    match, events = chance.name_starter(match, 1, choice)
    assert events == (StarterChosen(1, choice),)
    assert match.score.starter == 1


def test_I1_nobody_rolls_for_the_start() -> None:
    match, _ = chance.start_match(Setup(ITALIA, 3))
    with pytest.raises(IllegalAction) as raised:
        chance.roll_for_start(match, [(3,), (5,), (4,)])
    assert raised.value.refusal == Refusal(Reason.STARTER_NOT_ROLLED, "I1")
    with pytest.raises(IllegalAction) as raised:
        chance.name_starter(match, 1, Choice.ROLLED)
    assert raised.value.refusal == Refusal(Reason.STARTER_CHOICE_NOT_ALLOWED, "I1")


def test_I2_a_raise_is_more_dice_or_equally_many_of_a_higher_face() -> None:
    match = table(ITALIA, "22 33 44", "4x4")
    assert ranges(match) == "2-15xP 5-15x2 5-15x3 5-15x4 4-15x5 4-15x6"
    assert refusal_of(match, "4x3") == Refusal(Reason.TOO_FEW, "I2", least=5, most=15)
    assert refusal_of(match, "3x6") == Refusal(Reason.TOO_FEW, "I2", least=4, most=15)


def test_I3_ultimo_dado_on_losing_the_last_but_one_die() -> None:
    assert_palifico_on_falling_to_one_die(LAST_DIE)


def test_I3_palifico_may_open_on_pacos_and_only_quantity_rises() -> None:
    assert_palifico_binds_the_face(LAST_DIE, "I3")


def test_I3_jokers_are_off_in_the_next_round_only() -> None:
    assert_no_jokers_in_that_round_only(LAST_DIE)


def test_I3_palifico_is_optional() -> None:
    after = played(ITALIA, "22 333", "4x6 dudo")
    assert after.next_round == NextRound(0, None)
    match = table(ITALIA, "P 333", "1x4")
    assert ranges(match) == "1-10xP 2-10x2 2-10x3 2-10x4 1-10x5 1-10x6"
    assert played(ITALIA, "P 333", "4x3 dudo").showdown.found == 4


def test_I4_ultimo_dado_each_time_a_player_falls_to_one_die() -> None:
    assert palifico_story(BOTH, "2x3 calza@0") == [
        NextRound(0, 0),
        NextRound(1, None),
        NextRound(0, None),
        NextRound(0, 0),
    ]


def test_I5_occhio_di_bue_is_optional() -> None:
    match = table(LAST_DIE, "22 33 44", "1x2")
    assert callers(match) == ()
    assert refusal_of(match, "calza", 2) == Refusal(Reason.CALZA_NOT_PLAYED, "I5")


def test_I5_any_player_except_the_bidder_may_call() -> None:
    match = table(WITH_CALZA, "22 33 44 55", "1x2")
    assert callers(match) == (1, 2, 3)
    assert refusal_of(match, "calza", 0) == Refusal(Reason.CALZA_OWN_BID, "I5")
    opening = bidding(WITH_CALZA, [5, 5, 5])
    assert refusal_of(opening, "calza", 1) == Refusal(Reason.NO_BID_YET, "I5")


def test_I6_calza_is_barred_in_an_ultimo_dado_round() -> None:
    match = table(BOTH, "2 33 44", "1x2", palifico=True)
    assert callers(match) == ()
    for seat in (1, 2):
        assert refusal_of(match, "calza", seat) == Refusal(Reason.CALZA_IN_PALIFICO, "I6")
    assert callers(table(BOTH, "2 33 44", "1x2")) == (1, 2)


def test_I6_calza_is_barred_if_only_two_players_are_left() -> None:
    match = table(BOTH, "22 33", "1x2")
    assert callers(match) == ()
    assert refusal_of(match, "calza", 1) == Refusal(Reason.CALZA_LAST_TWO, "I6")


@pytest.mark.parametrize(
    ("key", "in_palifico", "last_two"),
    [("parker-1994", (2,), ()), ("asmodee-2009", (1, 2), (1,)), ("weekend", (1,), (1,))],
)
def test_I6_no_other_box_bars_calza(
    key: str, in_palifico: tuple[int, ...], last_two: tuple[int, ...]
) -> None:
    # With two left in parker-1994 there is nobody but the bidder and the next player (S5).
    rules = rules_of(key, "calza")
    assert callers(table(rules, "2 33 44", "1x2", palifico=True)) == in_palifico
    assert callers(table(rules, "22 33", "1x2")) == last_two


@pytest.mark.parametrize(("word", "change"), [("3x3", -1), ("4x3", 1), ("5x3", -1)])
def test_I7_exact_brings_a_die_back_and_anything_else_costs_one(word: str, change: int) -> None:
    after = played(WITH_CALZA, "P33 344 444", f"{word} calza@2")
    event = DieRegained(2) if change == 1 else DieLost(2)
    assert after.outcome == (event, NextRound(2, None))
    assert after.match.dice == (3, 3, 3 + change)


def test_I7_calza_never_gives_more_than_five_dice() -> None:
    five = played(WITH_CALZA, "3 33 44444", "3x3 calza@2")
    assert five.outcome == (NextRound(2, None),)
    assert five.match.dice == (1, 2, 5)


@pytest.mark.parametrize("caller", [1, 2, 3])
@pytest.mark.parametrize("word", ["3x3", "4x3"])
def test_I8_the_caller_starts(word: str, caller: int) -> None:
    after = played(WITH_CALZA, "333 222 444 555", f"{word} calza@{caller}")
    assert after.next_round == NextRound(caller, None)


def test_I9_the_first_calza_clockwise_from_the_bidder_counts() -> None:
    match = table(WITH_CALZA, "22 33 44 55", "1x2 2x2 3x2")
    for spoken, has_it in (((1, 0, 3), 3), ((0, 3), 3), ((1, 0), 0)):
        assert winning_claim(match, [Claim(seat, CALZA) for seat in spoken]) == Claim(has_it, CALZA)


@pytest.mark.parametrize("said", [Claim(1, DUDO), Claim(1, Bid(2, 2))])
def test_I12_calza_or_next_players_move_whichever_is_heard_first(said: Claim) -> None:
    match = table(WITH_CALZA, "22 33 44", "1x2")
    claimed = Claim(2, CALZA)
    assert winning_claim(match, [claimed, said]) == claimed
    assert winning_claim(match, [said, claimed]) == said
    assert clause_for(WITH_CALZA, "calza_against_move") == "I12"


def test_I12_a_calza_heard_first_may_go_to_a_nearer_caller() -> None:
    match = table(WITH_CALZA, "22 33 44 55", "1x2")
    claims = [Claim(3, CALZA), Claim(1, DUDO), Claim(2, CALZA)]
    assert winning_claim(match, claims) == Claim(2, CALZA)


def test_I10_cups_are_lifted_one_at_a_time() -> None:
    shown = played(WITH_CALZA, "22 33 44 - 55", "1x2 2x2 dudo").showdown
    assert (shown.bidder, shown.steps) == (1, ((2,), (4,), (0,), (1,)))


def test_I10_the_order_is_the_same_for_a_calza() -> None:
    # The book leaves the order open; the bidder's own cup comes last for suspense.
    shown = played(WITH_CALZA, "22 33 44 - 55", "1x2 2x2 calza@4").showdown
    assert (shown.bidder, shown.steps) == (1, ((2,), (4,), (0,), (1,)))


def test_I11_lost_dice_are_visible_by_option() -> None:
    open_table = bidding(rules_of("asmodee-2024", "visible-dice"), [4, 2, 0, 5])
    for seat in (0, 2, None):
        assert view_for(open_table, seat).dice == (4, 2, 0, 5)
    assert view_for(bidding(ITALIA, [4, 2, 0, 5]), 1).dice == (None, 2, 0, None)


def test_I11_options_are_chosen_independently() -> None:
    shown_only = rules_of("asmodee-2024", "visible-dice")
    assert (shown_only.shows_lost_dice, shown_only.plays_calza) == (True, False)
    assert played(shown_only, "22 333", "4x6 dudo").next_round == NextRound(0, None)
    assert why(refusal_of(table(shown_only, "22 33 44", "1x2"), "calza", 2)) == (
        Reason.CALZA_NOT_PLAYED,
        "I5",
    )
