"""Where a rulebook is silent or contradicts itself: S1 to S20."""

import pytest

from perudo.engine import chance
from perudo.engine.actions import CALZA, DUDO
from perudo.engine.bid import Bid
from perudo.engine.editions import clause_for, own_clauses
from perudo.engine.events import (
    Choice,
    Dealt,
    DieLost,
    DieRegained,
    MatchWon,
    NextRound,
    SeatOut,
    StarterChosen,
    StarterRolled,
)
from perudo.engine.hearing import Claim, winning_claim
from perudo.engine.match import Phase
from perudo.engine.perft import perft
from perudo.engine.play import NO_ACTIONS
from perudo.engine.position import between_rounds
from perudo.engine.refusals import IllegalAction, Reason, Refusal
from perudo.engine.setup import Setup
from perudo.engine.view import view_for
from testkit.matches import (
    ALL,
    WITH_CALZA,
    bidding,
    cups,
    dealt,
    refusal_of,
    rules_of,
    say,
    started,
    with_palifico,
)
from testkit.rounds import callers, played, ranges, table, why

every_edition = pytest.mark.parametrize("key", ALL)
with_calza = pytest.mark.parametrize("key", WITH_CALZA)
PARKER = rules_of("parker-1994")
PARKER_CALZA = rules_of("parker-1994", "calza")


def test_S1_those_tied_for_the_highest_die_roll_again_among_themselves() -> None:
    match, _ = chance.start_match(Setup(PARKER, 4))
    match, events = chance.roll_for_start(match, [(5,), (2,), (5,), (5,)])
    assert events == (StarterRolled(((5,), (2,), (5,), (5,)), leaders=(0, 2, 3)),)
    assert (match.phase, match.score.contenders) == (Phase.STARTING, (0, 2, 3))
    match, _ = chance.roll_for_start(match, [(2,), None, (4,), (4,)])
    assert match.score.contenders == (2, 3)
    match, events = chance.roll_for_start(match, [None, None, (3,), (6,)])
    assert events[1:] == (StarterChosen(3, Choice.ROLLED),)
    assert (match.phase, match.score.starter) == (Phase.ROLLING, 3)


@pytest.mark.parametrize(
    ("rolls", "seat"),
    [([(2,), (6,), (4,)], 1), ([(2,), None, None], 2), ([None, None, (3,)], 0)],
)
def test_S1_only_those_tied_roll_again(rolls: list[tuple[int, ...] | None], seat: int) -> None:
    match, _ = chance.start_match(Setup(PARKER, 3))
    match, _ = chance.roll_for_start(match, [(5,), (2,), (5,)])
    with pytest.raises(IllegalAction) as raised:
        chance.roll_for_start(match, rolls)
    refused = raised.value.refusal
    assert refused == Refusal(Reason.WRONG_ROLLS, "S1", least=1, most=1, seat=seat)
    with pytest.raises(IllegalAction) as raised:
        chance.name_starter(match, 2, Choice.NOTED)
    assert raised.value.refusal == Refusal(Reason.STARTER_ROLLS_DUE, "S1")


def test_S1_those_tied_for_the_highest_sum_roll_again() -> None:
    match, _ = chance.start_match(Setup(rules_of("weekend"), 4))
    match, events = chance.roll_for_start(match, [(6, 3), (2, 2), (5, 4), (6, 2)])
    assert events == (StarterRolled(((3, 6), (2, 2), (4, 5), (2, 6)), leaders=(0, 2)),)
    assert match.score.contenders == (0, 2)
    with pytest.raises(IllegalAction) as raised:
        chance.roll_for_start(match, [(6, 3), (2, 2), (5, 4), (6, 2)])
    refused = raised.value.refusal
    assert refused == Refusal(Reason.WRONG_ROLLS, "S1", least=2, most=2, seat=1)
    match, _ = chance.roll_for_start(match, [(1, 6), None, (3, 4), None])
    assert match.score.contenders == (0, 2)
    match, events = chance.roll_for_start(match, [(1, 1), None, (1, 2), None])
    assert events[1:] == (StarterChosen(2, Choice.ROLLED),)


def test_S2_the_player_on_the_left_of_an_eliminated_starter_starts() -> None:
    after = played(PARKER, "2 333 444", "1x6 dudo")
    assert after.outcome == (DieLost(0), SeatOut(0), NextRound(1, None))


