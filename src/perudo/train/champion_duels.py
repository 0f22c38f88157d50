"""The champion in duels on arrays, as ``bots.champion.player`` plays them at the table."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from perudo.bots.champion.duel import ACTIONS, INPUTS, MATCH_INPUTS
from perudo.bots.champion.inputs import INPUTS as CHAMPION_INPUTS
from perudo.bots.champion.inputs import inputs
from perudo.bots.champion.knowledge import Knowledge
from perudo.bots.champion.likeness import (
    PLAYERS,
    SUMS,
    after_round,
    exploiter_inputs,
    is_simple,
    told_by,
)
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
    """By game and seat: the two sums of ``bots.champion.likeness``."""

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


def new_likeness(games: int) -> Likeness:
    zeros = jnp.zeros((games, PLAYERS, SUMS))
    return Likeness(zeros, zeros)


def inputs_of_duel(known: Knowledge, likeness: jax.Array, seat: jax.Array) -> jax.Array:
    """Return the inputs of a player that learns to beat the champion; of one game."""
    x: jax.Array = exploiter_inputs(jnp, known, likeness[seat], likeness[1 - seat])
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
) -> jax.Array:
    """Return the logarithms of how likely the champion takes each action."""
    rows = jax.vmap(partial(inputs, jnp))(known).astype(jnp.bfloat16)
    own = forward(champion.network, rows)[:, :ACTIONS]
    other = likeness[np.arange(seats.size), 1 - seats]
    logits = jnp.where(is_simple(other, known.dice)[:, None], own, prefers.solutions)
    return jax.nn.log_softmax(masked(logits, legal))


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
    ends = (outcome.found >= 0)[:, None, None]
    now = jnp.where(ends, after_round(jnp, likeness.now, so_far), likeness.now)
    over = (outcome.winner >= 0)[:, None, None]
    return Likeness(jnp.where(over, 0.0, now), jnp.where(ends, 0.0, so_far))
