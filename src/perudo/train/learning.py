"""One update: play, see what came of it, learn."""

from functools import partial
from typing import NamedTuple, TypeVar

import jax
import jax.numpy as jnp
from jax import lax

from perudo.engine.dice import MOST_SEATS
from perudo.train.adam import Moments, descend, no_moments
from perudo.train.advantages import Lessons, lessons_of
from perudo.train.config import Config
from perudo.train.loss import Between, Measures, Sample, total_loss
from perudo.train.network import POLICY_OUTPUTS, Params, new_network
from perudo.train.rollout import Games, Networks, Steps, out_of_match, play


class Learner(NamedTuple):
    """All that learning changes, but the games."""

    networks: Networks
    moments: Moments
    average: Params
    """The policy averaged over the last updates: what is played with."""
    past: Params
    """Past selves, stacked."""
    kept: jax.Array
    """How many times a past self was kept."""


class Tally(NamedTuple):
    """Of the matches that ended where one learner sat alone: how many, how many won; by seats."""

    matches: jax.Array
    wins: jax.Array


class Report(NamedTuple):
    measures: Measures
    tally: Tally
    decisions: jax.Array
    """That were learned from."""


def new_learner(key: jax.Array, config: Config, sizes: tuple[int, int, int]) -> Learner:
    """``sizes``: how many inputs the player has, the critic besides, and the scorer."""
    keys = jax.random.split(key, 3)
    inputs, extra, table = sizes
    networks = Networks(
        new_network(keys[0], inputs, config.width, config.blocks, POLICY_OUTPUTS),
        new_network(keys[1], inputs + extra, config.critic_width, config.critic_blocks, 1),
        new_network(keys[2], table, config.scorer_width, 2, MOST_SEATS),
    )
    past = jax.tree.map(
        lambda leaf: jnp.repeat(leaf.astype(jnp.bfloat16)[None], config.keep, 0), networks.policy
    )
    return Learner(networks, no_moments(networks), networks.policy, past, jnp.int32(0))


def against(learner: Learner, rival: Params) -> Learner:
    """The learner with this rival in the place of all its past selves."""
    past = {
        name: jnp.broadcast_to(jnp.asarray(rival[name], leaf.dtype), leaf.shape)
        for name, leaf in learner.past.items()
    }
    return learner._replace(past=past)


def keep_past(learner: Learner) -> Learner:
    """Remember the policy as it is now, in the place of the oldest."""
    kept = next(iter(learner.past.values())).shape[0]
    place = learner.kept % kept
    past = jax.tree.map(
        lambda all_, now: all_.at[place].set(now.astype(all_.dtype)),
        learner.past,
        learner.networks.policy,
    )
    return learner._replace(past=past, kept=learner.kept + 1)


@partial(jax.jit, static_argnames="config")
def update(
    learner: Learner,
    games: Games,
    key: jax.Array,
    rate: jax.Array,
    entropy_weight: jax.Array,
    config: Config,
) -> tuple[Learner, Games, Report]:
    play_key, past_key, order_key, between_key = jax.random.split(key, 4)
    some = jax.random.randint(past_key, (), 0, jnp.clip(learner.kept, 1, config.keep))
    past = jax.tree.map(lambda leaf: leaf[some], learner.past)
    games, steps = play(learner.networks, past, games, play_key, config)
    lessons = lessons_of(steps, out_of_match(games.states), config.within, config.across)
    samples = _samples(steps, lessons, order_key, config)
    between = _between(steps, lessons, between_key, config)
    pieces = config.samples // config.batch

    def one(
        carry: tuple[Networks, Moments], piece: jax.Array
    ) -> tuple[tuple[Networks, Moments], Measures]:
        networks, moments = carry
        pick = partial(jax.tree.map, lambda leaf: leaf[:, piece % pieces])
        slopes, measures = jax.grad(total_loss, has_aux=True)(
            networks, pick(samples), pick(between), entropy_weight, config
        )
        return descend(networks, moments, slopes, rate), measures

    carry = (learner.networks, learner.moments)
    carry, measures = lax.scan(one, carry, jnp.arange(pieces * config.epochs))
    report = Report(jax.tree.map(jnp.mean, measures), _tally(steps), samples.weight.sum())
    average = jax.tree.map(
        lambda old, new: old + (new - old) / config.average, learner.average, carry[0].policy
    )
    learner = learner._replace(networks=carry[0], moments=carry[1], average=average)
    return learner, games, report


def _samples(steps: Steps, lessons: Lessons, key: jax.Array, config: Config) -> Sample:
    """Decisions of learners in a random order, as (batch, pieces): each piece is a fair mix."""
    usable = steps.learner & lessons.known
    draw = jax.random.uniform(key, usable.shape)
    wanted = usable & (~steps.asking | (draw < config.ask_share))
    order = jnp.argsort(jnp.where(wanted, draw, 1 + draw).reshape(-1))[: config.samples]
    everything = Sample(
        steps.inputs,
        steps.extra,
        steps.legal,
        steps.counts,
        steps.action,
        steps.log_chance,
        lessons.advantage,
        lessons.result,
        wanted * 1.0,
    )
    picked: Sample = jax.tree.map(lambda leaf: _taken(leaf, order), everything)
    weight = picked.weight
    size = jnp.sqrt((picked.advantage**2 * weight).sum() / jnp.maximum(weight.sum(), 1))
    picked = picked._replace(advantage=picked.advantage / (size + 1e-4))
    return _in_pieces(picked, config)


def _between(steps: Steps, lessons: Lessons, key: jax.Array, config: Config) -> Between:
    draw = jax.random.uniform(key, lessons.scores_known.shape)
    order = jnp.argsort(jnp.where(lessons.scores_known, draw, 1 + draw).reshape(-1))
    order = order[: config.samples // 4]
    by_place = _from_first(lessons.scores, steps)
    everything = Between(
        steps.scorer_inputs, steps.scorer_alive, by_place, lessons.scores_known * 1.0
    )
    picked: Between = jax.tree.map(lambda leaf: _taken(leaf, order), everything)
    return _in_pieces(picked, config)


def _from_first(scores: jax.Array, steps: Steps) -> jax.Array:
    """Numbers by seat as numbers by place from the starter."""
    places = jnp.arange(MOST_SEATS)
    seats = steps.seats[..., None]
    at = jnp.where(places < seats, (steps.first[..., None] + places) % seats, places)
    return jnp.take_along_axis(scores, at, -1)


def _taken(leaf: jax.Array, order: jax.Array) -> jax.Array:
    return leaf.reshape(-1, *leaf.shape[2:])[order]


T = TypeVar("T", Sample, Between)


def _in_pieces(samples: T, config: Config) -> T:
    pieces = config.samples // config.batch
    split: T = jax.tree.map(lambda leaf: leaf.reshape(-1, pieces, *leaf.shape[1:]), samples)
    return split


def _tally(steps: Steps) -> Tally:
    ended = (steps.winner >= 0) & steps.alone
    by_seats = jnp.arange(2, MOST_SEATS + 1)[:, None, None] == steps.seats
    return Tally((ended & by_seats).sum((1, 2)), (ended & steps.learner_won & by_seats).sum((1, 2)))