@pytest.mark.parametrize(
    ("key", "caller", "follower"),
    [("parker-1994", 2, 3), ("asmodee-2009", 2, 3), ("asmodee-2024", 3, 0), ("weekend", 1, 2)],
)
def test_S2_the_player_left_of_an_eliminated_calza_caller_starts(
    key: str, caller: int, follower: int
) -> None:
    after = played(rules_of(key, "calza"), "2 3 4 5", f"2x6 calza@{caller}")
    assert after.outcome == (DieLost(caller), SeatOut(caller), NextRound(follower, None))


def test_S2_a_wrong_calza_may_end_the_match() -> None:
    after = played(rules_of("asmodee-2009", "calza"), "2 3", "2x6 calza")
    assert after.outcome == (DieLost(1), SeatOut(1), MatchWon(0))


@with_calza
@pytest.mark.parametrize(("dice", "gained"), [(5, False), (4, True), (1, True)])
def test_S3_a_right_calza_with_five_dice_gains_nothing(key: str, dice: int, gained: bool) -> None:
    # In weekend only the next player may call, so seat 2 bids before seat 0 calls.
    words = "1x3 2x3 calza@0" if key == "weekend" else "2x3 calza@0"
    after = played(rules_of(key, "calza"), f"{'6' * dice} 35 345", words, starter=1)
    assert after.outcome == ((DieRegained(0),) if gained else ()) + (NextRound(0, None),)
    assert after.showdown.loser is None
    assert after.showdown.gainer == (0 if gained else None)
    assert after.match.dice == (dice + gained, 2, 3)


@with_calza
def test_S3_nothing_is_gained_with_all_starting_dice(key: str) -> None:
    # P7 gives a lost die back, but nobody with both of two starting dice has lost any.
    match = started(rules_of(key, "calza"), 3, dice=2, starter=1)
    words = "1x3 2x3 calza@0" if key == "weekend" else "2x3 calza@0"
    match, events = say(dealt(match, "66", "35", "34"), *words.split())
    assert events[-1] == NextRound(0, None)
    assert match.dice == (2, 2, 2)


def test_S4_after_a_right_calza_in_weekend_the_caller_starts() -> None:
    after = played(rules_of("weekend", "calza"), "33 444 555", "2x3 calza")
    assert after.outcome == (DieRegained(1), NextRound(1, None))
    nothing_gained = played(rules_of("weekend", "calza"), "33 44444 555", "2x3 calza")
    assert nothing_gained.outcome == (NextRound(1, None),)


def test_S5_the_bidder_may_not_calza_his_own_bid_in_parker() -> None:
    match = table(PARKER_CALZA, "22 33 44", "1x2")
    assert refusal_of(match, "calza", 0) == Refusal(Reason.CALZA_OWN_BID, "S5")
    assert callers(match) == (2,)


def test_S5_calza_is_impossible_for_the_last_two_in_parker() -> None:
    for shaken in ("22 33", "22 - 33"):
        match = table(PARKER_CALZA, shaken, "1x2")
        assert callers(match) == ()
        assert why(refusal_of(match, "calza")) == (Reason.CALZA_BY_NEXT, "P6")
    assert callers(table(rules_of("asmodee-2009", "calza"), "22 33", "1x2")) == (1,)


@every_edition
def test_S6_starting_with_one_die_each_is_not_palifico(key: str) -> None:
    match = started(with_palifico(key), 3, dice=1)
    _, (shaken,) = chance.deal(match, None)
    assert shaken == Dealt(1, starter=0, palifico=None, cups=None)
    match = dealt(match, "P", "3", "4")
    assert ranges(match) == "1-15x2 1-15x3 1-15x4 1-15x5 1-15x6"
    match, _ = say(match, "2x3")
    assert refusal_of(match, "2x4") is None
    assert played(with_palifico(key), "P 3 4", "2x3 dudo").showdown.found == 2


@every_edition
def test_S7_the_palifico_is_bound_when_the_turn_comes_back(key: str) -> None:
    match = table(with_palifico(key), "2 333 44", "1x4 2x4 3x4", palifico=True)
    assert ranges(match) == "4-15x4"
    assert refusal_of(match, "4x6") == Refusal(Reason.FACE_BOUND, "S7")
    assert refusal_of(match, "3x4") == Refusal(Reason.TOO_FEW, "S7", least=4, most=15)
    assert refusal_of(match, "dudo") is None


def test_S7_the_palifico_is_bound_to_the_face_of_a_veteran() -> None:
    match = table(PARKER, "2 3 44", "1x4 2x6 3x6", palifico=True)
    assert ranges(match) == "4-15x6"
    assert refusal_of(match, "4x4") == Refusal(Reason.FACE_BOUND, "S7")


