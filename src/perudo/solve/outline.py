"""The positions of a round that leave a choice, numbered so that strategies can be looked up.

A bid that can only be answered by dudo ends the round like a call: half of all histories end with
such a bid, and none of them has to be visited. The histories of a position are numbered
consecutively: history ``n`` here, continued by a bid, is history ``first + n`` where the bid leads.

This file needs only Python, so that bots can read the book without the solver's packages.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from perudo.engine.actions import Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup
from perudo.solve.cups import Kinds, cups_of, kinds
from perudo.solve.shape import Shape


class Place(NamedTuple):
    """A bid history: the position it leads to, and its number among the histories there."""

    position: int
    history: int


@dataclass(frozen=True, eq=False)
class Outline:
    """The positions that leave a choice; each field but ``shape`` has one entry for each."""

    shape: Shape
    positions: tuple[int, ...]
    """The number of each position in the shape."""
    seats: tuple[Seat, ...]
    """The seat that acts there."""
    actions: tuple[tuple[Action, ...], ...]
    """Its actions: first those that lead on, then those that end the round."""
    leads: tuple[tuple[int, ...], ...]
    """The positions that the actions leading on lead to."""
    finals: tuple[tuple[int, ...], ...]
    """The bids of the shape's position that can only be answered by dudo."""
    kinds: tuple[tuple[Kinds, Kinds], ...]

    @cached_property
    def histories(self) -> tuple[int, ...]:
        """How many bid histories lead to each position."""
        every = self.shape.histories()
        return tuple(every[number] for number in self.positions)

    @cached_property
    def history_at(self) -> tuple[int, ...]:
        """Where the histories of each position begin, if all histories are numbered in a row."""
        return tuple(accumulate(self.histories, initial=0))

    @cached_property
    def first(self) -> tuple[tuple[int, ...], ...]:
        """For each action that leads on, its first history at the position it leads to."""
        filled = [0] * len(self.positions)
        first = []
        for many, leads in zip(self.histories, self.leads, strict=True):
            begins = []
            for to in leads:
                begins.append(filled[to])
                filled[to] += many
            first.append(tuple(begins))
        return tuple(first)

    def place_of(self, bids: Sequence[Bid]) -> Place | None:
        """Return the place that bids lead to; None after a bid that only dudo can answer."""
        position = history = 0
        for bid in bids:
            actions = self.actions[position]
            number = actions.index(bid) if bid in actions else len(actions)
            if number >= len(self.leads[position]):
                return None
            history += self.first[position][number]
            position = self.leads[position][number]
        return Place(position, history)

    def kind_of(self, position: int, cup: Cup) -> int:
        """Return the kind of the acting seat's cup at a position."""
        seat = self.seats[position]
        every = [c for c, _ in cups_of(self.shape.dice[seat])]
        return self.kinds[position][seat].by_cup[every.index(cup)]

    def own_kinds(self, position: int) -> int:
        """Return how many kinds of cups the acting seat may have at a position."""
        return len(self.kinds[position][self.seats[position]].examples)


def outline(shape: Shape) -> Outline:
    """Number the positions of a round that leave a choice."""
    final = [not p.bids and len(p.calls) == 1 for p in shape.positions]
    kept = [number for number, is_final in enumerate(final) if not is_final]
    new = {number: place for place, number in enumerate(kept)}
    positions = [shape.positions[number] for number in kept]
    everywhere = kinds(shape)
    leading = [[i for i, to in enumerate(p.leads) if not final[to]] for p in positions]
    ending = [[i for i, to in enumerate(p.leads) if final[to]] for p in positions]
    return Outline(
        shape=shape,
        positions=tuple(kept),
        seats=tuple(p.seat for p in positions),
        actions=tuple(
            (*(p.bids[i] for i in (*on, *end)), *(result.call for result in p.calls))
            for p, on, end in zip(positions, leading, ending, strict=True)
        ),
        leads=tuple(
            tuple(new[p.leads[i]] for i in on) for p, on in zip(positions, leading, strict=True)
        ),
        finals=tuple(map(tuple, ending)),
        kinds=tuple(everywhere[number] for number in kept),
    )


def shares(actions: Sequence[Action], weights: Iterable[float]) -> dict[Action, float] | None:
    """Return the probability of each action with a positive weight; None if there is none."""
    known = [float(weight) for weight in weights]
    total = sum(known)
    if not total > 0.0:
        return None
    return {a: w / total for a, w in zip(actions, known, strict=True) if w > 0}
