"""``winning_claim`` against a plain reading of the clauses, in every order of speaking."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import pytest

from perudo.engine.actions import CALZA, DUDO, Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.hearing import Claim, winning_claim
from testkit.matches import bidding, rules_of, say

SIZES = (2, 3, 4, 5, 6)
MOVES: tuple[Action, ...] = (DUDO, Bid(2, 2), CALZA)


def clockwise(bidder: Seat, playing: Sequence[Seat], seats: int) -> list[Seat]:
    """Return the others who still have dice, clockwise from the bidder."""
    around = [(bidder + step) % seats for step in range(1, seats)]
    return [seat for seat in around if seat in playing]


def may_call(key: str, seat: Seat, bidder: Seat, others: Sequence[Seat]) -> bool:
    """Return whether a seat may call calza: P6 with S5, A5, I5 with I6 and S13, W5."""
    if seat == bidder or seat not in others:
        return False
    match key:
        case "parker-1994":
            return seat != others[0]
        case "asmodee-2009":
            return True
        case "asmodee-2024":
            return len(others) > 1
        case _:
            return seat == others[0]


def by_the_book(
    key: str, spoken: Sequence[Claim], bidder: Seat, others: Sequence[Seat]
) -> Claim | None:
    following = others[0]
    counting = [
        said
        for said in spoken
        if (may_call(key, said.seat, bidder, others) if said.action is CALZA else True)
    ]
    moves = [said for said in counting if said == (following, said.action)]
    moves = [said for said in moves if said.action is not CALZA]
    called = {said.seat for said in counting if said.action is CALZA}
    nearest = [Claim(seat, CALZA) for seat in others if seat in called]  # A8, I9, S17
    if not counting:
        return None
    if not nearest:
        return moves[0]
    if not moves:
        return nearest[0]
    if key == "asmodee-2009":
        return moves[0]  # A9
    return moves[0] if counting[0] == moves[0] else nearest[0]  # I12, S18


def orders(seats: int, following: Seat) -> Iterator[list[Claim]]:
    """Yield every order of claims: any seat may call calza, the next player may also move."""
    callers = [seat for seat in range(seats) if seat != following]
    for size in range(len(callers) + 1):
        for claiming in combinations(callers, size):
            calzas = [Claim(seat, CALZA) for seat in claiming]
            for order in permutations(calzas):
                yield list(order)
                for move in MOVES:
                    for place in range(size + 1):
                        yield [*order[:place], Claim(following, move), *order[place:]]


@pytest.mark.parametrize("seats", SIZES)
@pytest.mark.parametrize("key", ["parker-1994", "asmodee-2009", "asmodee-2024", "weekend"])
def test_the_winning_claim_is_the_one_the_clauses_name(key: str, seats: int) -> None:
    # At large tables one bidder is enough, since each bidder goes through every order.
    for bidder in range(seats if seats < 5 else 1):
        match = bidding(rules_of(key, "calza"), [2] * seats, starter=bidder)
        match, _ = say(match, "1x2")
        others = clockwise(bidder, range(seats), seats)
        for spoken in orders(seats, others[0]):
            due = by_the_book(key, spoken, bidder, others)
            assert winning_claim(match, spoken) == due, (key, bidder, spoken)


@pytest.mark.parametrize("key", ["parker-1994", "asmodee-2009", "asmodee-2024", "weekend"])
@pytest.mark.parametrize("dice", [(2, 0, 2, 2), (0, 2, 2, 2), (2, 0, 2, 0)])
def test_eliminated_seats_are_skipped(key: str, dice: tuple[int, ...]) -> None:
    playing = [seat for seat, left in enumerate(dice) if left]
    for bidder in playing:
        match = bidding(rules_of(key, "calza"), list(dice), starter=bidder)
        match, _ = say(match, "1x2")
        others = clockwise(bidder, playing, len(dice))
        for spoken in orders(len(dice), others[0]):
            due = by_the_book(key, spoken, bidder, others)
            assert winning_claim(match, spoken) == due, (key, bidder, spoken)