@every_edition
def test_S8_no_paco_arithmetic_in_a_palifico_round(key: str) -> None:
    # C8 would allow 4xP over 7x5, and C9 would allow 7x5 over 3xP.
    match = table(with_palifico(key), "2 333 44", palifico=True)
    over_fives, _ = say(match, "7x5")
    assert ranges(over_fives) == "8-15x5"
    over_pacos, _ = say(match, "3xP")
    assert ranges(over_pacos) == "4-15xP"


def test_S8_to_a_veteran_paco_is_the_lowest_face() -> None:
    match = table(PARKER, "2 3 44", palifico=True)
    over_fives, _ = say(match, "7x5")
    assert ranges(over_fives) == "8-15xP 8-15x2 8-15x3 8-15x4 8-15x5 7-15x6"
    over_pacos, _ = say(match, "3xP")
    assert ranges(over_pacos) == "4-15xP 3-15x2 3-15x3 3-15x4 3-15x5 3-15x6"


@every_edition
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_S9_no_bid_above_the_dice_that_the_table_began_with(key: str, seats: int) -> None:
    match = bidding(rules_of(key), [1, 1] + [0] * (seats - 2))
    cap = 5 * seats
    assert refusal_of(match, f"{cap}x6") is None
    assert refusal_of(match, f"{cap + 1}x6") == Refusal(Reason.ABOVE_BOX, "S9", most=cap)
    match, _ = say(match, f"{cap}x2")
    assert refusal_of(match, f"{cap}xP") is None
    for word in (f"{cap + 1}x2", f"{cap + 1}x6", f"{cap + 1}xP", "999x6"):
        assert refusal_of(match, word) == Refusal(Reason.ABOVE_BOX, "S9", most=cap)


@every_edition
def test_S9_only_a_call_may_follow_the_highest_bid(key: str) -> None:
    match, _ = say(bidding(rules_of(key), [1, 1]), "5x2", "10xP")
    assert ranges(match) == ""
    assert refusal_of(match, "dudo") is None


@every_edition
def test_S9_the_limit_stays_when_dice_are_lost(key: str) -> None:
    assert perft(rules_of(key), [1, 1], 1) == [50]
    assert perft(with_palifico(key), [1, 1], 1, palifico=True) == [60]
    assert perft(rules_of(key), [1, 0, 1], 1) == [75]
    assert perft(rules_of(key), [1, 1, 1], 3) == perft(rules_of(key), [5, 5, 5], 3)


@every_edition
def test_S9_the_limit_is_the_full_box_with_fewer_starting_dice(key: str) -> None:
    assert Setup(rules_of(key), 3, dice=1).cap == 15
    match = dealt(started(rules_of(key), 3, dice=1))
    assert ranges(match) == "1-15x2 1-15x3 1-15x4 1-15x5 1-15x6"


PALIFICO_CALLERS = [("asmodee-2009", 1), ("asmodee-2009", 2), ("parker-1994", 2), ("weekend", 1)]


@pytest.mark.parametrize(("key", "caller"), PALIFICO_CALLERS)
@pytest.mark.parametrize(("word", "exact"), [("3x4", True), ("4x4", False)])
def test_S10_calza_in_a_palifico_round_counts_without_jokers(
    key: str, caller: int, word: str, exact: bool
) -> None:
    rules = rules_of(key, "calza")
    after = played(rules, "P 444 666", f"{word} calza@{caller}", palifico=True)
    assert after.showdown.found == 3
    came = DieRegained(caller) if exact else DieLost(caller)
    assert after.outcome == (came, NextRound(caller, None))


@with_calza
@pytest.mark.parametrize(("word", "exact"), [("3x4", False), ("4x4", True)])
def test_S10_in_any_other_round_pacos_count_for_a_calza(key: str, word: str, exact: bool) -> None:
    caller = 1 if key == "weekend" else 2
    after = played(rules_of(key, "calza"), "P 444 666", f"{word} calza@{caller}")
    assert (after.showdown.found, after.showdown.gainer) == (4, caller if exact else None)


def test_S10_calza_on_pacos_counts_pacos_only() -> None:
    after = played(rules_of("weekend", "calza"), "P2 P44 666", "3x4 2xP calza")
    assert (after.showdown.found, after.showdown.gainer) == (2, 2)


