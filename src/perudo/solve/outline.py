"""The positions of a round that leave a choice, numbered: all it takes to look something up.

A bid that can only be answered by dudo ends the round like a call: half of all histories stand at
such a bid, and none of them has to be visited. All histories that lead to one position lie side by
side: history ``n`` here, continued by a bid, is history ``first + n`` where that bid leads.

Nothing here needs more than Python, so that bots can read the book without the solver.
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
    """Tuples by position."""

    shape: Shape
    positions: tuple[int, ...]
    """The number of each position in the shape."""
    seats: tuple[Seat, ...]
    """Who acts there."""
    actions: tuple[tuple[Action, ...], ...]
    """Its actions: first those that lead on, then those that end the round."""
    leads: tuple[tuple[int, ...], ...]
    """Where the actions that lead on lead to."""
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
        """Where the histories of each position begin, when all are numbered one by one."""
        return tuple(accumulate(self.histories, initial=0))

    @cached_property
    def first(self) -> tuple[tuple[int, ...], ...]:
        """Where the histories that each lead continues begin, at the position it leads to."""
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
        """Return where bids lead; None after a bid that can only be answered by dudo."""
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
        """Return the kind of the acting seat's cup there."""
        seat = self.seats[position]
        every = [c for c, _ in cups_of(self.shape.dice[seat])]
        return self.kinds[position][seat].of[every.index(cup)]

    def own_kinds(self, position: int) -> int:
        """Return how many kinds of cups the acting seat may have there."""
        return len(self.kinds[position][self.seats[position]].example)


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
    """Return the probability of each action that is played at all; None where none is known."""
    known = [float(weight) for weight in weights]
    total = sum(known)
    if not total > 0.0:
        return None
    return {a: w / total for a, w in zip(actions, known, strict=True) if w > 0}
