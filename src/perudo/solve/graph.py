"""The positions of a round as flat arrays, for compiled loops and for NumPy.

An action either leads on or ends the round, see ``outline``.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from perudo.engine.dice import Face, count_face
from perudo.solve.cups import Kinds, cups_of
from perudo.solve.outline import Outline
from perudo.solve.shape import Payoff, Shape

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.floating[Any]]


class Graph(NamedTuple):
    """Arrays by position.

    A field ``x_at`` gives the index at which the part of each position begins in the flat array of
    ``x``; one more entry at its end gives the end of the last part.
    """

    seat: Ints
    leads: Ints
    """[position]: how many actions lead on"""
    ends: Ints
    """[position]: how many actions end the round"""
    kinds: Ints
    """[position, seat]: how many kinds of cups"""
    lead_at: Ints
    """[position]: where the actions that lead on begin in the two arrays below"""
    to: Ints
    kept_at: Ints
    """[lead, seat]: where the kind after the bid, for each kind before it, begins in ``kept``"""
    kept: Ints
    end_at: Ints
    """[position]: where the actions that end the round begin in ``count_at`` and the payoffs"""
    count_at: Ints
    """[end, seat]: where the dice that count for the called bid begin, by kind, in ``counts``"""
    counts: Ints
    found: int
    """How many payoffs an end has: one for each number of dice that may be found."""
    chance: tuple[NDArray[np.float64], NDArray[np.float64]]
    """For each seat, the probability of each kind of cup when the round opens."""


def indexed(outline: Outline) -> Graph:
    """Lay the positions of a round out as arrays."""
    edges = _Edges(outline.kinds)
    for place, leading in enumerate(outline.leads):
        for to in leading:
            edges.add(place, to)
    counts, count_at = _counts(outline)
    leads = np.array([len(leading) for leading in outline.leads], np.int64)
    ends = np.array([len(acts) for acts in outline.actions], np.int64) - leads
    opening = outline.kinds[0]
    return Graph(
        seat=np.array(outline.seats, np.int64),
        leads=leads,
        ends=ends,
        kinds=np.array([[len(k.examples) for k in pair] for pair in outline.kinds], np.int64),
        lead_at=begins(leads),
        to=np.array(edges.to, np.int64),
        kept_at=np.array(edges.kept_at, np.int64).reshape(-1, 2),
        kept=np.array(edges.kept, np.int64),
        end_at=begins(ends),
        count_at=np.array(count_at, np.int64),
        counts=np.array(counts, np.int64),
        found=sum(outline.shape.dice) + 1,
        chance=(_chance(outline.shape, 0, opening[0]), _chance(outline.shape, 1, opening[1])),
    )


def payoffs_of(outline: Outline, payoff: Payoff) -> NDArray[np.float64]:
    """Return the value of each end to seat 0, by the number of dice found."""
    worth = []
    for number, finals in zip(outline.positions, outline.finals, strict=True):
        position = outline.shape.positions[number]
        answers = (outline.shape.positions[position.leads[i]].calls[0] for i in finals)
        for result in (*answers, *position.calls):
            worth += [payoff(score) for score in result.scores]
    return np.array(worth, np.float64)


def begins(sizes: Ints) -> Ints:
    """Return where consecutive parts of these sizes begin, and where the last one ends."""
    return np.concatenate([np.zeros_like(sizes[:1]), np.cumsum(sizes, axis=0)])


class _Edges:
    """The bids that lead on, in the order of the positions they are made at."""

    def __init__(self, alike: Sequence[tuple[Kinds, Kinds]]) -> None:
        self._alike = alike
        self.to: list[int] = []
        self.kept_at: list[tuple[int, int]] = []
        self.kept: list[int] = []

    def add(self, here: int, to: int) -> None:
        self.to.append(to)
        first = []
        for before, after in zip(self._alike[here], self._alike[to], strict=True):
            first.append(len(self.kept))
            kept = dict(zip(before.by_cup, after.by_cup, strict=True))
            self.kept += [kept[kind] for kind in range(len(before.examples))]
        self.kept_at.append((first[0], first[1]))


def _counts(outline: Outline) -> tuple[list[int], list[tuple[int, int]]]:
    """Return, for each end, how many dice of each kind of cup count for the called bid."""
    count: list[int] = []
    count_at = []
    for number, finals, pair in zip(outline.positions, outline.finals, outline.kinds, strict=True):
        position = outline.shape.positions[number]
        faces: list[Face] = [position.bids[i].face for i in finals]
        if position.standing is not None:
            faces += [position.standing.face] * len(position.calls)
        for face in faces:
            first = []
            for side in pair:
                first.append(len(count))
                count += [count_face([c], face, jokers=outline.shape.jokers) for c in side.examples]
            count_at.append((first[0], first[1]))
    return count, count_at


def _chance(shape: Shape, seat: int, opening: Kinds) -> NDArray[np.float64]:
    chance = np.zeros(len(opening.examples))
    for kind, (_, likely) in zip(opening.by_cup, cups_of(shape.dice[seat]), strict=True):
        chance[kind] += likely
    return chance