def test_S10_asmodee_2024_bars_calza_in_a_palifico_round() -> None:
    by_2009 = table(rules_of("asmodee-2009", "calza"), "P 444 666", "3x4", palifico=True)
    by_2024 = table(
        rules_of("asmodee-2024", "calza", "palifico"), "P 444 666", "3x4", palifico=True
    )
    assert (callers(by_2009), callers(by_2024)) == ((1, 2), ())


def test_S11_a_higher_face_never_with_fewer_dice_in_weekend() -> None:
    match = table(rules_of("weekend"), "22 33 44", "5x4")
    for word in ("4x5", "4x6", "1x6"):
        assert refusal_of(match, word) == Refusal(Reason.TOO_FEW, "W2", least=5, most=15)
    for word in ("5x5", "5x6", "6x2"):
        assert refusal_of(match, word) is None
    assert ranges(match) == ranges(table(PARKER, "22 33 44", "5x4"))


@every_edition
@pytest.mark.parametrize("word", ["2x3", "dudo", "calza"])
@pytest.mark.parametrize("seat", [1, 3, -1])
def test_S12_eliminated_players_and_onlookers_never_act(key: str, word: str, seat: int) -> None:
    rules = rules_of(key, calza="on")
    match = table(rules, "22 - 33", "1x2")
    assert refusal_of(match, word, seat) == Refusal(Reason.NOT_PLAYING, "S12", seat=seat)


@every_edition
def test_S12_they_have_no_legal_actions_and_no_cup(key: str) -> None:
    match = table(rules_of(key, calza="on"), "22 - 33", "1x2")
    assert view_for(match, 1).legal == view_for(match, None).legal == NO_ACTIONS
    assert view_for(match, 1).cup == ()
    with pytest.raises(IllegalAction) as raised:
        chance.deal(between_rounds(rules_of(key), [2, 0, 2]), cups("22", "6", "33"))
    assert raised.value.refusal == Refusal(Reason.WRONG_CUPS, "C11", least=0, most=0, seat=1)


@every_edition
@pytest.mark.parametrize("seat", [3, -1])
def test_S12_an_onlooker_does_not_start(key: str, seat: int) -> None:
    match, _ = chance.start_match(Setup(rules_of(key), 3))
    with pytest.raises(IllegalAction) as raised:
        chance.name_starter(match, seat, Choice.NOTED)
    assert raised.value.refusal == Refusal(Reason.NOT_PLAYING, "S12", seat=seat)


def test_S12_a_loser_of_the_roll_off_does_not_start() -> None:
    match, _ = chance.start_match(Setup(PARKER, 3))
    match, _ = chance.roll_for_start(match, [(5,), (2,), (5,)])
    with pytest.raises(IllegalAction) as raised:
        chance.name_starter(match, 1, Choice.NOTED)
    assert raised.value.refusal == Refusal(Reason.NOT_PLAYING, "S12", seat=1)
    with pytest.raises(IllegalAction) as raised:
        chance.roll_for_start(match, [None, (6,), (6,)])
    assert raised.value.refusal.reason is Reason.WRONG_ROLLS
    assert chance.roll_for_start(match, [(3,), None, (4,)])[0].score.starter == 2


def test_S13_two_players_are_left_when_only_two_still_have_dice() -> None:
    rules = rules_of("asmodee-2024", "calza")
    match = table(rules, "22 - 33 -", "1x2")
    assert callers(match) == ()
    assert refusal_of(match, "calza", 2) == Refusal(Reason.CALZA_LAST_TWO, "I6")
    assert callers(table(rules, "22 - 33 44", "1x2")) == (2, 3)


def test_S14_a_veteran_has_one_die_whether_palifico_before_or_not() -> None:
    for been in ((), (1,)):
        match = between_rounds(PARKER, [1, 1, 2], palifico=True, been_palifico=been)
        match, _ = say(dealt(match), "2x4")
        assert ranges(match) == "3-15xP 3-15x2 3-15x3 3-15x4 2-15x5 2-15x6"


def test_S14_a_player_who_regained_a_die_is_not_a_veteran() -> None:
    match = between_rounds(PARKER, [1, 2, 2], palifico=True, been_palifico=(1,))
    match, _ = say(dealt(match), "2x4")
    assert ranges(match) == "3-15x4"


def test_S14_the_palifico_of_the_round_is_not_a_veteran() -> None:
    match = table(PARKER, "2 3", "1x4 2x5", palifico=True)
    assert ranges(match) == "3-10x5"


