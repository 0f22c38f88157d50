"""The private side of a round: the cups of each seat, grouped into kinds.

Two cups are of the same kind at a position if no call on its standing bid, or on any bid that may
still follow, can tell them apart. Playing them alike loses nothing, since the other seat only meets
their sum. Nearly all histories are late in a round, where few kinds are left: at the last bid but
one, only the number of Pacos in a cup matters.
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
    """The kinds of cups of one seat at one position."""

    by_cup: tuple[int, ...]
    """The kind of each cup, in the order of ``cups_of``."""
    examples: tuple[Cup, ...]
    """One cup of each kind."""


@cache
def cups_of(dice: int) -> tuple[tuple[Cup, float], ...]:
    """Return every cup of this many dice with its probability."""
    return tuple(
        (cup, factorial(dice) / prod(factorial(cup.count(f)) for f in FACES) / 6**dice)
        for cup in combinations_with_replacement(FACES, dice)
    )


@cache
def _counts(cup: Cup, jokers: bool) -> tuple[int, ...]:
    return (0, *(count_face([cup], face, jokers=jokers) for face in FACES))


def kinds(shape: Shape) -> list[tuple[Kinds, Kinds]]:
    """Return the kinds of cups of both seats at each position."""
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
    by_cup, examples = [], []
    for cup, _ in cups_of(shape.dice[seat]):
        counts = _counts(cup, shape.jokers)
        # All that calls can reveal: whether each bid holds, and with calza whether it is exact, for
        # every number of dice that the other seat may add.
        results = tuple(
            (counts[f] + other >= q, exact and counts[f] + other == q)
            for q, f in bids
            for other in others
        )
        if results not in number:
            number[results] = len(number)
            examples.append(cup)
        by_cup.append(number[results])
    return Kinds(tuple(by_cup), tuple(examples))
