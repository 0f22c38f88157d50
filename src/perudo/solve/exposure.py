"""How much an opponent who remembers everything can win from strategies with a short memory.

The best answer to a strategy is found by walking through all bid histories without storing them.
The walk carries the probability of each cup of the other seat after the bids so far, and computes
what the best answer is worth for each cup of the answering seat. Two ideas keep it short.

- Histories that the strategy never reaches are skipped.
- Before a bid is tried, its value to a player who sees the other cup (``_open_cup_values``) gives
  an upper bound. If no own cup makes the bound higher than the value of another action, the bid is
  skipped. If it is higher by at most ``slack``, the bound is used as the value.

So the result is the value of the best answer or slightly more, never less, and the bounds of the
round's value hold, up to the single precision in which the strategies are stored.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from perudo.solve.compiling import compiled
from perudo.solve.graph import Floats, Graph, Ints, payoffs_of
from perudo.solve.recall import Recall, Tables
from perudo.solve.rounds import Bounds
from perudo.solve.shape import Payoff

SLACKS = (3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4)
"""One walk is made for each slack, from coarse to fine. A slack is in payoffs, times the
probability that the other seat is there."""
MOST_HISTORIES = 1_000_000
"""No finer walk follows one through this many histories: it would take too long."""


class Exposure(NamedTuple):
    """The bounds of the round's value, and how they were found."""

    bounds: Bounds
    slack: float
    """The slack of the last walk."""
    visited: int
    """How many bid histories all walks visited."""


class _Opponent(NamedTuple):
    """The strategy that a walk answers, and the rules, as compiled code needs them."""

    graph: Graph
    at: Tables
    next_place: Ints
    """[place, lead] of each position, from ``next_at`` on: the place that a bid leads to"""
    next_at: Ints
    plays: Floats
    open_cup_values: Floats
    payoffs: Floats
    seat: int
    """The seat that answers; the other one plays the strategy."""


def exposure(
    recall: Recall, plays: Floats, payoff: Payoff, slacks: Sequence[float] = SLACKS
) -> Exposure:
    """Measure the strategies of both seats for these payoffs, as finely as time allows."""
    payoffs = payoffs_of(recall.outline, payoff)
    nexts = _next_places(recall)
    opponents = [
        _Opponent(
            recall.graph,
            recall.at,
            *nexts,
            plays,
            _open_cup_values(recall, plays, payoffs, seat),
            payoffs,
            seat,
        )
        for seat in (0, 1)
    ]
    visited = 0
    for slack in slacks:
        (high, there), (low, here) = (_walk(opponent, slack) for opponent in opponents)
        visited += there + here
        if there + here >= MOST_HISTORIES:
            break
    return Exposure(Bounds(-low, high), slack, visited)


def _walk(opponent: _Opponent, slack: float) -> tuple[float, int]:
    """Return an upper bound of the best answer's value, and the number of histories visited."""
    graph, seat = opponent.graph, opponent.seat
    best = np.zeros(int(graph.kinds[0, seat]))
    visited = _best(opponent, 0, 0, graph.chance[1 - seat], slack, best)
    return float(graph.chance[seat] @ best), visited


def _next_places(recall: Recall) -> tuple[Ints, Ints]:
    nexts: list[int] = []
    begin = []
    for groups in recall.groups:
        begin.append(len(nexts))
        for group in groups:
            nexts += group.leads * (group.places.stop - group.places.start)
    return np.array(nexts, np.int64), np.array(begin, np.int64)


def _open_cup_values(recall: Recall, plays: Floats, payoffs: Floats, seat: int) -> Floats:
    """Return the value of each place and pair of cups to ``seat``, if it saw the other cup."""
    graph = recall.graph
    sign = 1 if seat == 0 else -1
    value = recall.zeros(recall.at.joint_at)
    for position in reversed(range(len(graph.seat))):
        ends = sign * recall.ends(payoffs, position)
        for group in recall.groups[position]:
            after = np.stack(
                [*recall.values_after(value, position, group), *ends.swapaxes(0, 1)], 1
            )
            here = recall.joint(value, position)[:, group.places]
            if graph.seat[position] == seat:
                here[:] = after.max(axis=1, keepdims=True)
            else:
                here[:] = recall.weights(plays, position)[:, group.places] @ after
    return value


