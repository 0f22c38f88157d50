"""A round of two players as arrays: its bids, where they lead, what calls win.

Bids are numbered from 1 in an order in which every bid comes after those that it may follow; 0 is
the opening, before the first bid. All of it comes from the engine, by way of ``solve.shape``.
"""

from typing import Any, NamedTuple

import numpy as np

from perudo.engine.actions import CALZA, DUDO
from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, count_face
from perudo.engine.edition import Edition
from perudo.solve.cups import cups_of
from perudo.solve.shape import Position, Shape, dice_won, opening, shape_of


class DuelRound(NamedTuple):
    """Seat 0 opens. Actions are numbered: 0 dudo, then the bids, then calza."""

    bids: tuple[Bid, ...]
    cups: tuple[Any, Any]
    """By seat, [cup, face]: how many dice of each face"""
    chance: tuple[Any, Any]
    """By seat, [cup]: how likely it is"""
    legal: Any
    """[standing bid, action]"""
    calls: tuple[Any, Any]
    """By seat, [standing bid, dudo or calza, own cup, other cup]: dice that the caller wins"""


def duel_round(rules: Edition, dice: tuple[int, int]) -> DuelRound:
    shape = shape_of(opening(rules, dice))
    by_bid = {(p.standing, p.seat): p for p in shape.positions}
    bids = _in_order(shape)
    number = {bid: n for n, bid in enumerate(bids, 1)}
    legal = np.zeros((len(bids) + 1, len(bids) + 2), bool)
    for (standing, _), position in by_bid.items():
        at = 0 if standing is None else number[standing]
        legal[at, [number[bid] for bid in position.bids]] = True
        called = {result.call for result in position.calls}
        legal[at, 0], legal[at, -1] = DUDO in called, CALZA in called
    every = tuple([cup for cup, _ in cups_of(n)] for n in dice)
    counts = [
        np.array([[0, *(count_face([cup], f, jokers=shape.jokers) for f in FACES)] for cup in cups])
        for cups in every
    ]
    calls = tuple(_calls(by_bid, bids, seat, counts, dice) for seat in (0, 1))
    return DuelRound(
        tuple(bids),
        _both([np.array([[cup.count(f) for f in FACES] for cup in cups]) for cups in every]),
        _both([np.array([likely for _, likely in cups_of(n)], np.float32) for n in dice]),
        legal,
        _both(calls),
    )


def _both(pair: Any) -> tuple[Any, Any]:
    first, second = pair
    return first, second


def _in_order(shape: Shape) -> list[Bid]:
    """Return all bids, every one after those that it may follow."""
    follows: dict[Bid, set[Bid]] = {}
    for position in shape.positions:
        for bid in position.bids:
            before = follows.setdefault(bid, set())
            if position.standing is not None:
                before.add(position.standing)
    done: dict[Bid, None] = {}
    while len(done) < len(follows):
        done |= {b: None for b, before in sorted(follows.items()) if before <= done.keys()}
    return list(done)


def _calls(
    by_bid: dict[tuple[Bid | None, int], Position],
    bids: list[Bid],
    seat: int,
    counts: list[Any],
    dice: tuple[int, int],
) -> Any:
    payoff = dice_won(dice)
    own, other = counts[seat], counts[1 - seat]
    table = np.zeros((len(bids) + 1, 2, len(own), len(other)), np.float32)
    for at, bid in enumerate(bids, 1):
        position = by_bid.get((bid, seat))
        for result in position.calls if position is not None else ():
            won = np.array([payoff(score) for score in result.scores], np.float32)
            found = own[:, bid.face, None] + other[None, :, bid.face]
            table[at, int(result.call is CALZA)] = (1 - 2 * seat) * won[found]
    return table
