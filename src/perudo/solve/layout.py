"""All bid histories of a round as flat arrays, for compiled loops.

The histories of a position are numbered consecutively, and keep their order when a bid continues
them: history ``n`` here becomes history ``first + n`` at the position that the bid leads to. So the
tree of histories need not be stored, and a pass over it is a loop over positions and, inside, over
histories.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from perudo.engine.actions import DUDO, Action
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup
from perudo.solve.cups import Kinds
from perudo.solve.graph import Floats, Graph, Ints, begins, indexed
from perudo.solve.outline import Outline, outline, shares
from perudo.solve.shape import Shape


class Layout(NamedTuple):
    """Arrays by position; ``_at`` as in ``Graph``."""

    graph: Graph
    histories: Ints
    history_at: Ints
    first: Ints
    """[lead]: where the histories that a bid leads to begin among those of their position"""
    reach_at: Ints
    """[position, seat]: where [kind, history] begins in the reach or value array of that seat"""
    weight_at: Ints
    """[position]: where [action, kind, history] begins in the weights of a strategy"""
    ended_at: Ints
    """[position, seat]: where [end, kind, history] begins in the array of ended rounds"""


class Round(NamedTuple):
    """A round laid out as arrays, with the meaning of their indices."""

    outline: Outline
    layout: Layout

    @property
    def shape(self) -> Shape:
        return self.outline.shape

    @property
    def actions(self) -> tuple[tuple[Action, ...], ...]:
        return self.outline.actions

    @property
    def kinds(self) -> tuple[tuple[Kinds, Kinds], ...]:
        return self.outline.kinds


def lay_out(shape: Shape) -> Round:
    about = outline(shape)
    graph = indexed(about)
    many = np.array(about.histories, np.int64)
    positions = np.arange(len(many))
    own = graph.kinds[positions, graph.seat]
    acts = graph.seat[:, None] == np.array([0, 1])
    layout = Layout(
        graph=graph,
        histories=many,
        history_at=np.array(about.history_at, np.int64),
        first=np.array([first for each in about.first for first in each], np.int64),
        reach_at=begins(many[:, None] * graph.kinds),
        weight_at=begins(many * (graph.leads + graph.ends) * own),
        ended_at=begins((many * graph.ends * own)[:, None] * acts),
    )
    return Round(about, layout)


def weights_at(round_: Round, weights: NDArray[Any], position: int) -> NDArray[Any]:
    """Return the part [action, kind, history] of a position in the weights of a strategy."""
    layout, graph = round_.layout, round_.layout.graph
    kinds = graph.kinds[position, graph.seat[position]]
    part = weights[layout.weight_at[position] : layout.weight_at[position + 1]]
    return part.reshape(-1, kinds, layout.histories[position])


def plays(
    round_: Round, strategies: Floats, bids: Sequence[Bid], cup: Cup
) -> dict[Action, float] | None:
    """Return the probability of each action with this cup after these bids."""
    place = round_.outline.place_of(bids)
    if place is None:
        return {DUDO: 1.0}
    kind = round_.outline.kind_of(place.position, cup)
    weights = weights_at(round_, strategies, place.position)
    return shares(round_.actions[place.position], weights[:, kind, place.history])
