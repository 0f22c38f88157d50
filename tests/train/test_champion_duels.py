"""The champion plays duels on arrays as it does at the table."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from perudo.bots.champion.duel import sight_of
from perudo.bots.champion.likeness import LOWEST, PLAYERS, MatchLikeness, is_simple
from perudo.bots.champion.player import (
    DUEL_WEIGHTS,
    HABITS_WEIGHTS,
    WEIGHTS,
    Champion,
    trained_network,
)
from perudo.bots.champion.weights import read_weights
from perudo.engine.numbering import number_of
from perudo.engine.view import View, view_for
from perudo.lab.game import apply
from perudo.lab.memory import Memory, empty_memory, remember
from perudo.lab.state import State
from perudo.lab.throws import WORDS
from perudo.train.champion_duels import (
    EVERYBODY_PASSES,
    Likeness,
    champion_of_duels,
    inputs_of_duel,
    judged,
    log_chances,
    new_likeness,
    preferences_of,
    sums_from,
)
from perudo.train.from_state import knowledge_from_state
from perudo.train.tables import draw_duels
from testkit.lab.against_engine import Follower
from testkit.lab.traces import first_states, lively_action, rows_by_game, traced

GAMES, STEPS = 12, 96
HALF_PRECISION = 0.25
"""Products in training are computed in bfloat16; a match adds up the errors of many actions."""


class _WithoutBook(Champion):
    def by_the_book(self, view: View) -> None:
        """Look nothing up: training knows no book."""


def test_champion_judges_and_plays_on_arrays_as_at_the_table() -> None:
    setups = draw_duels(GAMES, 7)
    states, key = first_states(setups, 4), jax.random.key(5)
    expected, logs = jax.device_get(_judged_and_played(states, key))
    far: dict[bool, list[float]] = {True: [], False: []}
    rounds = rows_by_game(traced(states, key, STEPS)[1])
    for game, (setup, rows) in enumerate(zip(setups, rounds, strict=True)):
        follower, champion = Follower(setup), _WithoutBook()
        judge = MatchLikeness(
            trained_network(HABITS_WEIGHTS).network, trained_network(DUEL_WEIGHTS).network
        )
        for step, row in enumerate(rows):
            view = view_for(follower.before(row), row.seat)
            found = np.stack([judge.of(view, seat) for seat in (0, 1)])
            np.testing.assert_allclose(found, expected[step, game], atol=HALF_PRECISION)
            other = found[1 - row.seat]
            # Within the precision the two may disagree on whether that is enough.
            if is_simple(other) == is_simple(expected[step, game, 1 - row.seat]):
                chances = champion.chances([view])[0]
                here = np.zeros(logs.shape[-1])
                here[[number_of(action) for action in chances]] = list(chances.values())
                distance = abs(here - np.exp(logs[step, game])).sum() / 2
                far[bool(is_simple(other))].append(distance)
            follower.follow(row)
    for distances in far.values():
        assert len(distances) > 30, {key: len(value) for key, value in far.items()}
        assert np.mean(distances) < 0.02


@jax.jit
def _judged_and_played(states: State, key: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Return how each seat is judged before each step, and how the champion would play there."""
    champion = champion_of_duels(read_weights(WEIGHTS).arrays)

    def step(
        carry: tuple[State, Memory, Likeness], key: jax.Array
    ) -> tuple[tuple[State, Memory, Likeness], tuple[jax.Array, jax.Array]]:
        states, memories, likeness = carry
        words = jax.random.bits(key, (WORDS + 2, GAMES), jnp.uint32)
        known = jax.vmap(knowledge_from_state)(states, memories)
        x = jax.vmap(inputs_of_duel)(known, likeness.now, states.seat)
        legal = jax.vmap(partial(sight_of, jnp))(known).legal
        prefers = preferences_of(champion, x)
        everywhere = jnp.ones(GAMES, bool)
        logs = log_chances(champion, known, prefers, legal, likeness.now, states.seat, everywhere)
        action = jax.vmap(lively_action)(states, words[WORDS], words[WORDS + 1])
        then, outcome = jax.vmap(apply, in_axes=(0, 0, 1))(states, action, words)
        after = judged(likeness, prefers, legal, action, states, outcome)
        memories = jax.vmap(remember)(memories, states, action, outcome)
        return (then, memories, after), (likeness.now, logs)

    memories = jax.tree.map(lambda leaf: jnp.zeros((GAMES, *leaf.shape)), empty_memory())
    return lax.scan(step, (states, memories, new_likeness(GAMES)), jax.random.split(key, STEPS))[1]


def test_sums_as_inputs_are_those_of_whoever_decides_first() -> None:
    sums = jnp.array([LOWEST, -LOWEST / 2])
    np.testing.assert_allclose(sums_from(sums, jnp.int32(0)), [-1, 0.5])
    np.testing.assert_allclose(sums_from(sums, jnp.int32(1)), [0.5, -1])


@pytest.mark.parametrize("simple", [0, 1, 2, 5, 9, GAMES])
def test_own_network_counts_where_the_champion_sits_with_a_simple_player(simple: int) -> None:
    """However many games that are: it is worked out for as few as will do."""
    states, key = first_states(draw_duels(GAMES, 7), 4), jax.random.key(5)
    memories = jax.tree.map(lambda leaf: jnp.zeros((GAMES, *leaf.shape)), empty_memory())
    known = jax.vmap(knowledge_from_state)(states, memories)
    champion = champion_of_duels(read_weights(WEIGHTS).arrays)
    chosen = jax.random.permutation(key, jnp.arange(GAMES) < simple)
    nobody = jnp.full((GAMES, PLAYERS), LOWEST)
    everybody = nobody + EVERYBODY_PASSES
    legal = jax.vmap(partial(sight_of, jnp))(known).legal
    prefers = preferences_of(champion, jax.vmap(inputs_of_duel)(known, nobody, states.seat))
    play = jax.jit(partial(log_chances, champion, known, prefers, legal))
    always = jnp.ones(GAMES, bool)
    solved, own = play(nobody, states.seat, always), play(everybody, states.seat, always)
    expected = jnp.where(chosen[:, None], own, solved)
    by_looks = play(jnp.where(chosen[:, None], everybody, nobody), states.seat, always)
    by_chair = play(everybody, states.seat, chosen)
    for found in (by_looks, by_chair):
        np.testing.assert_allclose(np.exp(found), np.exp(expected), atol=0.01)
    assert (abs(np.exp(own) - np.exp(solved)).sum(1) > 0.05).all(), "they play differently"
