"""The private side of a round: the cups of each seat, and which of them are alike from here on.

Two cups are alike at a position if no call on its standing bid, or on any bid that may still
follow, can tell them apart. Playing them alike loses nothing: what the other seat meets is their
sum. Late in a round, where nearly all histories are, few kinds are left: on the last bid but one
only the Pacos under one's own cup matter.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, Cup, count_face
from perudo.solve.shape import Shape


class Kinds(NamedTuple):
    """The kinds of cups of one seat at one position: the kind of each cup, and one cup of each."""

    of: tuple[int, ...]
    example: tuple[Cup, ...]


@cache
def cups_of(dice: int) -> tuple[tuple[Cup, float], ...]:
    """Every cup of so many dice, and how likely it is."""
    return tuple(
        (cup, factorial(dice) / prod(factorial(cup.count(f)) for f in FACES) / 6**dice)
        for cup in combinations_with_replacement(FACES, dice)
    )


@cache
def _counts(cup: Cup, jokers: bool) -> tuple[int, ...]:
    return (0, *(count_face([cup], face, jokers=jokers) for face in FACES))


def kinds(shape: Shape) -> list[tuple[Kinds, Kinds]]:
    """For each position, the kinds of cups of both seats."""
    known: dict[frozenset[Bid], tuple[Kinds, Kinds]] = {}
    for bids in (after := [frozenset(bids) for bids in _bids_from_here(shape)]):
        if bids not in known:
            known[bids] = (_kinds(shape, 0, sorted(bids)), _kinds(shape, 1, sorted(bids)))
    return [known[bids] for bids in after]


def _bids_from_here(shape: Shape) -> list[set[Bid]]:
    after: list[set[Bid]] = [set() for _ in shape.positions]
    for number in reversed(range(len(shape.positions))):
        position = shape.positions[number]
        if position.standing is not None:
            after[number].add(position.standing)
        after[number].update(*(after[lead] for lead in position.leads))
    return after


def _kinds(shape: Shape, seat: int, bids: Sequence[Bid]) -> Kinds:
    others = range(shape.dice[1 - seat] + 1)
    exact = shape.has_calza
    number: dict[tuple[object, ...], int] = {}
    of, example = [], []
    for cup, _ in cups_of(shape.dice[seat]):
        counts = _counts(cup, shape.jokers)
        # What calls can tell: whether each bid holds, and with calza whether it is exact, for every
        # number of dice that the other seat may add.
        told = tuple(
            (counts[f] + other >= q, exact and counts[f] + other == q)
            for q, f in bids
            for other in others
        )
        if told not in number:
            number[told] = len(number)
            example.append(cup)
        of.append(number[told])
    return Kinds(tuple(of), tuple(example))
