"""The positions of a round as flat arrays, for compiled loops and for NumPy.

An action either leads on or ends the round. A bid that can only be answered by dudo ends it too:
half of all histories stand at such a bid, and none of them has to be visited.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from perudo.engine.actions import Action
from perudo.engine.dice import Face, count_face
from perudo.solve.cups import Kinds, cups_of, kinds
from perudo.solve.shape import Payoff, Position, Shape

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


class Drawn(NamedTuple):
    """A round as a graph, and what its numbers mean."""

    shape: Shape
    positions: tuple[int, ...]
    """For each position of the graph, its number in the shape."""
    actions: tuple[tuple[Action, ...], ...]
    """For each position of the graph, its actions: first those that lead on."""
    kinds: tuple[tuple[Kinds, Kinds], ...]
    graph: Graph


def draw(shape: Shape) -> Drawn:
    final = [not p.bids and len(p.calls) == 1 for p in shape.positions]
    kept = [number for number, is_final in enumerate(final) if not is_final]
    new = {number: place for place, number in enumerate(kept)}
    positions = [shape.positions[number] for number in kept]
    everywhere = kinds(shape)
    alike = [everywhere[number] for number in kept]
    leads = [[i for i, to in enumerate(p.leads) if not final[to]] for p in positions]
    finals = [[i for i, to in enumerate(p.leads) if final[to]] for p in positions]
    edges = _Edges(alike)
    for place, (position, leading) in enumerate(zip(positions, leads, strict=True)):
        for i in leading:
            edges.add(place, new[position.leads[i]])
    count, count_at = _counts(shape, positions, finals, alike)
    ends = [len(f) + len(p.calls) for f, p in zip(finals, positions, strict=True)]
    graph = Graph(
        seat=np.array([p.seat for p in positions], np.int64),
        leads=np.array([len(leading) for leading in leads], np.int64),
        ends=np.array(ends, np.int64),
        kinds=np.array([[len(k.example) for k in pair] for pair in alike], np.int64),
        lead_at=begins(np.array([len(leading) for leading in leads], np.int64)),
        to=np.array(edges.to, np.int64),
        kept_at=np.array(edges.kept_at, np.int64).reshape(-1, 2),
        kept=np.array(edges.kept, np.int64),
        end_at=begins(np.array(ends, np.int64)),
        count_at=np.array(count_at, np.int64),
        counts=np.array(count, np.int64),
        found=sum(shape.dice) + 1,
        chance=(_chance(shape, 0, alike[0][0]), _chance(shape, 1, alike[0][1])),
    )
    actions: tuple[tuple[Action, ...], ...] = tuple(
        (*(p.bids[i] for i in (*leading, *ending)), *(result.call for result in p.calls))
        for p, leading, ending in zip(positions, leads, finals, strict=True)
    )
    return Drawn(shape, tuple(kept), actions, tuple(alike), graph)


def payoffs_of(drawn: Drawn, payoff: Payoff) -> NDArray[np.float64]:
    """What each end is worth to seat 0, by the number of dice found."""
    worth = []
    for number in drawn.positions:
        position = drawn.shape.positions[number]
        after = (drawn.shape.positions[to] for to in position.leads)
        answers = (there.calls[0] for there in after if not there.bids and len(there.calls) == 1)
        for result in (*answers, *position.calls):
            worth += [payoff(score) for score in result.scores]
    return np.array(worth, np.float64)


def begins(sizes: Ints) -> Ints:
    """Where parts of these sizes begin, one after the other, and where the last one ends."""
    return np.concatenate([np.zeros_like(sizes[:1]), np.cumsum(sizes, axis=0)])


class _Edges:
    """The bids that lead on, in the order of the positions they are made at."""

    def __init__(self, alike: list[tuple[Kinds, Kinds]]) -> None:
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


def _counts(
    shape: Shape,
    positions: list[Position],
    finals: list[list[int]],
    alike: list[tuple[Kinds, Kinds]],
) -> tuple[list[int], list[tuple[int, int]]]:
    """For each end, the dice under each kind of cup that count for the bid that is called."""
    count: list[int] = []
    count_at = []
    for position, ending, pair in zip(positions, finals, alike, strict=True):
        faces: list[Face] = [position.bids[i].face for i in ending]
        if position.standing is not None:
            faces += [position.standing.face] * len(position.calls)
        for face in faces:
            first = []
            for side in pair:
                first.append(len(count))
                count += [count_face([cup], face, jokers=shape.jokers) for cup in side.example]
            count_at.append((first[0], first[1]))
    return count, count_at


def _chance(shape: Shape, seat: int, opening: Kinds) -> NDArray[np.float64]:
    chance = np.zeros(len(opening.example))
    for kind, (_, likely) in zip(opening.of, cups_of(shape.dice[seat]), strict=True):
        chance[kind] += likely
    return chance
