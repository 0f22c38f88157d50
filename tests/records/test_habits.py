"""How somebody played, counted from rounds whose dice everybody has seen."""

from perudo.engine.actions import CALZA, DUDO, Call, Seat
from perudo.engine.bid import Bid
from perudo.engine.events import BidMade, Showdown
from perudo.engine.played import PlayedRound
from perudo.records.habits import Habits, habits_of, total

CUPS = ((2, 2, 3), (1, 4, 5), (6, 6, 6))


def played(
    bids: list[tuple[Seat, int, int]],
    caller: Seat,
    call: Call,
    found: int,
    loser: Seat | None,
    palifico: Seat | None = None,
) -> PlayedRound:
    made = tuple(BidMade(seat, Bid(quantity, face)) for seat, quantity, face in bids)
    last = made[-1]
    showdown = Showdown(last.seat, last.bid, caller, call, CUPS, (), found, loser, None)
    return PlayedRound(1, made[0].seat, palifico, made, showdown)


def test_bluffs_that_pass_and_bids_that_hold() -> None:
    # Three twos are there with the joker, four fives and five sixes are not.
    rounds = [
        played([(0, 3, 2), (1, 4, 5), (0, 4, 6)], 1, DUDO, 4, 1),
        played([(0, 5, 6), (1, 6, 6)], 0, DUDO, 4, 1),
    ]
    assert habits_of(rounds, 0) == Habits(
        rounds=2, bids=3, bluffs=1, bluffs_passed=1, doubted=1, held=1, doubts=1, doubts_right=1
    )
    assert habits_of(rounds, 1) == Habits(
        rounds=2, bids=2, bluffs=2, bluffs_passed=1, doubted=1, doubts=1, lost_bid=1, lost_doubt=1
    )


def test_jokers_do_not_count_in_palifico_rounds() -> None:
    bids = [(0, 3, 2), (1, 3, 6)]
    assert habits_of([played(bids, 2, DUDO, 4, 2)], 0).bluffs == 0
    assert habits_of([played(bids, 2, DUDO, 3, 2, palifico=0)], 0).bluffs == 1


def test_calza_right_and_wrong() -> None:
    right = played([(0, 4, 6)], 2, CALZA, 4, None)
    wrong = played([(0, 3, 6)], 2, CALZA, 4, 2)
    counted = habits_of([right, wrong], 2)
    assert (counted.calzas, counted.calzas_right, counted.lost_calza, counted.lost) == (2, 1, 1, 1)
    # A calza is no doubt: the bidder's bid neither held nor fell.
    assert habits_of([right, wrong], 0).doubted == 0


def test_habits_of_no_match_are_all_zero() -> None:
    assert total([]) == Habits()
