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
    """Arrays by position. ``_at`` says where in a flat array the part of a position begins; one
    more entry at its end says where the last part ends."""

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
    """Payoffs of an end: one for each number of dice that may be found."""
    chance: tuple[NDArray[np.float64], NDArray[np.float64]]
    """For each seat, how likely each kind of cup is when the round opens."""


def indexed(about: Outline) -> Graph:
    """Lay the positions of a round out as arrays."""
    edges = _Edges(about.kinds)
    for place, leading in enumerate(about.leads):
        for to in leading:
            edges.add(place, to)
    counts, count_at = _counts(about)
    leads = np.array([len(leading) for leading in about.leads], np.int64)
    ends = np.array([len(acts) for acts in about.actions], np.int64) - leads
    opening = about.kinds[0]
    return Graph(
        seat=np.array(about.seats, np.int64),
        leads=leads,
        ends=ends,
        kinds=np.array([[len(k.example) for k in pair] for pair in about.kinds], np.int64),
        lead_at=begins(leads),
        to=np.array(edges.to, np.int64),
        kept_at=np.array(edges.kept_at, np.int64).reshape(-1, 2),
        kept=np.array(edges.kept, np.int64),
        end_at=begins(ends),
        count_at=np.array(count_at, np.int64),
        counts=np.array(counts, np.int64),
        found=sum(about.shape.dice) + 1,
        chance=(_chance(about.shape, 0, opening[0]), _chance(about.shape, 1, opening[1])),
    )


def payoffs_of(about: Outline, payoff: Payoff) -> NDArray[np.float64]:
    """What each end is worth to seat 0, by the number of dice found."""
    worth = []
    for number, finals in zip(about.positions, about.finals, strict=True):
        position = about.shape.positions[number]
        answers = (about.shape.positions[position.leads[i]].calls[0] for i in finals)
        for result in (*answers, *position.calls):
            worth += [payoff(score) for score in result.scores]
    return np.array(worth, np.float64)


def begins(sizes: Ints) -> Ints:
    """Where parts of these sizes begin, one after the other, and where the last one ends."""
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
            kept = dict(zip(before.of, after.of, strict=True))
            self.kept += [kept[kind] for kind in range(len(before.example))]
        self.kept_at.append((first[0], first[1]))


def _counts(about: Outline) -> tuple[list[int], list[tuple[int, int]]]:
    """For each end, the dice under each kind of cup that count for the bid that is called."""
    count: list[int] = []
    count_at = []
    for number, finals, pair in zip(about.positions, about.finals, about.kinds, strict=True):
        position = about.shape.positions[number]
        faces: list[Face] = [position.bids[i].face for i in finals]
        if position.standing is not None:
            faces += [position.standing.face] * len(position.calls)
        for face in faces:
            first = []
            for side in pair:
                first.append(len(count))
                count += [count_face([c], face, jokers=about.shape.jokers) for c in side.example]
            count_at.append((first[0], first[1]))
    return count, count_at


def _chance(shape: Shape, seat: int, opening: Kinds) -> NDArray[np.float64]:
    chance = np.zeros(len(opening.example))
    for kind, (_, likely) in zip(opening.of, cups_of(shape.dice[seat]), strict=True):
        chance[kind] += likely
    return chance
