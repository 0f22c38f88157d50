"""Compiled passes over all bid histories of a round.

The spreading pass goes from the opening to the calls and computes how likely a seat is to reach
each history with each kind of cup. The answering pass goes back and computes what that is worth to
the other seat. A strategy is given by non-negative weights: it plays each action in proportion to
its weight, and all actions equally if all weights are zero.

Numba compiles these loops on first use and caches the result. The innermost loop is always over
histories, which are adjacent in memory, so that the processor handles several at once. They come in
blocks small enough for intermediate results to stay in its cache. The histories of one position are
independent, so that several cores can share a large round.

A strategy that has learned a little never reaches many of the histories. A block of only such
histories is skipped: it is worth zero to the other seat.
"""

from typing import NamedTuple

import numpy as np

from perudo.solve.compiling import compiled
from perudo.solve.graph import Floats
from perudo.solve.layout import Layout

BLOCK = 16384
"""The number of weights in a block."""


class Spread(NamedTuple):
    """Probabilities that a seat plays towards each history, whatever the other seat does."""

    reach: Floats
    """[kind, history] of each position"""
    ended: Floats
    """[end, kind, history] of each position at which the seat acts"""


class Learned(NamedTuple):
    """What the seats have learned, as weights: [action, kind, history] of each position."""

    regrets: Floats
    plan: Floats
    """The weights of the next step: the regrets themselves, unless ``predicts``."""
    average: Floats
    predicts: bool


class Run(NamedTuple):
    """Consecutive positions from ``first`` to before ``last``, handled in one call."""

    first: int
    last: int


@compiled
def _table(numbers: Floats, at: int, rows: int, kinds: int, many: int) -> Floats:
    """Return the part [row, kind, history] of a position in a flat array."""
    table: Floats = numbers[at : at + rows * kinds * many].reshape(rows, kinds, many)
    return table


@compiled
def _reach(layout: Layout, numbers: Floats, position: int, seat: int) -> Floats:
    """Return the part [kind, history] of a position."""
    kinds, many = layout.graph.kinds[position, seat], layout.histories[position]
    table: Floats = _table(numbers, layout.reach_at[position, seat], 1, kinds, many)[0]
    return table


@compiled
def _weights(layout: Layout, numbers: Floats, position: int) -> Floats:
    """Return the part [action, kind, history] of a position."""
    actions = layout.graph.leads[position] + layout.graph.ends[position]
    kinds = layout.graph.kinds[position, layout.graph.seat[position]]
    at = layout.weight_at[position]
    return _table(numbers, at, actions, kinds, layout.histories[position])


@compiled
def _ended(layout: Layout, numbers: Floats, position: int) -> Floats:
    """Return the part [end, kind, history] of a position, for the seat that acts there."""
    seat, ends = layout.graph.seat[position], layout.graph.ends[position]
    kinds, many = layout.graph.kinds[position, seat], layout.histories[position]
    return _table(numbers, layout.ended_at[position, seat], ends, kinds, many)


