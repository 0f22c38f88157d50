"""What the networks should learn from the steps that were played.

A round is an episode. Its result is the winner if the match is over, else the scorer's estimate of
each seat's chance to win from there, so that a decision is not judged by the luck of later rounds.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from perudo.engine.dice import MOST_SEATS
from perudo.train.rollout import Steps


class Targets(NamedTuple):
    """Targets by step and game."""

    advantage: jax.Array
    """How much better than expected the decision turned out."""
    result: jax.Array
    """The critic's target."""
    known: jax.Array
    """Whether the steps reach far enough to know ``advantage`` and ``result``."""
    scores: jax.Array
    """The scorer's target for the table after the step, by seat."""
    scores_known: jax.Array
    """Whether the step ended a round and ``scores`` can be known."""


class _StepFacts(NamedTuple):
    """The fields of ``Steps`` that are needed here."""

    seat: jax.Array
    value: jax.Array
    called: jax.Array
    winner: jax.Array
    chances: jax.Array


class _Future(NamedTuple):
    """What is known of the steps after a step, for each game and seat."""

    value: jax.Array
    advantage: jax.Array
    known: jax.Array
    score: jax.Array
    score_known: jax.Array


def targets_of(steps: Steps, out: jax.Array, within: float, across: float) -> Targets:
    """Work backwards through the steps, as in generalised advantage estimation.

    ``out`` says who has no dice left after the last step. ``within`` (a round, for the critic) and
    ``across`` (rounds, for the scorer) are the lambdas: 0 trusts the next estimate, 1 only the
    result.
    """
    games = steps.seat.shape[1]
    seats = jnp.arange(MOST_SEATS)
    zeros = jnp.zeros((games, MOST_SEATS))
    last = _Future(zeros, zeros, out, zeros, jnp.zeros((games, 1), bool))

    def one(later: _Future, step: _StepFacts) -> tuple[_Future, Targets]:
        over = (step.winner >= 0)[:, None]
        winner = (step.winner[:, None] == seats) * 1.0
        called = step.called[:, None]
        end = jnp.where(over, winner, step.chances)
        value = jnp.where(called, end, later.value)
        advantage = jnp.where(called, 0.0, later.advantage)
        known = called | later.known
        acting = step.seat[:, None] == seats
        surprise = jnp.where(acting, value, 0).sum(1) - step.value
        gain = surprise + within * jnp.where(acting, advantage, 0).sum(1)
        sure = (acting & known).any(1)
        gain = jnp.where(sure, gain, 0.0)
        score = jnp.where(later.score_known, later.score, step.chances)
        before = jnp.where(over, winner, (1 - across) * step.chances + across * score)
        then = _Future(
            jnp.where(acting, step.value[:, None], value),
            jnp.where(acting, gain[:, None], advantage),
            known | acting,
            jnp.where(called, before, later.score),
            called | later.score_known,
        )
        target = Targets(
            gain, step.value + gain, sure, score, step.called & later.score_known[:, 0]
        )
        return then, target

    facts = _StepFacts(steps.seat, steps.value, steps.called, steps.winner, steps.chances)
    targets: Targets = lax.scan(one, last, facts, reverse=True)[1]
    return targets
