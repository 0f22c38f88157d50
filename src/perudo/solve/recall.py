"""A round between players who remember only the last few bids: the abstraction for large rounds.

There are too many bid histories to store; there are far fewer combinations of the last few bids. A
player who remembers the last two bids (the standing one and their own before it) of a round of ten
dice has a few thousand places to decide in, instead of about 10**18.

For a history, the probability to be there is a product of one factor for each seat. For a place it
is not, because many histories lead to it. So the reach and the value of a place are tables over the
cups of both seats. Places of one position that remember the same after the next bid form a group
and are computed together, as products of matrices. Tables have the acting seat's kinds of cups
first: [own kind, place, other kind].
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from perudo.engine.actions import DUDO, Action
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup
from perudo.solve.graph import Floats, Graph, Ints, begins, indexed
from perudo.solve.outline import Outline, shares

Context: TypeAlias = tuple[Bid, ...]
"""What is remembered besides the standing bid: the bids before it, oldest first."""


class Merging(NamedTuple):
    """How the kinds of cups of one seat merge after a bid."""

    after: Ints
    """[kind before]: the kind after"""
    order: Ints
    """The kinds before, sorted by the kind after"""
    first: Ints
    """[kind after]: where its kinds begin in that order"""


class Lead(NamedTuple):
    """A bid that leads on: to which position, and how the kinds of each seat merge.

    ``None`` if all kinds stay as they are.
    """

    to: int
    merging: tuple[Merging | None, Merging | None]


class Group(NamedTuple):
    """Consecutive places of a position from which a bid leads to the same place."""

    places: slice
    leads: tuple[int, ...]
    """[lead]: the number of that place at the next position"""


class Tables(NamedTuple):
    """Where the part of each position begins in flat arrays."""

    place_at: Ints
    joint_at: Ints
    weight_at: Ints


class Recall:
    """All places of a round for players who remember the last ``memory`` bids."""

    def __init__(self, outline: Outline, memory: int) -> None:
        self.outline, self.memory = outline, memory
        self.graph: Graph = indexed(outline)
        self.contexts = self._find_contexts()
        self.place = [{c: n for n, c in enumerate(here)} for here in self.contexts]
        self.leads = [list(self._leads(position)) for position in range(len(self.contexts))]
        self.groups = [list(self._groups(position)) for position in range(len(self.contexts))]
        graph = self.graph
        positions = np.arange(len(graph.seat))
        own = graph.kinds[positions, graph.seat]
        places = np.array([len(here) for here in self.contexts], np.int64)
        self.at = Tables(
            begins(places),
            begins(places * graph.kinds.prod(axis=1)),
            begins(places * own * (graph.leads + graph.ends)),
        )

    def after(self, position: int, context: Context) -> Context:
        """Return what is remembered besides the standing bid after the next bid."""
        standing = self.outline.shape.positions[self.outline.positions[position]].standing
        known = context if standing is None else (*context, standing)
        return known[-(self.memory - 1) :] if self.memory > 1 else ()

    def plays(self, strategies: Floats, bids: Sequence[Bid], cup: Cup) -> dict[Action, float]:
        """Return the probability of each action with this cup after these bids."""
        position = 0
        context: Context = ()
        for bid in bids:
            actions = self.outline.actions[position]
            number = actions.index(bid) if bid in actions else len(actions)
            if number >= self.graph.leads[position]:
                # Above the dice in play, or a bid that can only be answered by dudo.
                return {DUDO: 1.0}
            context = self.after(position, context)
            position = self.leads[position][number].to
        weights = self.weights(strategies, position)[:, self.place[position][context]]
        actions = self.outline.actions[position]
        return shares(actions, weights[self.outline.kind_of(position, cup)]) or {}

    def joint(self, numbers: NDArray[Any], position: int) -> NDArray[Any]:
        """Return the part [own kind, place, other kind] of a position in a flat array."""
        seat = int(self.graph.seat[position])
        own, other = self.graph.kinds[position, seat], self.graph.kinds[position, 1 - seat]
        part = numbers[self.at.joint_at[position] : self.at.joint_at[position + 1]]
        return part.reshape(own, len(self.contexts[position]), other)

    def weights(self, numbers: NDArray[Any], position: int) -> NDArray[Any]:
        """Return the part [own kind, place, action] of a position in a flat array."""
        own = self.graph.kinds[position, self.graph.seat[position]]
        part = numbers[self.at.weight_at[position] : self.at.weight_at[position + 1]]
        return part.reshape(own, len(self.contexts[position]), -1)

    def zeros(self, begin: Ints) -> Floats:
        return np.zeros(int(begin[-1]), np.float32)

    def ends(self, payoffs: Floats, position: int) -> Floats:
        """Return the values of the ends at a position to seat 0: [own kind, end, other kind]."""
        graph, seat = self.graph, int(self.graph.seat[position])
        rows = payoffs.reshape(-1, graph.found)
        found = []
        for end in range(graph.end_at[position], graph.end_at[position + 1]):
            own, other = (
                graph.counts[graph.count_at[end, side] :][: graph.kinds[position, side]]
                for side in (seat, 1 - seat)
            )
            found.append(rows[end][own[:, None] + other])
        sizes = graph.kinds[position, seat], graph.kinds[position, 1 - seat]
        return np.array(found, np.float32).reshape(-1, *sizes).transpose(1, 0, 2)

    def values_after(self, value: Floats, position: int, group: Group) -> Iterator[Floats]:
        """Yield the values after each bid that leads on: [own kind, other kind]."""
        seat = int(self.graph.seat[position])
        for (to, merging), place in zip(self.leads[position], group.leads, strict=True):
            there = self.joint(value, to)[:, place].T
            own, other = merging[seat], merging[1 - seat]
            if own is not None:
                there = there[own.after]
            yield there if other is None else there[:, other.after]

    def _find_contexts(self) -> list[list[Context]]:
        graph = self.graph
        found: list[set[Context]] = [set() for _ in graph.seat]
        found[0].add(())
        for position, here in enumerate(found):
            for lead in range(graph.lead_at[position], graph.lead_at[position + 1]):
                found[graph.to[lead]].update(self.after(position, context) for context in here)
        # Contexts that become equal after the next bid are neighbours, and form a group.
        return [
            sorted(here, key=lambda c, position=position: (self.after(position, c), c))  # type: ignore[misc]
            for position, here in enumerate(found)
        ]

    def _leads(self, position: int) -> Iterator[Lead]:
        graph = self.graph
        for lead in range(graph.lead_at[position], graph.lead_at[position + 1]):
            to = int(graph.to[lead])
            sides = (self._merging(position, lead, to, seat) for seat in (0, 1))
            yield Lead(to, (next(sides), next(sides)))

    def _merging(self, position: int, lead: int, to: int, seat: int) -> Merging | None:
        graph = self.graph
        after = graph.kept[graph.kept_at[lead, seat] :][: graph.kinds[position, seat]]
        if np.array_equal(after, np.arange(graph.kinds[to, seat])):
            return None
        order = np.argsort(after, kind="stable")
        return Merging(
            after, order, np.searchsorted(after[order], np.arange(graph.kinds[to, seat]))
        )

    def _groups(self, position: int) -> Iterator[Group]:
        begin, here = 0, self.contexts[position]
        while begin < len(here):
            after, end = self.after(position, here[begin]), begin + 1
            while end < len(here) and self.after(position, here[end]) == after:
                end += 1
            yield Group(
                slice(begin, end), tuple(self.place[to][after] for to, _ in self.leads[position])
            )
            begin = end
