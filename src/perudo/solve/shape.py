"""The public side of a two-player round: its positions, where bids lead, and the results of calls.

The legal actions depend only on the standing bid and on whose turn it is, so a round has few
positions, though many bid histories lead to each. All of it comes from the engine, so that the
solver cannot get the rules wrong.

Bids above the dice in play are left out, and the solution is still exact. Such a bid is false
whatever the cups are, so its bidder loses a die to dudo. Take a strategy for the game without such
bids that also answers them by dudo. Against it, making such a bid costs a die, and no result of a
round is worse (``Shape.false_bids_lose`` checks this for the given payoffs), while every turn has
another action (dudo, or at the opening a bid of one die). So a best answer never needs such a bid,
and the guarantees of both seats are those of the smaller game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from perudo.engine import chance
from perudo.engine.actions import CALZA, DUDO, Call, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import has_jokers
from perudo.engine.edition import Edition
from perudo.engine.match import Match, Round, Score
from perudo.engine.play import apply, turn_of
from perudo.engine.position import between_rounds

Payoff = Callable[[Score], float]
"""The value of a score after the round to seat 0; the other seat gets the opposite."""


class CallResult(NamedTuple):
    """The score after a call on the standing bid, for each number of dice found."""

    call: Call
    scores: tuple[Score, ...]


class Position(NamedTuple):
    """A seat to act on a standing bid: its bids, the position that each leads to, and its calls."""

    seat: Seat
    standing: Bid | None
    bids: tuple[Bid, ...]
    leads: tuple[int, ...]
    calls: tuple[CallResult, ...]

    @property
    def actions(self) -> tuple[Bid | Call, ...]:
        return (*self.bids, *(result.call for result in self.calls))


@dataclass(frozen=True, slots=True)
class Shape:
    """A round before the cups are known; seat 0 opens. A position comes before what it leads to."""

    dice: tuple[int, int]
    jokers: bool
    positions: tuple[Position, ...]

    @property
    def has_calza(self) -> bool:
        return any(result.call is CALZA for p in self.positions for result in p.calls)

    def histories(self) -> list[int]:
        """Return how many bid histories lead to each position."""
        ways = [1] + [0] * (len(self.positions) - 1)
        for number, position in enumerate(self.positions):
            for lead in position.leads:
                ways[lead] += ways[number]
        return ways

    def false_bids_lose(self, payoff: Payoff) -> bool:
        """Return whether losing a die to dudo is the worst result for either seat."""
        for seat, sign in ((0, 1), (1, -1)):
            results = [r for p in self.positions if p.seat != seat for r in p.calls]
            others = [r for p in self.positions if p.seat == seat for r in p.calls]
            # With no dice found, the bidder (the other seat) has lost to dudo.
            lost = [sign * payoff(r.scores[0]) for r in results if r.call is DUDO]
            anything = [sign * payoff(s) for r in (*results, *others) for s in r.scores]
            if lost and max(lost) > min(anything) + 1e-12:
                return False
        return True


def opening(
    rules: Edition,
    dice: Sequence[int],
    *,
    palifico: bool = False,
    been_palifico: frozenset[Seat] = frozenset(),
    starting_dice: int = 5,
) -> Match:
    """Return a two-player round that seat 0 is about to open, with unknown cups."""
    before = between_rounds(
        rules,
        dice,
        palifico=palifico,
        been_palifico=been_palifico,
        starting_dice=starting_dice,
    )
    return chance.deal(before, None)[0]


def shape_of(match: Match) -> Shape:
    """Return all positions of a round that is about to open, as the engine plays it."""
    most = sum(match.dice)
    found: dict[tuple[Bid | None, Seat], tuple[Match, tuple[Bid, ...]]] = {}
    order: list[tuple[Bid | None, Seat]] = []

    def walk(match: Match) -> None:
        turn = turn_of(match)
        assert turn is not None
        key = (_round(match).standing, turn.seat)
        if key in found:
            return
        bids = tuple(bid for bid in turn.bids if bid.quantity <= most)
        found[key] = (match, bids)
        for bid in bids:
            walk(apply(match, turn.seat, bid)[0])
        order.append(key)

    walk(match)
    # Each position was added after those that it leads to.
    order.reverse()
    number = {key: n for n, key in enumerate(order)}
    positions = []
    for standing, seat in order:
        here, bids = found[standing, seat]
        leads = tuple(number[bid, 1 - seat] for bid in bids)
        positions.append(Position(seat, standing, bids, leads, _calls(here, most)))
    jokers = has_jokers(_round(match).palifico)
    return Shape((match.dice[0], match.dice[1]), jokers, tuple(positions))


def _calls(match: Match, most: int) -> tuple[CallResult, ...]:
    turn = turn_of(match)
    assert turn is not None
    # The last bidder may never call calza (A5, S5, W5), so of two players only the one in turn may.
    assert set(turn.calza) <= {turn.seat}
    calls = [DUDO] * turn.dudo + [CALZA] * len(turn.calza)
    results = []
    for call in calls:
        called, _ = apply(match, turn.seat, call)
        scores = tuple(chance.tally(called, found)[0].score for found in range(most + 1))
        results.append(CallResult(call, scores))
    return tuple(results)


def _round(match: Match) -> Round:
    assert match.round is not None
    return match.round


def dice_won(dice: tuple[int, int]) -> Payoff:
    """Return the payoff of a single round: the dice that seat 0 gained on the other seat.

    +1 if the other seat loses a die, -1 if seat 0 does. A die regained by a right calza counts like
    a die that the other seat lost; a right calza with a full cup (S3) counts 0.
    """

    def payoff(score: Score) -> float:
        return float((score.dice[0] - dice[0]) - (score.dice[1] - dice[1]))

    return payoff
