"""Solve a round of two players who remember the last bids of the round: CFR+ on whole tables.

``solve.forgetful`` does the same on a processor, place by place; here every place has a row, also
those that cannot be reached, so that an accelerator works on few and large arrays. A place is what
a seat in turn remembers: the standing bid, its own bid before that, and with a memory of three bids
also the other's bid before.

Tables have the axes [standing, before, before that, own cup, ...]; with a memory of two bids the
second axis has one entry, and the third is the own bid. So in either case the last of them is
forgotten with the next bid.
"""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from perudo.train.duel_rounds import DuelRound

EXPLORATION = 0.3
"""The share of bids drawn evenly in the probabilities by which a seat learns."""
AVERAGING_POWER = 2
"""Both as in ``solve``, which needs numba and is not imported for them."""


class Duel(NamedTuple):
    """The arrays of ``DuelRound`` on the device."""

    chance: tuple[jax.Array, jax.Array]
    legal: jax.Array
    calls: tuple[jax.Array, jax.Array]


class Learned(NamedTuple):
    """By seat: [standing, before, before that, own cup, action]."""

    regrets: tuple[jax.Array, jax.Array]
    average: tuple[jax.Array, jax.Array]


def duel_of(round_: DuelRound) -> Duel:
    numbers = Duel(round_.chance, round_.legal, round_.calls)
    duel: Duel = jax.tree.map(lambda leaf: jnp.asarray(leaf, jnp.float32), numbers)
    return duel


def new_learned(duel: Duel, memory: int) -> Learned:
    places, actions = duel.legal.shape
    middle = places if memory == 3 else 1

    def zeros(cups: int) -> jax.Array:
        return jnp.zeros((places, middle, places, cups, actions), jnp.float32)

    a, b = (chance.shape[0] for chance in duel.chance)
    return Learned((zeros(a), zeros(b)), (zeros(a), zeros(b)))


def plays_of(weights: jax.Array, legal: jax.Array) -> jax.Array:
    """Return the strategy that plays each legal action in proportion to its weight."""
    weights = weights * legal
    total = weights.sum(-1, keepdims=True)
    even = legal / jnp.maximum(legal.sum(), 1.0)
    return jnp.where(total > 0, weights / jnp.maximum(total, 1e-30), even)


