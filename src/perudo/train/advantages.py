"""How much better than expected each decision turned out.

A round is an episode: it ends with the chance to win that the scorer gives to the table it leaves
behind, or with the match itself. So the luck of later rounds does not blur what a decision did.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from perudo.engine.dice import MOST_SEATS
from perudo.train.rollout import Steps


class Lessons(NamedTuple):
    advantage: jax.Array
    result: jax.Array
    """What the critic should have said."""
    known: jax.Array
    """Whether the round went on far enough to tell."""
    scores: jax.Array
    """What the scorer should have said after the step, by seat."""
    scores_known: jax.Array


class _Told(NamedTuple):
    """What matters here of a step."""

    seat: jax.Array
    value: jax.Array
    called: jax.Array
    winner: jax.Array
    chances: jax.Array


class _Later(NamedTuple):
    """What comes after a step, for each game and seat."""

    value: jax.Array
    advantage: jax.Array
    known: jax.Array
    score: jax.Array
    score_known: jax.Array


def lessons_of(steps: Steps, out: jax.Array, within: float, across: float) -> Lessons:
    """``out`` says who has no dice left after the last step. ``within`` a round and ``across``
    rounds are the lambdas: how far what came counts more than what the critic thinks of it."""
    games = steps.seat.shape[1]
    seats = jnp.arange(MOST_SEATS)
    zeros = jnp.zeros((games, MOST_SEATS))
    last = _Later(zeros, zeros, out, zeros, jnp.zeros((games, 1), bool))

    def one(later: _Later, step: _Told) -> tuple[_Later, Lessons]:
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
        then = _Later(
            jnp.where(acting, step.value[:, None], value),
            jnp.where(acting, gain[:, None], advantage),
            known | acting,
            jnp.where(called, before, later.score),
            called | later.score_known,
        )
        lesson = Lessons(
            gain, step.value + gain, sure, score, step.called & later.score_known[:, 0]
        )
        return then, lesson

    told = _Told(steps.seat, steps.value, steps.called, steps.winner, steps.chances)
    lessons: Lessons = lax.scan(one, last, told, reverse=True)[1]
    return lessons
