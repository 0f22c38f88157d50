"""Targets worked out by hand, the optimiser, and who sits where."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from perudo.train.adam import adam_step, zero_moments
from perudo.train.advantages import Targets, targets_of
from perudo.train.config import Config
from perudo.train.rollout import Networks, Steps
from perudo.train.seating import SEATING_DRAWS, Owner, draw_seating

NONE = jnp.zeros(0)


def targets(seats: list[int], values: list[float], ends: dict[int, list[float]]) -> Targets:
    """Return the targets of one game of two seats.

    ``ends`` has the steps that end a round, with the chances to win after it; a chance of 1 ends
    the match.
    """
    steps = range(len(seats))
    chances = [ends.get(step, [0.5, 0.5]) + [0.0] * 4 for step in steps]
    winner = [ends[step].index(1.0) if step in ends and 1.0 in ends[step] else -1 for step in steps]
    game = Steps(*[NONE] * len(Steps._fields))._replace(
        seat=jnp.array(seats)[:, None],
        value=jnp.array(values)[:, None],
        called=jnp.array([step in ends for step in steps])[:, None],
        winner=jnp.array(winner)[:, None],
        chances=jnp.array(chances)[:, None],
    )
    return targets_of(game, jnp.zeros((1, 6), bool), within=0.5, across=0.25)


def test_result_of_a_round_is_the_chance_to_win_after_it() -> None:
    found = targets([0, 1, 0, 1], [0.5, 0.4, 0.6, 0.35], {2: [0.7, 0.3]})
    # The call: 0.7 - 0.6. The same seat's bid before it: 0.6 - 0.5, and half of the call's.
    np.testing.assert_allclose(found.advantage[:3, 0], [0.15, -0.1, 0.1], atol=1e-6)
    np.testing.assert_allclose(found.result[:3, 0], [0.65, 0.3, 0.7], atol=1e-6)
    assert found.known[:, 0].tolist() == [True, True, True, False], "the last round is not over"
    assert not found.scores_known.any()


def test_result_of_the_last_round_is_the_winner() -> None:
    found = targets([0, 1, 0, 1], [0.5, 0.4, 0.6, 0.3], {1: [0.7, 0.3], 2: [0.8, 0.2], 3: [0, 1.0]})
    np.testing.assert_allclose(found.advantage[:, 0], [0.2, -0.1, 0.2, 0.7], atol=1e-6)
    assert found.scores_known[:, 0].tolist() == [False, True, True, False]
    # After step 2 the match was won by seat 1; after step 1 that counts a quarter.
    np.testing.assert_allclose(found.scores[2, 0, :2], [0, 1], atol=1e-6)
    np.testing.assert_allclose(found.scores[1, 0, :2], [0.6, 0.4], atol=1e-6)


def test_adam_finds_the_minimum() -> None:
    start = {"x": jnp.array([3.0, -2.0])}
    networks = Networks(start, start, start)
    moments, step = zero_moments(networks), jax.jit(adam_step)
    for _ in range(400):
        gradients = jax.tree.map(lambda x: x - 1, networks)
        networks, moments = step(networks, moments, gradients, jnp.float32(0.05))
    for network in networks:
        np.testing.assert_allclose(network["x"], [1, 1], atol=0.05)


def test_every_match_has_a_learner_and_past_selves_only_in_the_league() -> None:
    draws = np.random.default_rng(1).random((400, SEATING_DRAWS))
    draw = jax.vmap(partial(draw_seating, config=Config()))
    seats, past = np.arange(400) % 5 + 2, np.arange(400) < 200
    seating = draw(jnp.asarray(draws), jnp.asarray(seats), jnp.asarray(past))
    at_table = np.arange(6) < seats[:, None]
    owners = np.asarray(seating.owners)
    assert ((owners == Owner.LEARNER) & at_table).any(1).all()
    assert (owners == Owner.PAST)[past].any()
    assert not (owners == Owner.PAST)[~past].any()
    alone = np.asarray(seating.alone)
    assert (((owners == Owner.LEARNER) & at_table).sum(1) == 1)[alone].all()
    assert 100 < alone.sum() < 300
