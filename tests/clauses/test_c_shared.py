"""The rules that all five boxes share, C1 to C12, each tested in every box."""

import pytest

from perudo.engine import chance, play
from perudo.engine.actions import CALZA, DUDO
from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, PACO, PLAIN_FACES
from perudo.engine.events import (
    BidMade,
    Called,
    Dealt,
    DieLost,
    MatchWon,
    NextRound,
    SeatOut,
    Showdown,
)
from perudo.engine.house import SetupFault, SetupProblem
from perudo.engine.match import Phase
from perudo.engine.play import turn_of
from perudo.engine.refusals import IllegalAction, Reason, Refusal
from perudo.engine.setup import Setup
from perudo.engine.view import redact, remembered_dice, view_for
from testkit.matches import (
    ALL,
    bidding,
    cups,
    dealt,
    refusal_of,
    rules_of,
    say,
    started,
    with_palifico,
)
from testkit.rounds import play_on, played, ranges, table, why

every_edition = pytest.mark.parametrize("key", ALL)


@every_edition
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_C1_two_to_six_players_with_five_dice_each(key: str, seats: int) -> None:
    match = started(rules_of(key), seats)
    assert match.dice == (5,) * seats
    assert match.playing == tuple(range(seats))


@every_edition
@pytest.mark.parametrize(
    ("seats", "dice", "problem"),
    [
        (1, 5, SetupFault.SEATS),
        (7, 5, SetupFault.SEATS),
        (3, 0, SetupFault.DICE),
        (3, 6, SetupFault.DICE),
    ],
)
def test_C1_other_numbers_of_players_or_dice_are_rejected(
    key: str, seats: int, dice: int, problem: SetupFault
) -> None:
    with pytest.raises(SetupProblem) as raised:
        Setup(rules_of(key), seats, dice)
    assert raised.value.fault is problem
    assert (
        raised.value.allowed == {SetupFault.SEATS: ("2", "6"), SetupFault.DICE: ("1", "5")}[problem]
    )


@every_edition
def test_C1_faces_are_2_to_6_and_paco(key: str) -> None:
    assert (FACES, PLAIN_FACES, PACO) == ((1, 2, 3, 4, 5, 6), (2, 3, 4, 5, 6), 1)
    match = bidding(rules_of(key), [5, 5])
    for face in (0, 7):
        refused = play.refusal(match, 0, Bid(1, face))
        assert refused == Refusal(Reason.NO_SUCH_FACE, "C1")


@every_edition
@pytest.mark.parametrize(
    ("shaken", "clause", "seat"),
    [
        ([(1, 2, 3, 4, 5), (1, 2, 3, 4)], "C11", 1),
        ([(1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5)], "C11", 0),
        ([(2, 2, 2, 2, 2), (0, 2, 2, 2, 2)], "C1", 1),
        ([(2, 2, 2, 2, 2), (2, 2, 2, 2, 7)], "C1", 1),
        ([(2, 2, 2, 2, 2)], "C1", 1),
        ([(2, 2, 2, 2, 2)] * 3, "C1", 2),
    ],
)
def test_C1_wrong_cups_are_refused(
    key: str, shaken: list[tuple[int, ...]], clause: str, seat: int
) -> None:
    with pytest.raises(IllegalAction) as raised:
        chance.deal(started(rules_of(key), 2), shaken)
    refused = raised.value.refusal
    assert (refused.reason, refused.clause, refused.seat) == (Reason.WRONG_CUPS, clause, seat)


@every_edition
def test_C1_dice_stay_under_the_cup(key: str) -> None:
    match, (shaken,) = chance.deal(started(rules_of(key), 2), cups("P2345", "66543"))
    assert shaken == Dealt(1, 0, None, ((1, 2, 3, 4, 5), (3, 4, 5, 6, 6)))
    assert redact(shaken, 1) == Dealt(1, 0, None, (None, (3, 4, 5, 6, 6)))
    assert redact(shaken, None) == Dealt(1, 0, None, (None, None))
    assert view_for(match, 0).cup == (1, 2, 3, 4, 5)
    assert view_for(match, 1).cup == (3, 4, 5, 6, 6)
    assert view_for(match, None).cup is None


@every_edition
def test_C2_the_starter_bids_and_play_goes_clockwise(key: str) -> None:
    match = table(rules_of(key), "22 33 44 -", starter=2)
    turns = []
    for word in ("1x2", "2x2", "3x2", "4x2"):
        turn = turn_of(match)
        assert turn is not None
        turns.append(turn.seat)
        match, _ = say(match, word)
    assert turns == [2, 0, 1, 2]


