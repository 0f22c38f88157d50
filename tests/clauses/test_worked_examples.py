"""The examples that the rulebooks work through, under "Worked examples" of the rules page.

The books show dice in pictures that we do not have; the cups here match their numbers.
"""

import pytest

from perudo.engine.bid import Bid
from perudo.engine.events import DieLost, NextRound
from perudo.engine.match import Match
from perudo.engine.play import turn_of
from perudo.engine.position import between_rounds
from perudo.engine.refusals import Reason, Refusal
from testkit.matches import (
    bidding,
    dealt,
    legal_bids,
    refusal_of,
    rules_of,
    say,
    with_palifico,
)
from testkit.rounds import Played, played, ranges, table

ANDREA, DIEGO, MARIA, AURORA, CARMEN, NICOLA = range(6)


def after_opening(key: str, word: str, seats: int = 6) -> Match:
    return say(bidding(rules_of(key), [5] * seats), word)[0]


@pytest.fixture
def five_at_the_table() -> Match:
    """21 dice, four 5s and five Pacos."""
    match = between_rounds(rules_of("asmodee-2009"), [5, 4, 4, 4, 4])
    assert sum(match.dice) == 21
    return dealt(match, "PP544", "P543", "P632", "P526", "5433")


def test_asmodee_2009_five_players_bid(five_at_the_table: Match) -> None:
    match, _ = say(five_at_the_table, "4x4", "6x4")
    assert refusal_of(match, "2xP") == Refusal(Reason.TOO_FEW_PACOS, "C8", least=3, most=25)
    assert refusal_of(match, "3xP") is None
    match, _ = say(match, "4xP")
    assert refusal_of(match, "8x5") == Refusal(Reason.TOO_FEW_AFTER_PACOS, "C9", least=9, most=25)
    assert refusal_of(match, "9x5") is None


def test_asmodee_2009_four_fives_and_five_pacos_hold(five_at_the_table: Match) -> None:
    after = Played(*say(five_at_the_table, "4x4", "6x4", "4xP", "9x5", "dudo"))
    shown = after.showdown
    assert (shown.bidder, shown.bid, shown.caller) == (3, Bid(9, 5), 4)
    assert (shown.found, shown.loser) == (9, 4)
    assert after.outcome == (DieLost(4), NextRound(4, None))
    assert after.match.dice == (5, 4, 4, 4, 3)


def test_asmodee_2024_maria_and_nicola() -> None:
    # Maria sits at seat 0, Nicola at seat 1.
    after = played(rules_of("asmodee-2024"), "33P45 3P366", "5x3 dudo")
    assert (after.showdown.found, after.showdown.loser) == (6, 1)
    assert after.outcome == (DieLost(1), NextRound(1, None))


@pytest.mark.parametrize("quantity", [8, 9])
def test_asmodee_2024_six_players(quantity: int) -> None:
    # We do not have the book's picture with its sixes; nine is the most that holds.
    shaken = "66P23 6P245 P3345 6P222 63344 55432"
    words = f"2x6 3x6 4x6 5x6 {quantity}x6 dudo"
    after = played(rules_of("asmodee-2024"), shaken, words, starter=ANDREA)
    shown = after.showdown
    assert (shown.bidder, shown.caller, shown.found) == (CARMEN, NICOLA, 9)
    assert after.outcome == (DieLost(NICOLA), NextRound(NICOLA, None))


def test_asmodee_2024_six_players_one_more_would_not_hold() -> None:
    shaken = "66P23 6P245 P3345 6P222 63344 55432"
    after = played(rules_of("asmodee-2024"), shaken, "2x6 3x6 4x6 5x6 10x6 dudo")
    assert after.outcome == (DieLost(CARMEN), NextRound(CARMEN, None))


def test_asmodee_2024_from_four_fours() -> None:
    bids = legal_bids(after_opening("asmodee-2024", "4x4"))
    assert {"5x2", "5x3", "5x4", "5x5", "5x6", "4x5", "4x6"} <= bids
    assert not {"4x2", "4x3", "4x4", "3x5", "3x6"} & bids


def test_asmodee_2024_from_two_fours_in_an_ultimo_dado_round() -> None:
    rules = rules_of("asmodee-2024", "palifico")
    match = table(rules, "4 34 456", "2x4", palifico=True)
    assert ranges(match) == "3-15x4"


@pytest.mark.parametrize(
    ("key", "allowed"),
    [
        ("asmodee-2009", ("7x4", "5x5")),
        ("menteur", ("7x4", "5x5")),
        ("weekend", ("9x4", "5x6")),
    ],
)
def test_from_five_fours(key: str, allowed: tuple[str, ...]) -> None:
    match = after_opening(key, "5x4")
    for word in allowed:
        assert refusal_of(match, word) is None
    for word in ("5x4", "4x5"):
        assert refusal_of(match, word) is not None


def test_weekend_palifico_from_five_threes() -> None:
    match = table(with_palifico("weekend"), "3 34 456", "5x3", palifico=True)
    assert refusal_of(match, "7x3") is None
    assert refusal_of(match, "5x4") == Refusal(Reason.FACE_BOUND, "W3")


def test_parker_from_eight_of_a_face() -> None:
    match = after_opening("parker-1994", "8x4")
    assert ranges(match) == "4-30xP 9-30x2 9-30x3 9-30x4 8-30x5 8-30x6"


@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_parker_from_nine_of_a_face_to_five_pacos(face: int) -> None:
    match = after_opening("parker-1994", f"9x{face}")
    assert refusal_of(match, "5xP") is None
    assert refusal_of(match, "4xP") == Refusal(Reason.TOO_FEW_PACOS, "C8", least=5, most=30)


@pytest.mark.parametrize(
    ("shaken", "found", "loser"),
    [
        ("44432 44P32 44232", 8, 0),
        ("44432 44P32 P4P32", 9, 1),
        ("44432 44P32 44P42", 10, 1),
    ],
)
def test_parker_dudo_on_nine(shaken: str, found: int, loser: int) -> None:
    after = played(rules_of("parker-1994"), shaken, "9x4 dudo")
    assert after.showdown.found == found
    assert after.outcome == (DieLost(loser), NextRound(loser, None))


@pytest.mark.parametrize("face", ["P", "2", "6"])
def test_parker_palifico_from_three_of_a_face(face: str) -> None:
    match = table(rules_of("parker-1994"), "2 33 44", f"3x{face}", palifico=True)
    assert ranges(match) == f"4-15x{face}"


@pytest.fixture
def veteran_to_bid() -> Match:
    """Return a palifico round with bids of one 4 and two 4s, in which a veteran is next to bid."""
    match = table(rules_of("parker-1994"), "4 445 6 566", "1x4 2x4", palifico=True)
    turn = turn_of(match)
    assert turn is not None
    assert (turn.seat, match.dice[turn.seat]) == (2, 1)
    return match


def test_parker_a_veteran_may_change_the_face(veteran_to_bid: Match) -> None:
    for quantity in (4, 3):
        for face in "P2356":
            assert refusal_of(veteran_to_bid, f"{quantity}x{face}") is None
    for face in "56":
        assert refusal_of(veteran_to_bid, f"2x{face}") is None
    for face in "P234":
        assert refusal_of(veteran_to_bid, f"2x{face}") == Refusal(
            Reason.TOO_FEW, "P5", least=3, most=20
        )


def test_parker_after_the_veterans_two(veteran_to_bid: Match) -> None:
    match, _ = say(veteran_to_bid, "2x5")
    assert ranges(match) == "3-20x5"