@compiled
def _block_of(layout: Layout, position: int, seat: int) -> int:
    """Return how many histories of a position make a block."""
    actions = layout.graph.leads[position] + layout.graph.ends[position]
    size: int = max(16, BLOCK // (actions * layout.graph.kinds[position, seat]))
    return size


@compiled
def _any(reach: Floats, low: int, high: int) -> bool:
    """Return whether any of these histories is reached."""
    for kind in range(len(reach)):
        for likely in reach[kind, low:high]:
            if likely > 0.0:
                return True
    return False


@compiled
def _strategy(weights: Floats, low: int, high: int) -> Floats:
    """Return the strategy [action, kind, history] after some histories, from its weights."""
    actions, kinds, _ = weights.shape
    plays = np.empty((actions, kinds, high - low), weights.dtype)
    total = np.empty(high - low, weights.dtype)
    even = weights.dtype.type(1.0 / actions)
    for kind in range(kinds):
        _clear(total)
        for action in range(actions):
            weight = weights[action, kind, low:high]
            for n in range(len(total)):
                total[n] += weight[n]
        for action in range(actions):
            weight, play = weights[action, kind, low:high], plays[action, kind]
            for n in range(len(total)):
                some, all_ = weight[n], total[n]
                play[n] = some / all_ if all_ > 0.0 else even
    return plays


@compiled
def _clear(to: Floats) -> None:
    for n in range(len(to)):
        to[n] = 0.0


@compiled
def _add(to: Floats, numbers: Floats) -> None:
    for n in range(len(to)):
        to[n] += numbers[n]


@compiled
def _add_product(to: Floats, numbers: Floats, factors: Floats) -> None:
    for n in range(len(to)):
        to[n] += numbers[n] * factors[n]


@compiled
def _add_times(to: Floats, numbers: Floats, factor: float) -> None:
    # Keep the precision of the numbers: a double among them would slow down the whole loop.
    exact = to.dtype.type(factor)
    for n in range(len(to)):
        to[n] += numbers[n] * exact


@compiled
def _spread_block(
    layout: Layout, weights: Floats, seat: int, into: Spread, position: int, low: int, high: int
) -> None:
    here = _reach(layout, into.reach, position, seat)
    alive = _any(here, low, high)
    acts = layout.graph.seat[position] == seat
    leads = layout.graph.leads[position]
    # An empty range of histories if nothing is played.
    plays = _strategy(_weights(layout, weights, position), low, high if alive and acts else low)
    if acts:
        ended = _ended(layout, into.ended, position)
        for end in range(layout.graph.ends[position]):
            for kind in range(len(here)):
                there = ended[end, kind, low:high]
                _clear(there)
                if alive:
                    _add_product(there, here[kind, low:high], plays[leads + end, kind])
    for lead in range(leads):
        edge = layout.graph.lead_at[position] + lead
        after = _reach(layout, into.reach, layout.graph.to[edge], seat)
        first = layout.first[edge]
        for kind in range(len(after)):
            _clear(after[kind, first + low : first + high])
        if not alive:
            continue
        kept = layout.graph.kept_at[edge, seat]
        for kind in range(len(here)):
            there = after[layout.graph.kept[kept + kind], first + low : first + high]
            if acts:
                _add_product(there, here[kind, low:high], plays[lead, kind])
            else:
                _add(there, here[kind, low:high])


@compiled
def _add_end(
    layout: Layout, payoffs: Floats, end: int, seat: int, likely: Floats, low: int, worth: Floats
) -> None:
    """Add the value of an end to ``seat`` to ``worth``, [kind, history].

    ``likely``, [kind, history], is the probability that the other seat is there.
    """
    own, some = worth.shape
    sign = 1.0 if seat == 0 else -1.0
    found = np.zeros((layout.graph.found, some), worth.dtype)
    most = 0
    counts = layout.graph.count_at[end, 1 - seat]
    for kind in range(len(likely)):
        count = layout.graph.counts[counts + kind]
        _add(found[count], likely[kind, low : low + some])
        most = max(most, count)
    counts = layout.graph.count_at[end, seat]
    for kind in range(own):
        at = end * layout.graph.found + layout.graph.counts[counts + kind]
        for count in range(most + 1):
            _add_times(worth[kind], found[count], sign * payoffs[at + count])


@compiled
def _learn(
    learned: Learned, layout: Layout, position: int, low: int, worth: Floats, mean: Floats
) -> None:
    """Make a step of CFR+: add regrets, never below zero; they are the weights of the next step.

    With ``predicts``, the next step is planned as if it added the same regrets again.
    """
    regrets = _weights(layout, learned.regrets, position)
    plans = _weights(layout, learned.plan, position)
    actions, kinds, some = worth.shape
    for action in range(actions):
        for kind in range(kinds):
            regret, gain = regrets[action, kind, low : low + some], worth[action, kind]
            usual = mean[kind, low : low + some]
            for n in range(some):
                gain[n] -= usual[n]
                regret[n] = max(regret[n] + gain[n], 0.0)
            if learned.predicts:
                plan = plans[action, kind, low : low + some]
                for n in range(some):
                    plan[n] = max(regret[n] + gain[n], 0.0)


@compiled
def _answer_block(
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
    mine = _reach(layout, spreads[seat].reach, position, seat)
    theirs = _reach(layout, spreads[1 - seat].reach, position, 1 - seat)
    leads, ends = layout.graph.leads[position], layout.graph.ends[position]
    acts = layout.graph.seat[position] == seat
    learns = acts and part > 0.0
    wanted = _any(theirs, low, high)
    kinds, some = len(mine), high - low
    mean = _reach(layout, value, position, seat)
    if not wanted:
        for kind in range(kinds):
            _clear(mean[kind, low:high])
    own = learns and _any(mine, low, high)
    plan = _weights(layout, learned.plan, position)
    plays = _strategy(plan, low, high if own or (learns and wanted) else low)
    if own:
        average = _weights(layout, learned.average, position)
        likely = np.empty(some, value.dtype)
        for kind in range(kinds):
            _clear(likely)
            _add_times(likely, mine[kind, low:high], part)
            for action in range(leads + ends):
                _add_product(average[action, kind, low:high], likely, plays[action, kind])
    if not wanted:
        return
    worth = np.zeros((leads + ends if acts else 1, kinds, some), value.dtype)
    for lead in range(leads):
        edge = layout.graph.lead_at[position] + lead
        after = _reach(layout, value, layout.graph.to[edge], seat)
        first = layout.first[edge] + low
        kept = layout.graph.kept_at[edge, seat]
        for kind in range(kinds):
            there = after[layout.graph.kept[kept + kind], first : first + some]
            _add(worth[lead if acts else 0, kind], there)
    for end in range(ends):
        number = layout.graph.end_at[position] + end
        if acts:
            _add_end(layout, payoffs, number, seat, theirs, low, worth[leads + end])
        else:
            ended = _ended(layout, spreads[1 - seat].ended, position)
            _add_end(layout, payoffs, number, seat, ended[end], low, worth[0])
    for kind in range(kinds):
        here = mean[kind, low:high]
        _clear(here)
        if not learns:
            _add(here, worth[0, kind])
        for action in range(0 if learns else 1, len(worth)):
            there = worth[action, kind]
            if learns:
                _add_product(here, there, plays[action, kind])
            else:
                for n in range(some):
                    here[n] = max(here[n], there[n])
    if learns:
        _learn(learned, layout, position, low, worth, mean)


@compiled
def spread_run(
    layout: Layout, weights: Floats, seat: int, into: Spread, run: Run, low: int, high: int
) -> None:
    for position in range(run.first, run.last):
        block, last = _block_of(layout, position, seat), min(high, layout.histories[position])
        for begin in range(low, last, block):
            _spread_block(layout, weights, seat, into, position, begin, min(begin + block, last))


@compiled
def answer_run(
    layout: Layout,
    payoffs: Floats,
    seat: int,
    spreads: tuple[Spread, Spread],
    value: Floats,
    learned: Learned,
    part: float,
    run: Run,
    low: int,
    high: int,
) -> None:
    given = (payoffs, seat, spreads, value, learned, part)
    for position in range(run.last - 1, run.first - 1, -1):
        block, last = _block_of(layout, position, seat), min(high, layout.histories[position])
        for begin in range(low, last, block):
            _answer_block(layout, *given, position, begin, min(begin + block, last))
