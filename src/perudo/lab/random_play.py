"""Random legal play of whole batches, to measure speed and to build on."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from perudo.engine.dice import FACES
from perudo.engine.numbering import CALZA_NUMBER, DUDO_NUMBER, PASS_NUMBER
from perudo.lab.bidding import action_of_bid, all_limits, may_calza, may_dudo
from perudo.lab.game import Outcome, apply
from perudo.lab.state import Number, State
from perudo.lab.throws import WORDS, random_below


def random_action(state: State, word: jax.Array) -> Number:
    """Draw a legal action, all equally likely, with one random word.

    Arithmetic on the six intervals of bids is faster than a mask over all actions.
    """
    spaces = all_limits(state)
    sizes = [jnp.where(state.asking, 0, space.size) for space in spaces]
    dudo, calza = may_dudo(state).astype(jnp.int32), may_calza(state).astype(jnp.int32)
    total = sum(sizes, dudo + calza + state.asking)
    rest = random_below(word, total)
    action = jnp.int32(PASS_NUMBER)
    taken = jnp.bool_(False)
    for face, space, size in zip(FACES, spaces, sizes, strict=True):
        here = ~taken & (rest < size)
        action = jnp.where(here, action_of_bid(space.least + rest, face), action)
        taken |= here
        rest -= size
    other = jnp.where(rest < dudo + calza, CALZA_NUMBER, PASS_NUMBER)
    call = jnp.where(rest < dudo, DUDO_NUMBER, other)
    return jnp.where(taken, action, call)


class Tally(NamedTuple):
    """Counts over many steps, by game."""

    matches: Number
    calls: Number
    refused: Number
    wins_of_first_seat: Number


@partial(jax.jit, static_argnames="steps")
def play_random(states: State, key: jax.Array, steps: int) -> tuple[State, Tally]:
    """Play so many steps of every game of the batch."""
    games = states.seat.shape[0]

    def one(carry: tuple[State, Tally], key: jax.Array) -> tuple[tuple[State, Tally], None]:
        states, tally = carry
        # The games are along the last axis, so that neighbouring games read neighbouring words.
        words = jax.random.bits(key, (WORDS + 1, games), jnp.uint32)
        states, outcome = jax.vmap(_one_step, in_axes=(0, 1))(states, words)
        return (states, _counted(tally, outcome)), None

    zeros = jnp.zeros(games, jnp.int32)
    keys = jax.random.split(key, steps)
    return lax.scan(one, (states, Tally(zeros, zeros, zeros, zeros)), keys)[0]


def _one_step(state: State, words: jax.Array) -> tuple[State, Outcome]:
    return apply(state, random_action(state, words[WORDS]), words)


def _counted(tally: Tally, outcome: Outcome) -> Tally:
    return Tally(
        tally.matches + (outcome.winner >= 0),
        tally.calls + (outcome.found >= 0),
        tally.refused + outcome.refused,
        tally.wins_of_first_seat + (outcome.winner == 0),
    )