@every_edition
def test_C2_nobody_bids_out_of_turn(key: str) -> None:
    match = table(rules_of(key), "22 33 44", "1x2")
    out_of_turn = Refusal(Reason.NOT_YOUR_TURN, "C2", seat=1)
    assert refusal_of(match, "3x2", 0) == refusal_of(match, "3x2", 2) == out_of_turn
    assert refusal_of(match, "3x2", 1) is None


@every_edition
def test_C2_cups_are_dealt_once_before_the_first_bid(key: str) -> None:
    waiting = started(rules_of(key), 2)
    assert waiting.phase is Phase.ROLLING
    assert refusal_of(waiting, "1x2", 0) == Refusal(Reason.NO_ROUND, "C2")
    shaken = dealt(waiting, "22345", "22345")
    assert shaken.phase is Phase.BIDDING
    with pytest.raises(IllegalAction) as raised:
        chance.deal(shaken, cups("22345", "22345"))
    assert raised.value.refusal == Refusal(Reason.CUPS_NOT_DUE, "C2")


@every_edition
def test_C2_no_cups_before_the_starter_is_known(key: str) -> None:
    match, _ = chance.start_match(Setup(rules_of(key), 2))
    with pytest.raises(IllegalAction) as raised:
        chance.deal(match, None)
    assert raised.value.refusal == Refusal(Reason.CUPS_NOT_DUE, "C2")


@every_edition
def test_C3_a_bid_names_at_least_one_die(key: str) -> None:
    match = bidding(rules_of(key), [5, 5])
    assert refusal_of(match, "1x2") is None
    assert refusal_of(match, "0x2") == Refusal(Reason.BELOW_ONE, "C3", least=1)
    assert play.refusal(match, 0, Bid(-1, 2)) == Refusal(Reason.BELOW_ONE, "C3", least=1)
    assert ranges(match) == "1-10x2 1-10x3 1-10x4 1-10x5 1-10x6"


@every_edition
def test_C3_bluffing_is_not_checked_until_the_call(key: str) -> None:
    match, events = say(table(rules_of(key), "22 33"), "10x6")
    assert events == (BidMade(0, Bid(10, 6)),)
    assert match.dice == (2, 2)
    assert match.phase is Phase.BIDDING


@every_edition
def test_C3_the_bid_is_about_the_whole_table(key: str) -> None:
    assert played(rules_of(key), "4 44 4", "4x4 dudo").showdown.found == 4


@every_edition
def test_C4_a_bid_is_answered_by_a_higher_bid_or_dudo(key: str) -> None:
    match = table(rules_of(key), "22 33 44", "3x4")
    for low in ("3x4", "2x4", "2x5", "1xP"):
        assert refusal_of(match, low) is not None, low
    for high in ("4x4", "3x5", "2xP", "dudo"):
        assert refusal_of(match, high) is None, high


@every_edition
def test_C4_no_dudo_out_of_turn_or_before_the_first_bid(key: str) -> None:
    match = table(rules_of(key), "22 33 44")
    assert refusal_of(match, "dudo", 0) == Refusal(Reason.NO_BID_YET, "C4")
    assert refusal_of(match, "dudo", 1) == Refusal(Reason.NOT_YOUR_TURN, "C4", seat=0)
    match, _ = say(match, "1x2")
    assert refusal_of(match, "dudo", 0) == Refusal(Reason.NOT_YOUR_TURN, "C4", seat=1)
    assert refusal_of(match, "dudo", 2) == Refusal(Reason.NOT_YOUR_TURN, "C4", seat=1)
    assert refusal_of(match, "dudo", 1) is None


@every_edition
def test_C4_dudo_is_against_the_last_bid(key: str) -> None:
    # The first bid was a bluff; only the last one, which holds, is counted.
    shown = played(rules_of(key), "33 33 44", "5x2 3xP 7x4 dudo").showdown
    assert (shown.bidder, shown.bid, shown.caller) == (2, Bid(7, 4), 0)
    assert (shown.found, shown.loser) == (2, 2)


@every_edition
def test_C4_no_action_is_legal_after_a_call(key: str) -> None:
    match, events = say(bidding(rules_of(key), [2, 2]), "1x2", "dudo")
    assert events == (BidMade(0, Bid(1, 2)), Called(1, DUDO))
    assert match.phase is Phase.COUNTING
    for word in ("9x2", "dudo", "calza"):
        for seat in (0, 1):
            assert refusal_of(match, word, seat) == Refusal(Reason.NO_ROUND, "C2")


@every_edition
@pytest.mark.parametrize(("quantity", "loser"), [(2, 1), (3, 1), (4, 0)])
def test_C5_the_caller_loses_if_the_bid_holds_else_the_bidder(
    key: str, quantity: int, loser: int
) -> None:
    after = played(rules_of(key), "444 555", f"{quantity}x5 dudo")
    bid = Bid(quantity, 5)
    shown = after.showdown
    assert after.events[:2] == (BidMade(0, bid), Called(1, DUDO))
    assert shown == Showdown(
        0, bid, 1, DUDO, cups("444", "555"), shown.steps, 3, loser, gainer=None
    )
    assert after.outcome == (DieLost(loser), NextRound(loser, None))
    assert after.match.dice == ((2, 3) if loser == 0 else (3, 2))