@compiled
def _add_end(opponent: _Opponent, position: int, end: int, likely: Floats, worth: Floats) -> None:
    """Add the value of an end of the round to ``worth``, by kind of the answering seat."""
    graph, seat = opponent.graph, opponent.seat
    number = graph.end_at[position] + end
    sign = 1.0 if seat == 0 else -1.0
    found = np.zeros(graph.found)
    other = graph.count_at[number, 1 - seat]
    for kind in range(len(likely)):
        found[graph.counts[other + kind]] += likely[kind]
    own = graph.count_at[number, seat]
    for kind in range(len(worth)):
        at = number * graph.found + graph.counts[own + kind]
        for count in range(graph.found - graph.counts[own + kind]):
            worth[kind] += sign * found[count] * opponent.payoffs[at + count]


@compiled
def _upper_bound(opponent: _Opponent, position: int, place: int, likely: Floats) -> Floats:
    """Return the upper bound of a place by kind of the answering seat, where the other acts."""
    graph, seat = opponent.graph, opponent.seat
    own, other = graph.kinds[position, seat], graph.kinds[position, 1 - seat]
    places = opponent.at.place_at[position + 1] - opponent.at.place_at[position]
    bound = np.zeros(own)
    for theirs in range(other):
        if likely[theirs] > 0.0:
            begin = opponent.at.joint_at[position] + (theirs * places + place) * own
            for mine in range(own):
                bound[mine] += likely[theirs] * opponent.open_cup_values[begin + mine]
    return bound


@compiled
def _after(opponent: _Opponent, lead: int, to: int, likely: Floats) -> Floats:
    """Return the probability of each kind of the other seat's cups after a bid."""
    graph, side = opponent.graph, 1 - opponent.seat
    there = np.zeros(graph.kinds[to, side])
    kept = graph.kept_at[lead, side]
    for kind in range(len(likely)):
        there[graph.kept[kept + kind]] += likely[kind]
    return there


@compiled
def _best(
    opponent: _Opponent, position: int, place: int, likely: Floats, slack: float, best: Floats
) -> int:
    """Fill ``best`` with the value of the best answer by kind; return how many histories it took.

    ``likely`` is the probability that the other seat is here, by kind.
    """
    graph, seat = opponent.graph, opponent.seat
    if not likely.any():
        best[:] = 0.0
        return 0
    leads, ends = graph.leads[position], graph.ends[position]
    first = graph.lead_at[position]
    nexts = opponent.next_at[position] + place * leads
    visited = 1
    if graph.seat[position] != seat:
        best[:] = 0.0
        places = opponent.at.place_at[position + 1] - opponent.at.place_at[position]
        actions = leads + ends
        for action in range(actions):
            some = np.zeros(len(likely))
            for kind in range(len(likely)):
                at = opponent.at.weight_at[position] + (kind * places + place) * actions + action
                some[kind] = likely[kind] * opponent.plays[at]
            if not some.any():
                continue
            if action >= leads:
                _add_end(opponent, position, action - leads, some, best)
                continue
            lead = first + action
            to = graph.to[lead]
            worth = np.empty(graph.kinds[to, seat])
            there = _after(opponent, lead, to, some)
            visited += _best(opponent, to, opponent.next_place[nexts + action], there, slack, worth)
            for kind in range(len(best)):
                best[kind] += worth[graph.kept[graph.kept_at[lead, seat] + kind]]
        return visited
    best[:] = -np.inf
    for end in range(ends):
        called = np.zeros(len(best))
        _add_end(opponent, position, end, likely, called)
        for kind in range(len(best)):
            best[kind] = max(best[kind], called[kind])
    upper_bounds = np.empty((leads, len(best)))
    for action in range(leads):
        lead = first + action
        to = graph.to[lead]
        there = _after(opponent, lead, to, likely)
        bound = _upper_bound(opponent, to, opponent.next_place[nexts + action], there)
        for kind in range(len(best)):
            upper_bounds[action, kind] = bound[graph.kept[graph.kept_at[lead, seat] + kind]]
    # The most promising bids first: their values may rule out the others.
    for action in np.argsort(-upper_bounds.sum(axis=1)):
        lead = first + action
        to = graph.to[lead]
        if (upper_bounds[action] > best + slack).any():
            worth = np.empty(graph.kinds[to, seat])
            there = _after(opponent, lead, to, likely)
            visited += _best(opponent, to, opponent.next_place[nexts + action], there, slack, worth)
            for kind in range(len(best)):
                upper_bounds[action, kind] = worth[graph.kept[graph.kept_at[lead, seat] + kind]]
        for kind in range(len(best)):
            best[kind] = max(best[kind], upper_bounds[action, kind])
    return visited