def _spread(
    duel: Duel, weights: tuple[jax.Array, jax.Array], exploring: int
) -> tuple[jax.Array, jax.Array]:
    """Return how likely each place is with each pair of cups, while one seat explores."""
    places, middle = weights[0].shape[:2]
    cups = tuple(chance.shape[0] for chance in duel.chance)
    reach = tuple(
        jnp.zeros((places, middle, places, cups[seat], cups[1 - seat])) for seat in (0, 1)
    )
    start = duel.chance[0][:, None] * duel.chance[1][None, :]
    reach = (reach[0].at[0, 0, 0].set(start), reach[1])

    def one(standing: jax.Array, reach: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        new = list(reach)
        for seat in (0, 1):
            legal = duel.legal[standing]
            bids = plays_of(weights[seat][standing], legal)[..., 1:places]
            if seat == exploring:
                leads = legal[1:places]
                even = leads / jnp.maximum(leads.sum(), 1.0)
                bids = (1 - EXPLORATION) * bids + EXPLORATION * even
            # Read from the new table: reading the old one would make the compiler copy it.
            then = jnp.einsum("pqot,pqor->tpro", bids, new[seat][standing])
            there = new[1 - seat]
            # Memories of two bids have one middle: what comes next remembers the standing bid only.
            at = (1, standing, 0, 0, 0) if middle > 1 else (1, 0, standing, 0, 0)
            then = then[:, None] if middle > 1 else then[:, :, None]
            new[1 - seat] = lax.dynamic_update_slice(there, then, at)
        return new[0], new[1]

    spread: tuple[jax.Array, jax.Array] = lax.fori_loop(0, places, one, reach)
    return spread


def _after(
    duel: Duel, values: tuple[jax.Array, jax.Array], seat: int, standing: jax.Array
) -> jax.Array:
    """Return what each action is worth to the seat: [before, action, own cup, other cup]."""
    theirs = values[1 - seat]
    if theirs.shape[1] > 1:
        bids = lax.dynamic_index_in_dim(theirs, standing, 1, keepdims=False)[1:]
        bids = -bids.transpose(1, 0, 3, 2)
    else:
        bids = -lax.dynamic_index_in_dim(theirs, standing, 2, keepdims=False)[1:, 0]
        bids = bids.transpose(0, 2, 1)[None]
    calls = duel.calls[seat][standing]
    shape = (bids.shape[0], 1, *calls.shape[1:])
    ends = [jnp.broadcast_to(calls[end], shape) for end in (0, 1)]
    return jnp.concatenate([ends[0], bids, ends[1]], 1)


def _learn(duel: Duel, learned: Learned, seat: int, part: jax.Array) -> Learned:
    """Make one step of CFR+ for a seat."""
    regrets, average = list(learned.regrets), list(learned.average)
    own = _spread(duel, learned.regrets, 1 - seat)[seat].sum(-1)
    reach = _spread(duel, learned.regrets, seat)
    places = duel.legal.shape[0]

    def one(
        number: jax.Array, carry: tuple[tuple[jax.Array, jax.Array], jax.Array, jax.Array]
    ) -> tuple[tuple[jax.Array, jax.Array], jax.Array, jax.Array]:
        values, regret, mean = carry
        standing = places - 1 - number
        new = list(values)
        legal = duel.legal[standing]
        for who in (0, 1):
            weights = regret[standing] if who == seat else regrets[1 - seat][standing]
            play = plays_of(weights, legal)
            after = _after(duel, (new[0], new[1]), who, standing)
            value = jnp.einsum("pqot,ptor->pqor", play, after)
            new[who] = lax.dynamic_update_index_in_dim(new[who], value, standing, 0)
            if who == seat:
                worth = jnp.einsum("pqor,ptor->pqot", reach[seat][standing], after)
                gain = worth - (worth * play).sum(-1, keepdims=True)
                better = jnp.maximum(weights + gain, 0) * legal
                regret = lax.dynamic_update_index_in_dim(regret, better, standing, 0)
                more = mean[standing] + part * own[standing][..., None] * play
                mean = lax.dynamic_update_index_in_dim(mean, more, standing, 0)
        return (new[0], new[1]), regret, mean

    zeros = (jnp.zeros_like(reach[0]), jnp.zeros_like(reach[1]))
    _, regrets[seat], average[seat] = lax.fori_loop(
        0, places, one, (zeros, regrets[seat], average[seat])
    )
    return Learned((regrets[0], regrets[1]), (average[0], average[1]))


@partial(jax.jit, donate_argnums=1)
def steps(duel: Duel, learned: Learned, first: jax.Array, last: jax.Array) -> Learned:
    """Make the steps from ``first`` to before ``last``, counted from 1."""

    def one(step: jax.Array, learned: Learned) -> Learned:
        part = jnp.float32(step) ** AVERAGING_POWER
        for seat in (0, 1):
            learned = _learn(duel, learned, seat, part)
        return learned

    then: Learned = lax.fori_loop(first, last, one, learned)
    return then


@jax.jit
def reached(duel: Duel, average: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
    """Return how likely each seat is at each place with each cup if the other one explores."""
    return (
        _spread(duel, average, 1)[0].sum(-1),
        _spread(duel, average, 0)[1].sum(-1),
    )


@jax.jit
def value_of(duel: Duel, average: tuple[jax.Array, jax.Array]) -> jax.Array:
    """Return what the average strategies win for the opener, in dice."""
    places, middle = average[0].shape[:2]
    cups = tuple(chance.shape[0] for chance in duel.chance)
    values = tuple(
        jnp.zeros((places, middle, places, cups[seat], cups[1 - seat])) for seat in (0, 1)
    )

    def one(number: jax.Array, values: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        standing = places - 1 - number
        new = list(values)
        for who in (0, 1):
            play = plays_of(average[who][standing], duel.legal[standing])
            after = _after(duel, (new[0], new[1]), who, standing)
            value = jnp.einsum("pqot,ptor->pqor", play, after)
            new[who] = lax.dynamic_update_index_in_dim(new[who], value, standing, 0)
        return new[0], new[1]

    found = lax.fori_loop(0, places, one, (values[0], values[1]))[0][0, 0, 0]
    worth: jax.Array = (found * duel.chance[0][:, None] * duel.chance[1]).sum()
    return worth
