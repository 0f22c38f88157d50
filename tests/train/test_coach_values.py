"""What the coach learns from, and that it computes at the table what it learned."""

from random import Random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from perudo.bots.champion.from_view import knowledge_from_view
from perudo.bots.champion.inputs import inputs, legal_actions
from perudo.bots.champion.memory import MatchMemory
from perudo.bots.champion.player import trained_network
from perudo.coach.action_inputs import action_inputs
from perudo.coach.advice import Coach, advise
from perudo.coach.endings import MOST_DICE
from perudo.coach.heads import learned_weights, summary_of, table_chances, value_logits
from perudo.engine.bid import Bid
from perudo.engine.numbering import number_of
from perudo.engine.view import remembered_dice, view_for
from perudo.game.matches import position
from perudo.train.coach_games import Decisions, results_of, table_after
from perudo.train.coach_values import by_seat
from perudo.train.network import masked
from testkit.lab.against_engine import Follower
from testkit.lab.traces import first_states, rows_by_game, traced
from testkit.precision import INPUT_PRECISION
from testkit.strategies import random_setup

GAMES, STEPS = 24, 48


def test_coach_computes_at_the_table_what_it_learned() -> None:
    game = position("asmodee-2009", options=["calza"], dice=(5, 5, 5))
    game.deal("P2446", "33556", "22366")
    game.play("3x4")
    view = game.view(1)
    known = knowledge_from_view(view, MatchMemory().numbers_for(view), asking=False)
    network = trained_network().network
    features = network.features(inputs(np, known))
    preferences, beliefs = network.preferences_and_beliefs(features)
    mask = legal_actions(np, known)
    logs = jax.nn.log_softmax(masked(jnp.asarray(preferences), jnp.asarray(mask)))
    looks = action_inputs(jnp, known, logs, jnp.asarray(beliefs))
    weights = {name: jnp.asarray(array) for name, array in learned_weights().items()}
    summary = summary_of(jnp, weights, jnp.asarray(features))
    wins = jax.nn.sigmoid(value_logits(jnp, weights, summary, looks))
    for outlook in advise(view).outlooks:
        if isinstance(outlook.action, Bid):
            assert outlook.wins == pytest.approx(
                float(wins[number_of(outlook.action)]), abs=INPUT_PRECISION
            )


def test_chances_from_view_and_state_agree() -> None:
    learned = {name: jnp.asarray(array) for name, array in learned_weights().items()}
    luck = Random(3).random
    setups = [random_setup(luck) for _ in range(GAMES)]
    states = first_states(setups, 4)
    key = jax.random.key(5)
    last, rows = traced(states, key, STEPS)
    table, alive, places = jax.jit(jax.vmap(table_after))(last)
    expected = by_seat(table_chances(jnp, learned, table, alive), places)
    coach = Coach()
    for game, game_rows in enumerate(rows_by_game(rows)):
        follower = Follower(setups[game])
        for row in game_rows:
            follower.before(row)
            follower.follow(row)
        assert follower.match is not None
        view = view_for(follower.match, None)
        if view.starter is None:  # a new match begins: the engine does not know its starter yet
            continue
        if sum(remembered_dice(view)) <= MOST_DICE:  # solved exactly (``coach.endings``)
            continue
        seats = setups[game].seats
        np.testing.assert_allclose(
            coach.chances(view), expected[game, :seats], atol=INPUT_PRECISION
        )


def test_decisions_are_judged_by_the_end_of_their_round() -> None:
    # One game of two seats: a bid, a call, a bid after which seat 0 tries a call that wins.
    steps = 4
    one = jnp.ones((steps, 1))
    decisions = Decisions(
        features=one[..., None], counts=one[..., None], look=one[..., None],
        standing=one, action=one,
        tried=jnp.array([[False], [False], [False], [True]]),
        asking=one < 0,
        seat=jnp.array([[0], [1], [1], [0]]),
        called=jnp.array([[False], [True], [False], [True]]),
        winner=jnp.array([[-1], [-1], [-1], [0]]),
        table=one[..., None], alive=one[..., None], places=one[..., None],
    )  # fmt: skip
    chances = jnp.tile(jnp.array([0.3, 0.7, 0, 0, 0, 0]), (steps, 1, 1))
    found = results_of(decisions, chances, across=1.0)
    np.testing.assert_allclose(found.result[:, 0], [0.3, 0.7, 0.0, 1.0], atol=1e-6)
    # What came before a try does not count; the try itself does.
    assert found.usable[:, 0].tolist() == [True, True, False, True]
    assert found.scores_known[:, 0].tolist() == [False, True, False, False]
    np.testing.assert_allclose(found.scores[1, 0, :2], [1.0, 0.0], atol=1e-6)