@every_edition
@pytest.mark.parametrize(("count", "loser"), [(0, 0), (3, 0), (4, 1), (10, 1)])
def test_C5_players_may_count_cups_that_are_not_recorded(key: str, count: int, loser: int) -> None:
    match, _ = say(bidding(rules_of(key), [5, 5]), "4x5", "dudo")
    match, events = chance.tally(match, count)
    assert events[1:] == (DieLost(loser), NextRound(loser, None))
    assert match.dice == ((4, 5) if loser == 0 else (5, 4))


@every_edition
def test_C5_a_count_needs_a_call_and_cannot_exceed_the_dice(key: str) -> None:
    bid_only, _ = say(bidding(rules_of(key), [5, 3]), "4x5")
    for match in (bid_only, started(rules_of(key), 2)):
        with pytest.raises(IllegalAction) as raised:
            chance.tally(match, 3)
        assert raised.value.refusal == Refusal(Reason.COUNT_NOT_DUE, "C5")
    called, _ = say(bid_only, "dudo")
    for count in (-1, 9):
        with pytest.raises(IllegalAction) as raised:
            chance.tally(called, count)
        assert raised.value.refusal == Refusal(Reason.WRONG_COUNT, "C5", least=0, most=8)
    assert chance.tally(called, 8)[0].dice == (5, 2)


@every_edition
@pytest.mark.parametrize(
    ("words", "found"),
    [("4x5 dudo", 4), ("4x6 dudo", 3), ("4x2 dudo", 5), ("4x2 2xP dudo", 3)],
)
def test_C6_pacos_are_jokers_and_a_bid_on_pacos_counts_pacos_only(
    key: str, words: str, found: int
) -> None:
    assert played(rules_of(key), "P225 PP43", words).showdown.found == found


@every_edition
@pytest.mark.parametrize(("word", "found"), [("4x5", 1), ("4x2", 2), ("4xP", 3)])
def test_C6_no_jokers_in_a_palifico_round(key: str, word: str, found: int) -> None:
    after = played(with_palifico(key), "P PP225", f"{word} dudo", palifico=True)
    assert after.showdown.found == found


@every_edition
def test_C7_nobody_opens_on_pacos(key: str) -> None:
    match = bidding(with_palifico(key), [5, 5])
    for word in ("1xP", "5xP", "10xP"):
        assert refusal_of(match, word) == Refusal(Reason.PACO_OPENING, "C7")


@every_edition
def test_C7_no_exception_is_named_if_palifico_is_not_played(key: str) -> None:
    """Without palifico the refusal must not mention the palifico's exception."""
    off = {} if key == "asmodee-2024" else {"palifico": "off"}
    match = bidding(rules_of(key, **off), [5, 5])
    for word in ("1xP", "5xP", "10xP"):
        assert refusal_of(match, word) == Refusal(Reason.PACO_NEVER_OPENS, "C7")


@every_edition
def test_C7_a_palifico_may_open_on_pacos(key: str) -> None:
    match = bidding(with_palifico(key), [1, 5], palifico=True)
    assert ranges(match) == "1-10xP 1-10x2 1-10x3 1-10x4 1-10x5 1-10x6"


@every_edition
@pytest.mark.parametrize(
    ("quantity", "least"), [(1, 1), (2, 1), (6, 3), (7, 4), (9, 5), (11, 6), (30, 15)]
)
@pytest.mark.parametrize("face", PLAIN_FACES)
def test_C8_from_a_plain_face_to_half_as_many_pacos_rounded_up(
    key: str, quantity: int, least: int, face: int
) -> None:
    match, _ = say(bidding(rules_of(key), [5] * 6), f"{quantity}x{face}")
    assert ranges(match).split()[0] == f"{least}-30xP"
    if least > 1:
        assert refusal_of(match, f"{least - 1}xP") == Refusal(
            Reason.TOO_FEW_PACOS, "C8", least=least, most=30
        )


@every_edition
@pytest.mark.parametrize(("quantity", "least"), [(1, 3), (3, 7), (4, 9), (14, 29)])
def test_C9_from_pacos_to_more_pacos_or_twice_as_many_and_one_of_any_face(
    key: str, quantity: int, least: int
) -> None:
    match, _ = say(bidding(rules_of(key), [5] * 6), "1x6", f"{quantity}xP")
    plain = " ".join(f"{least}-30x{face}" for face in PLAIN_FACES)
    assert ranges(match) == f"{quantity + 1}-30xP {plain}"
    assert refusal_of(match, f"{least - 1}x6") == Refusal(
        Reason.TOO_FEW_AFTER_PACOS, "C9", least=least, most=30
    )
    assert why(refusal_of(match, f"{quantity}xP")) == (Reason.TOO_FEW, "C9")


