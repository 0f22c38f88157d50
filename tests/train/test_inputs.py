"""The champion's inputs are the same from a view and from a state of the batched game."""

from functools import partial
from random import Random

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from perudo.bots.champion.duel import duel_inputs, is_duel, sight_of
from perudo.bots.champion.from_view import knowledge_from_view
from perudo.bots.champion.inputs import inputs, legal_actions
from perudo.bots.champion.memory import MatchMemory
from perudo.engine.view import view_for
from perudo.lab.game import apply
from perudo.lab.memory import Memory, empty_memory, remember
from perudo.lab.state import State
from perudo.lab.throws import WORDS
from perudo.train.from_state import knowledge_from_state, policy_inputs
from perudo.train.tables import draw_duels
from testkit.lab.against_engine import Follower
from testkit.lab.traces import first_states, lively_action, rows_by_game, traced
from testkit.precision import INPUT_PRECISION
from testkit.strategies import random_setup

GAMES, STEPS = 48, 96


def test_inputs_from_view_and_state_agree() -> None:
    luck = Random(3).random
    setups = [random_setup(luck) for _ in range(GAMES)]
    states = first_states(setups, 4)
    key = jax.random.key(5)
    _, rows = _inputs_and_masks(states, key)
    expected, masks = jax.device_get(rows)
    followers = [Follower(setup) for setup in setups]
    memories = [MatchMemory() for _ in setups]
    compared = 0
    for game, game_rows in enumerate(rows_by_game(traced(states, key, STEPS)[1])):
        follower = followers[game]
        for step, row in enumerate(game_rows):
            view = view_for(follower.before(row), row.seat)
            memory = memories[game].numbers_for(view)
            known = knowledge_from_view(view, memory, asking=row.asking)
            assert legal_actions(np, known).tolist() == masks[step, game].tolist()
            np.testing.assert_allclose(
                inputs(np, known), expected[step, game], atol=INPUT_PRECISION
            )
            follower.follow(row)
            compared += 1
    assert compared == GAMES * STEPS


def test_inputs_of_the_duellist_agree() -> None:
    setups = draw_duels(GAMES, 7)
    states = first_states(setups, 8)
    key = jax.random.key(9)
    _, rows = _inputs_and_masks(states, key, duel=True)
    expected, masks = jax.device_get(rows)
    strangers = 0
    for game, game_rows in enumerate(rows_by_game(traced(states, key, STEPS)[1])):
        follower, memory = Follower(setups[game]), MatchMemory()
        for step, row in enumerate(game_rows):
            view = view_for(follower.before(row), row.seat)
            known = knowledge_from_view(view, memory.numbers_for(view), asking=False)
            assert is_duel(np, known)
            sight = sight_of(np, known)
            assert sight.legal.tolist() == masks[step, game, : sight.legal.size].tolist()
            np.testing.assert_allclose(
                duel_inputs(np, sight), expected[step, game], atol=INPUT_PRECISION
            )
            strangers += not sight.known
            follower.follow(row)
    assert 0 < strangers < GAMES * STEPS / 2


InputsAndMask = tuple[jax.Array, jax.Array]
"""The inputs, and which actions are legal."""


@partial(jax.jit, static_argnames="duel")
def _inputs_and_masks(
    states: State, key: jax.Array, *, duel: bool = False
) -> tuple[tuple[State, Memory], InputsAndMask]:
    def one(state: State, memory: Memory, words: jax.Array) -> tuple[State, Memory, InputsAndMask]:
        known = knowledge_from_state(state, memory)
        action = lively_action(state, words[WORDS], words[WORDS + 1])
        then, outcome = apply(state, action, words)
        return then, remember(memory, state, action, outcome), policy_inputs(known, duel=duel)

    def step(
        carry: tuple[State, Memory], key: jax.Array
    ) -> tuple[tuple[State, Memory], InputsAndMask]:
        words = jax.random.bits(key, (WORDS + 2, GAMES), jnp.uint32)
        states, memories, found = jax.vmap(one, in_axes=(0, 0, 1))(*carry, words)
        return (states, memories), found

    memories = jax.tree.map(lambda leaf: jnp.zeros((GAMES, *leaf.shape)), empty_memory())
    return lax.scan(step, (states, memories), jax.random.split(key, STEPS))
