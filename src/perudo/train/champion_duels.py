"""The champion in duels on arrays, as ``bots.champion.player`` plays them at the table."""

from functools import partial
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from perudo.bots.champion.duel import INPUTS, MATCH_INPUTS
from perudo.bots.champion.inputs import INPUTS as CHAMPION_INPUTS
from perudo.bots.champion.inputs import inputs
from perudo.bots.champion.knowledge import Knowledge
from perudo.bots.champion.likeness import (
    LOWEST,
    NEEDED,
    PLAYERS,
    after_round,
    exploiter_inputs,
    is_simple,
    sums_as_inputs,
    told_by,
)
from perudo.bots.champion.partway import how_far, partway
from perudo.bots.champion.player import DUEL_WEIGHTS, HABITS_WEIGHTS
from perudo.bots.champion.weights import read_weights
from perudo.engine.errors import InvalidValue
from perudo.lab.game import Outcome
from perudo.lab.state import State
from perudo.train.network import Params, forward, masked


class Duellists(NamedTuple):
    """The networks by which the champion plays duels."""

    network: Params
    """Its own, against simple players"""
    solutions: Params
    habits: Params


class Likeness(NamedTuple):
    """By game and seat: the sum of ``bots.champion.likeness``."""

    now: jax.Array
    """By the rounds that are over"""
    told: jax.Array
    """What its actions of this round will tell when the cups are shown"""


class Preferences(NamedTuple):
    """By game and action, as logits; of the seat to decide."""

    solutions: jax.Array
    habits: jax.Array


def champion_of_duels(network: Params) -> Duellists:
    """Return the champion with this network of its own."""
    if "in.weight" not in network or network["in.weight"].shape[0] != CHAMPION_INPUTS:
        raise InvalidValue("these are not the weights of a champion")
    own, solutions, habits = (
        {name: jnp.asarray(array) for name, array in arrays.items()}
        for arrays in (network, *(read_weights(f).arrays for f in (DUEL_WEIGHTS, HABITS_WEIGHTS)))
    )
    return Duellists(own, solutions, habits)


EVERYBODY_PASSES: Final = NEEDED - LOWEST + 1
"""Added to all sums, it makes everybody pass for a simple player."""


SIXTEENTHS: Final = (2, 4, 9, 16)
"""Of the games: for so many at most the own network is worked out."""


def new_likeness(games: int) -> Likeness:
    zeros = jnp.zeros((games, PLAYERS))
    return Likeness(zeros, zeros)


def inputs_of_duel(known: Knowledge, likeness: jax.Array, seat: jax.Array) -> jax.Array:
    """Return the inputs of a player that learns to beat the champion; of one game."""
    x: jax.Array = exploiter_inputs(jnp, known, likeness[seat], likeness[1 - seat])
    return x


def sums_from(sums: jax.Array, seat: jax.Array) -> jax.Array:
    """Return the sums of both players as inputs, those of ``seat`` first; of one game."""
    x: jax.Array = sums_as_inputs(jnp, sums[seat], sums[1 - seat])
    return x


def preferences_of(champion: Duellists, x: jax.Array) -> Preferences:
    """Return the preferences by which players are judged, from the inputs of exploiters."""
    return Preferences(
        forward(champion.solutions, x[:, :INPUTS]),
        forward(champion.habits, x[:, : INPUTS + MATCH_INPUTS]),
    )


def log_chances(
    champion: Duellists,
    known: Knowledge,
    prefers: Preferences,
    legal: jax.Array,
    likeness: jax.Array,
    seats: jax.Array,
    sits: jax.Array,
) -> jax.Array:
    """Return the logarithms of how likely the champion takes each action.

    Only where it ``sits`` on the seat to decide; in other games they mean nothing.
    """
    other = likeness[np.arange(seats.size), 1 - seats]
    far = jnp.where(is_simple(other) & sits, how_far(jnp, known.dice[:, 0], known.dice[:, 1]), 0.0)
    logits = _partway_where(far, champion.network, known, prefers.solutions, legal)
    return jax.nn.log_softmax(masked(logits, legal))


def _partway_where(
    far: jax.Array, network: Params, known: Knowledge, solutions: jax.Array, legal: jax.Array
) -> jax.Array:
    """Go so far on the way from what the solutions prefer to what the own network does.

    That network takes longer than all others together, and is mostly asked in few games.
    """
    asked = far > 0
    games = asked.size

    def first(most: int) -> jax.Array:
        places = jnp.nonzero(asked, size=most, fill_value=games)[0]
        here, solved, may, part = jax.tree.map(
            lambda leaf: leaf.at[places].get(mode="clip"), (known, solutions, legal, far)
        )
        x = jax.vmap(partial(inputs, jnp))(here).astype(jnp.bfloat16)
        both = partway(jnp, part, forward(network, x), solved, may)
        return solutions.at[places].set(both, mode="drop")

    sizes = sorted({-(-games * part // 16) for part in SIXTEENTHS})
    size = jnp.searchsorted(jnp.asarray(sizes), asked.sum())
    found: jax.Array = lax.switch(size, [partial(first, most) for most in sizes])
    return found


def judged(
    likeness: Likeness,
    prefers: Preferences,
    legal: jax.Array,
    action: jax.Array,
    state: State,
    outcome: Outcome,
) -> Likeness:
    """Return the likeness after a step."""
    games = np.arange(action.size)
    told = jax.vmap(partial(told_by, jnp))(prefers.habits, prefers.solutions, legal, action)
    so_far = likeness.told.at[games, state.seat].add(told)
    ends = (outcome.found >= 0)[:, None]
    now = jnp.where(ends, after_round(jnp, likeness.now, so_far), likeness.now)
    over = (outcome.winner >= 0)[:, None]
    return Likeness(jnp.where(over, 0.0, now), jnp.where(ends, 0.0, so_far))
