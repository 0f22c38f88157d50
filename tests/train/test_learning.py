"""Targets worked out by hand, the optimiser, and who sits where."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from perudo.engine.numbering import ALL_ACTIONS
from perudo.lab.rules import batch_of
from perudo.train.adam import adam_step, zero_moments
from perudo.train.advantages import Targets, targets_of
from perudo.train.config import Config
from perudo.train.loss import DecisionSample, pull
from perudo.train.network import POLICY_OUTPUTS, masked, new_network, policy_outputs
from perudo.train.rollout import Networks, Steps, new_games
from perudo.train.seating import SEATING_DRAWS, Owner, blocks_of, draw_seating
from perudo.train.tables import draw_duels

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


def test_pull_grows_with_the_distance_and_is_stronger_against_strangers() -> None:
    config = Config(magnet=0.5, stranger_magnet=2.0)
    magnet = new_network(jax.random.key(1), 3, 8, 1, POLICY_OUTPUTS)
    rows = jnp.array([[1.0, -1.0, 1.0], [1.0, -1.0, 0.0]])  # the last input: is the other known?
    legal = jnp.arange(ALL_ACTIONS) < 4
    there = jax.nn.log_softmax(masked(policy_outputs(magnet, rows)[0], legal))
    elsewhere = jnp.log(jnp.array([0.7, 0.1, 0.1, 0.1]))
    away = there.at[:, :4].set(elsewhere)

    def pulled(logs: jax.Array, row: int) -> float:
        sample = DecisionSample(*[NONE] * len(DecisionSample._fields))._replace(
            inputs=rows, legal=jnp.stack([legal] * 2), weight=jnp.arange(2) == row
        )
        return float(pull(logs, sample, magnet, config))

    assert pulled(there, 0) == pytest.approx(0, abs=1e-6)
    for row, strength in ((0, 0.5), (1, 2.0)):
        far = (jnp.exp(elsewhere) * (elsewhere - there[row, :4])).sum()
        assert pulled(away, row) == pytest.approx(strength * float(far), rel=1e-4)


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


def test_foes_sit_at_tables_of_two_beside_all_others() -> None:
    draws = np.random.default_rng(2).random((400, SEATING_DRAWS))
    draw = jax.vmap(partial(draw_seating, config=Config(foe_every=1)))
    seats = np.arange(400) % 2 + 2
    seating = draw(jnp.asarray(draws), jnp.asarray(seats), jnp.ones(400, bool))
    owners = np.where(np.arange(6) < seats[:, None], np.asarray(seating.owners), -1)
    duels = owners[seats == 2]
    for other in (Owner.SCRIPTED, Owner.PAST, Owner.FOE):
        assert 20 < (duels == other).any(1).sum() < 100
    assert ((duels == Owner.LEARNER).any(1)).all()
    assert not (owners[seats == 3] == Owner.FOE).any()


def test_players_sit_only_in_the_games_that_ask_them() -> None:
    config = Config(
        games=397, league=397, samples=1024, batch=64, duel=1, foe_every=1, scripted_share=0.31
    )
    rules = batch_of(draw_duels(config.games, 3))
    owners = np.asarray(new_games(jax.random.key(3), rules, config).seatings.owners)[:, :2]
    for owner, block in (
        (Owner.SCRIPTED, blocks_of(config).scripted),
        (Owner.PAST, blocks_of(config).past),
        (Owner.FOE, blocks_of(config).foe),
    ):
        there = np.flatnonzero((owners == owner).any(1))
        assert there.size, "somebody of each kind sits somewhere"
        assert block.start <= there.min()
        assert there.max() < block.stop
        assert block.stop - block.start <= there.size + 2, "and nowhere else is asked"
    assert (owners == Owner.LEARNER).any(1).all()
