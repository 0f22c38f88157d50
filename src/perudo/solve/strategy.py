"""Looking things up in a strategy: from what was bid and one's own cup to what to do."""

from collections.abc import Sequence
from typing import NamedTuple

from perudo.engine.actions import DUDO, Action
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup
from perudo.solve.cups import cups_of
from perudo.solve.graph import Drawn, Floats
from perudo.solve.layout import Round, weights_at


class Place(NamedTuple):
    """A bid history of a round: the position it leads to and its number there."""

    position: int
    history: int


def place_of(round_: Round, bids: Sequence[Bid]) -> Place | None:
    """Where these bids lead; None after a bid that can only be answered by dudo."""
    layout = round_.layout
    position = history = 0
    for bid in bids:
        actions = round_.actions[position]
        if bid not in actions:
            return None
        number = actions.index(bid)
        if number >= layout.graph.leads[position]:
            return None
        edge = layout.graph.lead_at[position] + number
        history += int(layout.first[edge])
        position = int(layout.graph.to[edge])
    return Place(position, history)


def kind_of(drawn: Drawn, position: int, cup: Cup) -> int:
    """The kind of the acting seat's cup there."""
    seat = int(drawn.graph.seat[position])
    every = [c for c, _ in cups_of(drawn.shape.dice[seat])]
    return drawn.kinds[position][seat].of[every.index(cup)]


def shares(actions: Sequence[Action], weights: Floats) -> dict[Action, float] | None:
    """The probability of each action that is played at all; None where nothing is known."""
    total = float(weights.sum())
    if not total > 0.0:
        return None
    return {a: float(w) / total for a, w in zip(actions, weights, strict=True) if w > 0}


def plays(
    round_: Round, strategies: Floats, bids: Sequence[Bid], cup: Cup
) -> dict[Action, float] | None:
    """What strategies as weights do with this cup after these bids."""
    place = place_of(round_, bids)
    if place is None:
        return {DUDO: 1.0}
    kind = kind_of(round_.drawn, place.position, cup)
    weights = weights_at(round_, strategies, place.position)
    return shares(round_.actions[place.position], weights[:, kind, place.history])