@every_edition
def test_C9_fifteen_pacos_leave_no_plain_face_at_six_seats(key: str) -> None:
    match, _ = say(bidding(rules_of(key), [5] * 6), "1x6", "15xP")
    assert ranges(match) == "16-30xP"
    assert why(refusal_of(match, "30x6")) == (Reason.TOO_FEW_AFTER_PACOS, "C9")


@every_edition
@pytest.mark.parametrize(("words", "loser"), [("3x6 dudo", 2), ("1x2 2x2 3x2 dudo", 2)])
def test_C10_the_player_who_lost_a_die_starts(key: str, words: str, loser: int) -> None:
    # First as the bidder, then as the caller.
    after = played(rules_of(key), "222 444 455", words, starter=2)
    assert after.outcome == (DieLost(loser), NextRound(loser, None))
    assert after.match.score.starter == loser
    assert refusal_of(dealt(after.match), "1x2", loser) is None


@every_edition
def test_C10_the_player_left_of_an_eliminated_one_starts(key: str) -> None:
    # Seat 3 is already out, so seat 0 sits left of seat 2, whoever called.
    after = played(rules_of(key), "222 444 5 -", "3x6 dudo", starter=2)
    assert after.outcome == (DieLost(2), SeatOut(2), NextRound(0, None))
    assert after.match.playing == (0, 1)
    assert after.match.score.starter == 0


@every_edition
def test_C10_the_player_left_of_an_eliminated_caller_starts(key: str) -> None:
    after = played(rules_of(key), "222 4 555 66", "1x2 dudo")
    assert after.outcome == (DieLost(1), SeatOut(1), NextRound(2, None))


@every_edition
def test_C11_lost_dice_leave_the_game(key: str) -> None:
    match = played(rules_of(key), "22222 33333", "6x2 dudo").match
    assert match.dice == (4, 5)
    with pytest.raises(IllegalAction) as raised:
        chance.deal(match, cups("22222", "33333"))
    assert raised.value.refusal == Refusal(Reason.WRONG_CUPS, "C11", least=4, most=4, seat=0)
    assert dealt(match, "2222", "33333").phase is Phase.BIDDING


@every_edition
def test_C11_the_last_player_with_a_die_wins(key: str) -> None:
    after = played(rules_of(key), "2 - 33", "1x6 dudo")
    match = after.match
    assert after.outcome == (DieLost(0), SeatOut(0), MatchWon(2))
    assert (match.winner, match.phase, match.dice) == (2, Phase.OVER, (0, 0, 2))
    assert (match.score.starter, match.score.palifico) == (None, None)
    over = Refusal(Reason.MATCH_OVER, "C11")
    for action in (Bid(1, 2), DUDO, CALZA):
        assert play.refusal(match, 2, action) == over
    with pytest.raises(IllegalAction) as raised:
        chance.deal(match, None)
    assert raised.value.refusal == over


@every_edition
def test_C11_nobody_wins_while_two_have_dice(key: str) -> None:
    after = played(rules_of(key), "2 3 44", "1x6 dudo")
    assert after.outcome == (DieLost(0), SeatOut(0), NextRound(1, None))
    assert after.match.winner is None


@every_edition
def test_C12_the_number_of_other_players_dice_is_hidden(key: str) -> None:
    match = bidding(rules_of(key), [4, 2, 0, 5])
    assert view_for(match, 0).dice == (4, None, 0, None)
    assert view_for(match, 3).dice == (None, None, 0, 5)
    assert view_for(match, None).dice == (None, None, 0, None)
    assert view_for(match, None).out == (2,)


@every_edition
def test_C12_the_legal_bids_do_not_reveal_the_number_of_dice(key: str) -> None:
    few, many = (bidding(rules_of(key), dice) for dice in ([1, 2, 1], [5, 5, 5]))
    assert ranges(few) == ranges(many) == "1-15x2 1-15x3 1-15x4 1-15x5 1-15x6"
    assert view_for(many, 0).legal == view_for(few, 0).legal


@every_edition
def test_C12_the_result_of_every_call_is_public(key: str) -> None:
    first = played(rules_of(key), "22222 33333 44444", "6x2 dudo")
    second = play_on(first.match, "2222 33333 44444", "1x2 dudo")
    for seat in (0, 1, 2, None):
        view = view_for(second.match, seat)
        assert [past.showdown for past in view.past] == [first.showdown, second.showdown]
        assert remembered_dice(view) == (4, 4, 5)
        assert redact(second.showdown, seat) == second.showdown
