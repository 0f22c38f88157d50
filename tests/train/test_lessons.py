"""What came of a decision, worked out by hand on one game of two."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from perudo.train.adam import descend, no_moments
from perudo.train.advantages import Lessons, lessons_of
from perudo.train.rollout import Networks, Steps
from perudo.train.seating import LUCK, Owner, draw_seating

NONE = jnp.zeros(0)


def lessons(seats: list[int], values: list[float], ends: dict[int, list[float]]) -> Lessons:
    """Of a game whose rounds end at these steps with these chances, a match where one has all."""
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
    return lessons_of(game, jnp.zeros((1, 6), bool), within=0.5, across=0.25)


def test_a_round_ends_with_the_chance_to_win_that_it_leaves() -> None:
    found = lessons([0, 1, 0, 1], [0.5, 0.4, 0.6, 0.35], {2: [0.7, 0.3]})
    # The last call: 0.7 - 0.6. The bid before it, of the same seat: 0.6 - 0.5, and half of that.
    np.testing.assert_allclose(found.advantage[:3, 0], [0.15, -0.1, 0.1], atol=1e-6)
    np.testing.assert_allclose(found.result[:3, 0], [0.65, 0.3, 0.7], atol=1e-6)
    assert found.known[:, 0].tolist() == [True, True, True, False], "the last round is not over"
    assert not found.scores_known.any()


def test_a_match_that_is_won_is_worth_all() -> None:
    found = lessons([0, 1, 0, 1], [0.5, 0.4, 0.6, 0.3], {1: [0.7, 0.3], 2: [0.8, 0.2], 3: [0, 1.0]})
    np.testing.assert_allclose(found.advantage[:, 0], [0.2, -0.1, 0.2, 0.7], atol=1e-6)
    assert found.scores_known[:, 0].tolist() == [False, True, True, False]
    # After step 2 the match was won by seat 1; after step 1 that counts a quarter.
    np.testing.assert_allclose(found.scores[2, 0, :2], [0, 1], atol=1e-6)
    np.testing.assert_allclose(found.scores[1, 0, :2], [0.6, 0.4], atol=1e-6)


def test_descent_finds_the_lowest_point() -> None:
    start = {"x": jnp.array([3.0, -2.0])}
    networks = Networks(start, start, start)
    moments = no_moments(networks)
    for _ in range(400):
        slopes = jax.tree.map(lambda x: x - 1, networks)
        networks, moments = descend(networks, moments, slopes, jnp.float32(0.05))
    for network in networks:
        np.testing.assert_allclose(network["x"], [1, 1], atol=0.05)


def test_every_match_has_a_learner_and_only_league_tables_have_past_selves() -> None:
    luck = np.random.default_rng(1).random((400, LUCK))
    draw = jax.vmap(partial(draw_seating, exploit=False))
    seats, past = np.arange(400) % 5 + 2, np.arange(400) < 200
    seating = draw(jnp.asarray(luck), jnp.asarray(seats), jnp.asarray(past))
    at_table = np.arange(6) < seats[:, None]
    owners = np.asarray(seating.owners)
    assert ((owners == Owner.LEARNER) & at_table).any(1).all()
    assert (owners == Owner.PAST)[past].any()
    assert not (owners == Owner.PAST)[~past].any()
    alone = np.asarray(seating.alone)
    assert (((owners == Owner.LEARNER) & at_table).sum(1) == 1)[alone].all()
    assert 100 < alone.sum() < 300
