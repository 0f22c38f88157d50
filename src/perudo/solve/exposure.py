"""How much an opponent who remembers everything can win from players of a short memory.

The best answer to a strategy is found by walking through all bid histories, without keeping them:
the walk carries how likely each cup of the other seat is after what was bid, and finds for each cup
of the answering seat what its best answer is worth. Two things keep the walk short.

- Histories that the strategy never brings about are not entered.
- Before a bid is tried, it is worked out what it would be worth to a player who sees the other cup
  (``_seeing``). That can only be more. Where it is not more than another action is worth already,
  with any cup of one's own, the bid is left alone. Where it is more by no more than some slack, it
  is taken for what it would be worth at most.

So what is found is the worth of the best answer or a little more, never less: the bounds of the
round's value hold, to the last digits of single precision in which the strategies are kept.
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
"""Looked at ever more closely: in payoffs, times how likely the other seat is to be there."""
ENOUGH = 1_000_000
"""After a walk through so many histories a closer look would take too long."""


class Exposure(NamedTuple):
    bounds: Bounds
    slack: float
    visited: int
    """Bid histories that the walks looked into."""


class _Opponent(NamedTuple):
    """What the walk has to know of the strategy it answers, and of the rules."""

    graph: Graph
    at: Tables
    next_place: Ints
    """[place, lead] of each position, from ``next_at`` on: where a bid leads"""
    next_at: Ints
    plays: Floats
    seeing: Floats
    payoffs: Floats
    seat: int
    """The seat that answers; the other one plays the strategy."""


def exposure(
    recall: Recall, plays: Floats, payoff: Payoff, slacks: Sequence[float] = SLACKS
) -> Exposure:
    """How good strategies of both seats are for these payoffs, as closely as there is time for."""
    payoffs = payoffs_of(recall.outline, payoff)
    nexts = _next_places(recall)
    opponents = [
        _Opponent(
            recall.graph,
            recall.at,
            *nexts,
            plays,
            _seeing(recall, plays, payoffs, seat),
            payoffs,
            seat,
        )
        for seat in (0, 1)
    ]
    seen = 0
    for slack in slacks:
        (high, there), (low, here) = (_walk(opponent, slack) for opponent in opponents)
        seen += there + here
        if there + here >= ENOUGH:
            break
    return Exposure(Bounds(-low, high), slack, seen)


def _walk(opponent: _Opponent, slack: float) -> tuple[float, int]:
    """What the best answer is worth at most, and how many histories that took."""
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


def _seeing(recall: Recall, plays: Floats, payoffs: Floats, seat: int) -> Floats:
    """What each place is worth to ``seat`` if it saw the other cup, for each pair of cups."""
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
    """Add to ``worth``, by kind of the answering seat, what an end of the round is worth to it."""
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
def _hope(opponent: _Opponent, position: int, place: int, likely: Floats) -> Floats:
    """By kind of the answering seat, what a place is worth at most; the other seat acts there."""
    graph, seat = opponent.graph, opponent.seat
    own, other = graph.kinds[position, seat], graph.kinds[position, 1 - seat]
    places = opponent.at.place_at[position + 1] - opponent.at.place_at[position]
    hope = np.zeros(own)
    for theirs in range(other):
        if likely[theirs] > 0.0:
            begin = opponent.at.joint_at[position] + (theirs * places + place) * own
            for mine in range(own):
                hope[mine] += likely[theirs] * opponent.seeing[begin + mine]
    return hope


@compiled
def _after(opponent: _Opponent, lead: int, to: int, likely: Floats) -> Floats:
    """How likely each kind of the other seat's cup is, in the kinds after a bid."""
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
    """Fill ``best``, by kind of the answering seat, with what its best answer is worth from here.

    ``likely`` says by kind how likely the other seat is to be here. How many histories were seen.
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
    hopes = np.empty((leads, len(best)))
    for action in range(leads):
        lead = first + action
        to = graph.to[lead]
        there = _after(opponent, lead, to, likely)
        hope = _hope(opponent, to, opponent.next_place[nexts + action], there)
        for kind in range(len(best)):
            hopes[action, kind] = hope[graph.kept[graph.kept_at[lead, seat] + kind]]
    # The more promising first: what they are worth spares looking into the others.
    for action in np.argsort(-hopes.sum(axis=1)):
        lead = first + action
        to = graph.to[lead]
        if (hopes[action] > best + slack).any():
            worth = np.empty(graph.kinds[to, seat])
            there = _after(opponent, lead, to, likely)
            visited += _best(opponent, to, opponent.next_place[nexts + action], there, slack, worth)
            for kind in range(len(best)):
                hopes[action, kind] = worth[graph.kept[graph.kept_at[lead, seat] + kind]]
        for kind in range(len(best)):
            best[kind] = max(best[kind], hopes[action, kind])
    return visited