def test_S15_the_fourth_die_is_counted_net_of_dice_regained() -> None:
    # Three dice lost, one regained, one lost again: the fourth loss leaves two dice, not one.
    back = played(PARKER_CALZA, "333 22 44", "3x3 calza@2")
    assert back.match.dice == (3, 2, 3)
    match = dealt(back.match, "333", "22", "444")
    match, events = say(match, "6x6", "dudo")
    assert (match.dice, events[-1]) == ((3, 2, 2), NextRound(2, None))
    match, events = say(dealt(match, "333", "22", "44"), "6x6", "dudo")
    assert (match.dice, events[-1]) == ((3, 2, 1), NextRound(2, 2))


def test_S15_palifico_still_comes_once_in_a_game() -> None:
    match = between_rounds(PARKER, [2, 3], been_palifico=[0])
    match, events = say(dealt(match, "22", "333"), "4x6", "dudo")
    assert (match.dice, events[-1]) == ((1, 3), NextRound(0, None))


@pytest.mark.parametrize(
    ("key", "rolls", "leaders"),
    [
        ("parker-1994", [(1,), (2,)], (1,)),
        ("parker-1994", [(1,), (1,)], (0, 1)),
        ("weekend", [(1, 6), (4, 4)], (1,)),
        ("weekend", [(1, 6), (4, 3)], (0, 1)),
        ("weekend", [(1, 1), (1, 2)], (1,)),
    ],
)
def test_S16_a_paco_counts_1_in_the_rolls_for_the_start(
    key: str, rolls: list[tuple[int, ...]], leaders: tuple[int, ...]
) -> None:
    match, _ = chance.start_match(Setup(rules_of(key), 2))
    _, events = chance.roll_for_start(match, rolls)
    assert isinstance(events[0], StarterRolled)
    assert events[0].leaders == leaders


def test_S17_two_calzas_at_once_in_parker_go_to_the_first_clockwise_from_the_bidder() -> None:
    match = table(PARKER_CALZA, "22 33 44 55", "1x2 2x2 3x2")
    for spoken, has_it in (((1, 0), 0), ((0, 1), 0), ((1,), 1)):
        assert winning_claim(match, [Claim(seat, CALZA) for seat in spoken]) == Claim(has_it, CALZA)
    assert clause_for(PARKER_CALZA, "calza_ties") == "S17"


@pytest.mark.parametrize("said", [Claim(1, DUDO), Claim(1, Bid(2, 2))])
def test_S18_in_parker_calza_or_next_players_move_whichever_is_heard_first(said: Claim) -> None:
    match = table(PARKER_CALZA, "22 33 44", "1x2")
    claimed = Claim(2, CALZA)
    assert winning_claim(match, [claimed, said]) == claimed
    assert winning_claim(match, [said, claimed]) == said
    assert clause_for(PARKER_CALZA, "calza_against_move") == "S18"


def test_S19_a_palifico_in_weekend_may_open_on_pacos_and_others_bid_more_of_them() -> None:
    match = table(rules_of("weekend"), "P 333 44", "1xP", palifico=True)
    assert ranges(match) == "2-15xP"
    match, _ = say(match, "2xP")
    assert ranges(match) == "3-15xP"


def test_S20_the_bidder_lifts_last_in_asmodee_2024() -> None:
    for words in ("1x2 2x2 dudo", "1x2 2x2 calza@0"):
        after = played(rules_of("asmodee-2024", "calza"), "22 33 44 - 55", words)
        assert (after.showdown.bidder, after.showdown.steps[-1]) == (1, (1,))


@pytest.mark.parametrize(
    ("key", "point", "clauses"),
    [
        ("asmodee-2024", "reveal", ("I10", "S20")),
        ("asmodee-2024", "first_starter", ("I1", "S20")),
        ("weekend", "calza_starter", ("W7", "S4")),
        ("parker-1994", "calza_ties", ("S17",)),
        ("parker-1994", "calza_against_move", ("S18",)),
        ("asmodee-2009", "reveal", ()),
    ],
)
def test_S20_clauses_of_a_point_are_the_books_then_ours(
    key: str, point: str, clauses: tuple[str, ...]
) -> None:
    assert own_clauses(rules_of(key), point) == clauses


def test_S20_when_nobody_saw_a_toucan_the_starter_is_drawn() -> None:
    match, _ = chance.start_match(Setup(rules_of("asmodee-2024"), 3))
    match, events = chance.name_starter(match, 2, Choice.DRAWN)
    assert (match.score.starter, events) == (2, (StarterChosen(2, Choice.DRAWN),))
