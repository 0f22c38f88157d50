"""The champion's inputs are the same from a view and from a state of the batched game."""

from random import Random

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from perudo.bots.champion.duel import is_duel, match_inputs, sight_of
from perudo.bots.champion.from_view import knowledge_from_view
from perudo.bots.champion.inputs import INPUTS, inputs, legal_actions
from perudo.bots.champion.likeness import EXPLOITER_INPUTS, exploiter_inputs
from perudo.bots.champion.memory import MatchMemory
from perudo.engine.view import view_for
from perudo.lab.game import apply
from perudo.lab.memory import Memory, empty_memory, remember
from perudo.lab.state import State
from perudo.lab.throws import WORDS
from perudo.train.from_state import knowledge_from_state
from perudo.train.tables import draw_duels
from testkit.lab.against_engine import Follower
from testkit.lab.traces import first_states, lively_action, rows_by_game, traced
from testkit.precision import INPUT_PRECISION
from testkit.strategies import random_setup

GAMES, STEPS = 48, 96
DUELS = 6
"""So many of the games are duels of the duellist."""
LOOKS = np.array([2.0, -3.0])
"""How much either of two is like a simple player"""


def test_inputs_from_view_and_state_agree() -> None:
    luck = Random(3).random
    setups = [*draw_duels(DUELS, 7), *(random_setup(luck) for _ in range(GAMES - DUELS))]
    states = first_states(setups, 4)
    key = jax.random.key(5)
    _, rows = _inputs_and_masks(states, key)
    expected, duel_expected = jax.device_get(rows)
    followers = [Follower(setup) for setup in setups]
    memories = [MatchMemory() for _ in setups]
    compared = strangers = acquaintances = 0
    for game, game_rows in enumerate(rows_by_game(traced(states, key, STEPS)[1])):
        follower = followers[game]
        for step, row in enumerate(game_rows):
            view = view_for(follower.before(row), row.seat)
            memory = memories[game].numbers_for(view)
            known = knowledge_from_view(view, memory, asking=row.asking)
            seen, masks = (part[step, game] for part in expected)
            assert legal_actions(np, known).tolist() == masks.tolist()
            assert seen.size == INPUTS
            np.testing.assert_allclose(inputs(np, known), seen, atol=INPUT_PRECISION)
            if is_duel(np, known):
                seen, masks = (part[step, game] for part in duel_expected)
                assert sight_of(np, known).legal.tolist() == masks.tolist()
                found = exploiter_inputs(np, known, LOOKS[0], LOOKS[1])
                assert found.size == EXPLOITER_INPUTS
                np.testing.assert_allclose(found, seen, atol=INPUT_PRECISION)
                met = bool(match_inputs(np, known).any())
                strangers += not met
                acquaintances += met
            else:
                assert game >= DUELS, "the duellist plays all rounds of these"
            follower.follow(row)
            compared += 1
    assert compared == GAMES * STEPS
    assert strangers > DUELS
    assert acquaintances > DUELS


InputsAndMask = tuple[jax.Array, jax.Array]
"""The inputs, and which actions are legal."""


@jax.jit
def _inputs_and_masks(
    states: State, key: jax.Array
) -> tuple[tuple[State, Memory], tuple[InputsAndMask, InputsAndMask]]:
    """Return both for the champion's network and for an exploiter's."""

    def one(
        state: State, memory: Memory, words: jax.Array
    ) -> tuple[State, Memory, tuple[InputsAndMask, InputsAndMask]]:
        known = knowledge_from_state(state, memory)
        action = lively_action(state, words[WORDS], words[WORDS + 1])
        then, outcome = apply(state, action, words)
        duel = exploiter_inputs(jnp, known, LOOKS[0], LOOKS[1]), sight_of(jnp, known).legal
        found = (inputs(jnp, known), legal_actions(jnp, known)), duel
        return then, remember(memory, state, action, outcome), found

    def step(
        carry: tuple[State, Memory], key: jax.Array
    ) -> tuple[tuple[State, Memory], tuple[InputsAndMask, InputsAndMask]]:
        words = jax.random.bits(key, (WORDS + 2, GAMES), jnp.uint32)
        states, memories, found = jax.vmap(one, in_axes=(0, 0, 1))(*carry, words)
        return (states, memories), found

    memories = jax.tree.map(lambda leaf: jnp.zeros((GAMES, *leaf.shape)), empty_memory())
    return lax.scan(step, (states, memories), jax.random.split(key, STEPS))
