"""Compiled passes over all bid histories of a round.

``spread`` goes from the opening to the calls and works out how likely a seat is to bring about each
history with each kind of cup; ``answer`` goes back and works out what that is worth to the other
seat. A strategy is given by weights that are not negative: it plays each action in their
proportion, and all alike where all are zero.

Most histories are never brought about by a strategy that has learned a little. ``live`` marks
those that are, and the rest costs next to nothing: all that comes of them is worth zero to the
other seat.

Numba compiles these loops on first use and keeps the result. They are plain loops on purpose: each
history is handled while its few numbers are in the processor's cache. Histories of one position do
not touch each other's numbers, so that several cores can share a large round.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from perudo.solve.layout import Floats, Layout

Function = TypeVar("Function", bound=Callable[..., Any])
Pass: TypeAlias = Callable[..., None]
Marks: TypeAlias = NDArray[np.uint8]

WORTH_SHARING = 30_000
"""So many histories take longer than telling another core about them."""


class Spread(NamedTuple):
    """How likely a seat is to bring about what may happen, as far as it depends on that seat."""

    reach: Floats
    """[history, kind] of each position"""
    ended: Floats
    """[history, end, kind] of each position at which it acts"""
    live: Marks
    """[history] of each position: whether it is possible at all"""


class Learned(NamedTuple):
    """What a seat has learned, as weights: [history, action, kind] of each position."""

    regrets: Floats
    average: Floats


def _compiled(function: Function) -> Function:
    made: Any = numba.njit(cache=True, nogil=True)(function)
    return cast("Function", made)


@_compiled
def _strategy(weights: Floats, at: int, actions: int, kinds: int, plays: Floats) -> None:
    """The strategy after one history, [action, kind], from its weights."""
    for kind in range(kinds):
        total = 0.0
        for action in range(actions):
            total += weights[at + action * kinds + kind]
        if total > 0.0:
            share = 1.0 / total
            for action in range(actions):
                plays[action, kind] = weights[at + action * kinds + kind] * share
        else:
            for action in range(actions):
                plays[action, kind] = 1.0 / actions


@_compiled
def _spread_some(
    layout: Layout, weights: Floats, seat: int, into: Spread, position: int, low: int, high: int
) -> None:
    reach, ended, live = into
    kinds = layout.kinds[position, seat]
    leads, ends = layout.leads[position], layout.ends[position]
    actions = leads + ends
    acts = layout.seat[position] == seat
    plays = np.ones((actions, kinds))
    for history in range(low, high):
        alive = live[layout.history_at[position] + history]
        at = layout.reach_at[position, seat] + history * kinds
        if alive and acts:
            begin = layout.weight_at[position] + history * actions * kinds
            _strategy(weights, begin, actions, kinds, plays)
            to = layout.ended_at[position, seat] + history * ends * kinds
            for end in range(ends):
                for kind in range(kinds):
                    ended[to + end * kinds + kind] = reach[at + kind] * plays[leads + end, kind]
        for lead in range(leads):
            edge = layout.lead_at[position] + lead
            there = layout.first[edge] + history
            after = layout.to[edge]
            total = 0.0
            if alive:
                left = layout.kinds[after, seat]
                to = layout.reach_at[after, seat] + there * left
                for kind in range(left):
                    reach[to + kind] = 0.0
                kept = layout.kept_at[edge, seat]
                for kind in range(kinds):
                    here = reach[at + kind] * plays[lead, kind]
                    reach[to + layout.kept[kept + kind]] += here
                    total += here
            live[layout.history_at[after] + there] = total > 0.0


@_compiled
def _add_end(
    layout: Layout,
    payoffs: Floats,
    end: int,
    seat: int,
    likely: Floats,
    begin: int,
    kinds: tuple[int, int],
    found: Floats,
    worth: Floats,
) -> None:
    """Add to ``worth``, by kind of cup of ``seat``, what an end is worth to it.

    ``likely``, from ``begin`` on, says by kind how likely the other seat is to be there; ``found``
    is for scratch.
    """
    own, other = kinds
    sign = 1.0 if seat == 0 else -1.0
    for count in range(layout.found):
        found[count] = 0.0
    most = 0
    counts = layout.count_at[end, 1 - seat]
    for kind in range(other):
        count = layout.counts[counts + kind]
        found[count] += likely[begin + kind]
        most = max(most, count)
    at = end * layout.found
    counts = layout.count_at[end, seat]
    for kind in range(own):
        mine = layout.counts[counts + kind]
        total = 0.0
        for count in range(most + 1):
            total += found[count] * payoffs[at + mine + count]
        worth[kind] += sign * total


@_compiled
def _learn(
    learned: Learned, begin: int, plays: Floats, worth: Floats, mean: Floats, kinds: int
) -> None:
    """CFR+: regrets add up and never fall below zero; they are the weights of the next step."""
    for action in range(len(plays)):
        for kind in range(kinds):
            entry = begin + action * kinds + kind
            regret = worth[action, kind] - mean[kind]
            learned.regrets[entry] = max(learned.regrets[entry] + regret, 0.0)


@_compiled
def _answer_some(
    layout: Layout,
    payoffs: Floats,
    seat: int,
    spreads: tuple[Spread, Spread],
    value: Floats,
    learned: Learned,
    part: float,
    position: int,
    low: int,
    high: int,
) -> None:
    mine, theirs = spreads[seat], spreads[1 - seat]
    own, other = layout.kinds[position, seat], layout.kinds[position, 1 - seat]
    leads, ends = layout.leads[position], layout.ends[position]
    actions = leads + ends
    acts = layout.seat[position] == seat
    learns = acts and part > 0.0
    plays = np.empty((actions, own))
    worth = np.empty((actions if acts else 1, own))
    mean, found = np.empty(own), np.empty(layout.found)
    for history in range(low, high):
        mark = layout.history_at[position] + history
        at = layout.reach_at[position, seat] + history * own
        begin = layout.weight_at[position] + history * actions * own
        if learns and (mine.live[mark] or theirs.live[mark]):
            _strategy(learned.regrets, begin, actions, own, plays)
            if mine.live[mark]:
                for action in range(actions):
                    for kind in range(own):
                        here = part * mine.reach[at + kind]
                        learned.average[begin + action * own + kind] += here * plays[action, kind]
        if not theirs.live[mark]:
            continue
        worth[:] = 0.0
        for lead in range(leads):
            edge = layout.lead_at[position] + lead
            there = layout.first[edge] + history
            after = layout.to[edge]
            if theirs.live[layout.history_at[after] + there]:
                to = layout.reach_at[after, seat] + there * layout.kinds[after, seat]
                kept = layout.kept_at[edge, seat]
                row = lead if acts else 0
                for kind in range(own):
                    worth[row, kind] += value[to + layout.kept[kept + kind]]
        for end in range(ends):
            number = layout.end_at[position] + end
            if acts:
                likely, where = theirs.reach, layout.reach_at[position, 1 - seat] + history * other
                row = leads + end
            else:
                likely = theirs.ended
                where = layout.ended_at[position, 1 - seat] + (history * ends + end) * other
                row = 0
            _add_end(layout, payoffs, number, seat, likely, where, (own, other), found, worth[row])
        for kind in range(own):
            mean[kind] = worth[0, kind]
        if learns:
            mean[:] = 0.0
            for action in range(actions):
                for kind in range(own):
                    mean[kind] += plays[action, kind] * worth[action, kind]
            _learn(learned, begin, plays, worth, mean, own)
        elif acts:
            for action in range(1, actions):
                for kind in range(own):
                    mean[kind] = max(mean[kind], worth[action, kind])
        for kind in range(own):
            value[at + kind] = mean[kind]


@_compiled
def _spread_run(
    layout: Layout, weights: Floats, seat: int, into: Spread, first: int, last: int
) -> None:
    for position in range(first, last):
        _spread_some(layout, weights, seat, into, position, 0, layout.histories[position])


@_compiled
def _answer_run(
    layout: Layout,
    payoffs: Floats,
    seat: int,
    spreads: tuple[Spread, Spread],
    value: Floats,
    learned: Learned,
    part: float,
    first: int,
    last: int,
) -> None:
    for position in range(last - 1, first - 1, -1):
        many = layout.histories[position]
        _answer_some(layout, payoffs, seat, spreads, value, learned, part, position, 0, many)


class Crew:
    """The cores that share the work on one layout.

    Positions with many histories are shared out; runs of the others are cheaper done by one.
    """

    def __init__(self, layout: Layout, cores: int) -> None:
        self.layout = layout
        self._cores = cores
        self._pool = ThreadPoolExecutor(cores) if cores > 1 else None
        self._runs: list[tuple[int, int]] = []
        for position, many in enumerate(layout.histories.tolist()):
            shared = self._pool is not None and many >= WORTH_SHARING
            if shared or not self._runs or self._is_shared(self._runs[-1]):
                self._runs.append((position, position + 1))
            else:
                self._runs[-1] = (self._runs[-1][0], position + 1)

    def work(self, run: Pass, some: Pass, given: tuple[Any, ...], step: int) -> None:
        """Do all positions, forwards or (``step`` is -1) backwards."""
        for first, last in self._runs[::step]:
            if not self._is_shared((first, last)):
                run(self.layout, *given, first, last)
                continue
            assert self._pool is not None
            many = int(self.layout.histories[first])
            # More shares than cores, since histories differ much in how much there is to do.
            edges = np.linspace(0, many, 4 * self._cores + 1, dtype=np.int64)
            shares = [
                self._pool.submit(some, self.layout, *given, first, low, high)
                for low, high in pairwise(edges.tolist())
            ]
            for share in shares:
                share.result()

    def _is_shared(self, run: tuple[int, int]) -> bool:
        first, last = run
        many = self.layout.histories[first]
        return self._pool is not None and last - first == 1 and bool(many >= WORTH_SHARING)


def spread(crew: Crew, weights: Floats, seat: int, into: Spread) -> None:
    """Work out what ``seat`` brings about with this strategy."""
    into.reach[: crew.layout.kinds[0, seat]] = crew.layout.chance[seat]
    into.live[0] = 1
    crew.work(_spread_run, _spread_some, (weights, seat, into), 1)


def answer(
    crew: Crew,
    payoffs: Floats,
    seat: int,
    spreads: tuple[Spread, Spread],
    value: Floats,
    learned: Learned,
    part: float,
) -> float:
    """Answer what the other seat brings about by ``seat``'s own strategy, and learn from it.

    ``part`` is the part of this step in the average strategy. Where it is zero nothing is learned:
    the answer is the best one. What the answer is worth to ``seat``.
    """
    given = (payoffs, seat, spreads, value, learned, part)
    crew.work(_answer_run, _answer_some, given, -1)
    return float(crew.layout.chance[seat] @ value[: crew.layout.kinds[0, seat]])
