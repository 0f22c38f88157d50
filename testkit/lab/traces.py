"""Random batches of games, recorded step by step as plain numbers."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from perudo.engine.numbering import ALL_ACTIONS, CALZA_NUMBER, DUDO_NUMBER, FIRST_BID
from perudo.engine.setup import Setup
from perudo.lab.bidding import (
    action_of_bid,
    all_limits,
    bid_of_action,
    calza_callers,
    is_legal,
    limits,
)
from perudo.lab.game import apply, init
from perudo.lab.random_play import random_action
from perudo.lab.rules import batch_of
from perudo.lab.state import Number, State
from perudo.lab.throws import WORDS, random_below


class Row(NamedTuple):
    """A step: the state without its rules, the action, and its outcome."""

    cups: tuple[int, ...]
    dice: int
    quantity: int
    face: int
    bidder: int
    turn: int
    seat: int
    asking: bool
    starter: int
    palifico: int
    been_palifico: int
    number: int
    bids: tuple[int, ...]
    limits: tuple[tuple[int, int], ...]
    callers: int
    action: int
    outcome: tuple[int, bool, int, int, int, int]


def first_states(setups: Sequence[Setup], seed: int) -> State:
    """Deal a match for each set-up."""
    keys = jax.random.split(jax.random.key(seed), len(setups))
    states: State = jax.jit(jax.vmap(init))(keys, batch_of(setups))
    return states


@partial(jax.jit, static_argnames="steps")
def traced(states: State, key: jax.Array, steps: int) -> tuple[State, tuple[object, ...]]:
    """Play so many steps; return the fields of their rows as arrays of (steps, games)."""

    def one(states: State, key: jax.Array) -> tuple[State, tuple[object, ...]]:
        words = jax.random.bits(key, (WORDS + 2, states.seat.shape[0]), jnp.uint32)
        return jax.vmap(_one_step, in_axes=(0, 1))(states, words)

    return lax.scan(one, states, jax.random.split(key, steps))


def _one_step(state: State, words: jax.Array) -> tuple[State, tuple[object, ...]]:
    action = lively_action(state, words[WORDS], words[WORDS + 1])
    then, outcome = apply(state, action, words)
    spaces = tuple(tuple(space) for space in all_limits(state))
    return then, (*state[1:], spaces, calza_callers(state), action, tuple(outcome))


def lively_action(state: State, word: jax.Array, mood: jax.Array) -> Number:
    """Draw an action, mostly a legal one.

    Calls and low bids are more frequent than by chance, so that bids are sometimes exact and
    matches end. Every sixteenth action is drawn from all, legal or not.
    """
    action = random_action(state, word)
    _, face = bid_of_action(action)
    low = action_of_bid(limits(state, face).least, face)
    action = jnp.where((mood & 3 > 0) & (action >= FIRST_BID), low, action)
    call = jnp.where((mood >> 5) & 1, DUDO_NUMBER, CALZA_NUMBER).astype(jnp.int32)
    wanted = ((mood >> 2) & 7 < 2) & ~state.asking & is_legal(state, call)
    action = jnp.where(wanted, call, action)
    return jnp.where((mood >> 6) & 15 == 0, random_below(word, ALL_ACTIONS + 2) - 1, action)


def rows_by_game(trace: tuple[object, ...]) -> list[list[Row]]:
    """Return the rows of each game, in order."""
    trace = jax.device_get(trace)
    lists = jax.tree.map(lambda leaf: leaf.T.tolist(), trace)
    games = [_transposed(field) for field in lists]
    return [[Row(*values) for values in zip(*fields, strict=True)] for fields in zip(*games)]  # noqa: B905


def _transposed(field: object) -> list[list[object]]:
    """Turn nested tuples of lists (by game and step) into such lists of nested tuples."""
    if not isinstance(field, tuple):
        assert isinstance(field, list)
        return field
    parts = [_transposed(part) for part in field]
    return [list(zip(*game, strict=True)) for game in zip(*parts, strict=True)]
