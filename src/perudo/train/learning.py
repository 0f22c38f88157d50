"""One update: play some steps, work out targets, improve the networks."""

from functools import partial
from typing import NamedTuple, TypeVar

import jax
import jax.numpy as jnp
from jax import lax

from perudo.engine.dice import MOST_SEATS
from perudo.engine.errors import InvalidValue
from perudo.train.adam import Moments, adam_step, zero_moments
from perudo.train.advantages import Targets, targets_of
from perudo.train.champion_duels import Duellists
from perudo.train.config import Config
from perudo.train.loss import DecisionSample, Measures, TableSample, total_loss
from perudo.train.network import POLICY_OUTPUTS, Params, new_network
from perudo.train.rollout import Games, Networks, Opponent, Steps, out_of_match, play


class Learner(NamedTuple):
    """All that learning changes, except the games."""

    networks: Networks
    moments: Moments
    average: Params
    """The policy averaged over the last updates, which is exported."""
    past: Params
    """The weights of past policies, stacked."""
    kept: jax.Array
    """How often a past self was kept."""


class Tally(NamedTuple):
    """Ended matches in which one learner sat alone, and those it won; by number of seats."""

    matches: jax.Array
    wins: jax.Array


class Report(NamedTuple):
    """What an update measured."""

    measures: Measures
    tally: Tally
    decisions: jax.Array
    """How many decisions were learned from."""


def new_learner(key: jax.Array, config: Config, sizes: tuple[int, int, int]) -> Learner:
    """Return a learner with random networks.

    ``sizes`` says how many inputs the policy has, the critic has in addition, and the scorer has.
    """
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
    return Learner(networks, zero_moments(networks), networks.policy, past, jnp.int32(0))


def started_from(learner: Learner, weights: Params) -> Learner:
    """Start the policy from given weights."""
    policy = _fitted(weights, learner.networks.policy)
    past = jax.tree.map(
        lambda all_, now: jnp.broadcast_to(now.astype(all_.dtype), all_.shape), learner.past, policy
    )
    return learner._replace(
        networks=learner.networks._replace(policy=policy),
        moments=zero_moments(learner.networks),
        average=policy,
        past=past,
    )


def with_rival(learner: Learner, rival: Params) -> Learner:
    """Replace all past selves of a learner by a rival."""
    policy = _fitted(rival, learner.networks.policy)
    past = {
        name: jnp.broadcast_to(policy[name].astype(leaf.dtype), leaf.shape)
        for name, leaf in learner.past.items()
    }
    return learner._replace(past=past)


def _fitted(weights: Params, fresh: Params) -> Params:
    """Return weights with the sizes of new ones; inputs and outputs they do not have are zeros."""
    fitted = {}
    for name, new in fresh.items():
        given = jnp.asarray(weights.get(name, ()), new.dtype)
        may_grow = {"in.weight": {0}, "out.weight": {1}, "out.bias": {0}}.get(name, set())
        if given.ndim != new.ndim or any(
            old > now or (old < now and axis not in may_grow)
            for axis, (old, now) in enumerate(zip(given.shape, new.shape, strict=False))
        ):
            raise InvalidValue(f"{name} has another size than the configuration gives it")
        missing = [(0, now - old) for old, now in zip(given.shape, new.shape, strict=True)]
        fitted[name] = jnp.pad(given, missing)
    return fitted


def keep_past_self(learner: Learner) -> Learner:
    """Keep the present policy in place of the oldest one kept."""
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
    champion: Duellists | None,
    games: Games,
    key: jax.Array,
    rate: jax.Array,
    entropy_weight: jax.Array,
    awake: jax.Array,
    leniency: jax.Array,
    config: Config,
) -> tuple[Learner, Games, Report]:
    """Play and learn once; unless ``awake`` only critic and scorer learn.

    With a ``champion`` of duels, that one sits in place of past selves, and ``leniency`` is added
    to the sums by which it judges.
    """
    play_key, past_key, order_key, table_key = jax.random.split(key, 4)
    some = jax.random.randint(past_key, (), 0, jnp.clip(learner.kept, 1, config.keep))
    past: Opponent = champion or jax.tree.map(lambda leaf: leaf[some], learner.past)
    games, steps = play(learner.networks, past, games, play_key, leniency, config)
    targets = targets_of(steps, out_of_match(games.states), config.within, config.across)
    samples = _decision_samples(steps, targets, order_key, config)
    tables = _table_samples(steps, targets, table_key, config)
    batches = config.samples // config.batch
    if_awake = partial(jax.tree.map, lambda gradient: jnp.where(awake, gradient, 0.0))

    def one(
        carry: tuple[Networks, Moments], batch: jax.Array
    ) -> tuple[tuple[Networks, Moments], Measures]:
        networks, moments = carry
        pick = partial(jax.tree.map, lambda leaf: leaf[:, batch % batches])
        gradients, measures = jax.grad(total_loss, has_aux=True)(
            networks, pick(samples), pick(tables), entropy_weight, config
        )
        gradients = gradients._replace(policy=if_awake(gradients.policy))
        return adam_step(networks, moments, gradients, rate), measures

    carry = (learner.networks, learner.moments)
    (networks, moments), measures = lax.scan(one, carry, jnp.arange(batches * config.epochs))
    report = Report(jax.tree.map(jnp.mean, measures), _tally(steps), samples.weight.sum())
    average = jax.tree.map(
        lambda old, new: old + (new - old) / config.average, learner.average, networks.policy
    )
    learner = learner._replace(networks=networks, moments=moments, average=average)
    return learner, games, report


def _decision_samples(
    steps: Steps,
    targets: Targets,
    key: jax.Array,
    config: Config,
) -> DecisionSample:
    """Return decisions of the learner in random order, as arrays of (batch size, batches)."""
    usable = steps.learner & targets.known
    draw = jax.random.uniform(key, usable.shape)
    wanted = usable & (~steps.asking | (draw < config.ask_share))
    order = jnp.argsort(jnp.where(wanted, draw, 1 + draw).reshape(-1))[: config.samples]
    everything = DecisionSample(
        steps.inputs,
        steps.extra,
        steps.legal,
        steps.counts,
        steps.action,
        steps.log_chance,
        targets.advantage,
        targets.result,
        wanted * 1.0,
    )
    picked: DecisionSample = jax.tree.map(lambda leaf: _picked_rows(leaf, order), everything)
    weight = picked.weight
    size = jnp.sqrt((picked.advantage**2 * weight).sum() / jnp.maximum(weight.sum(), 1))
    picked = picked._replace(advantage=picked.advantage / (size + 1e-4))
    return _in_batches(picked, config)


def _table_samples(steps: Steps, targets: Targets, key: jax.Array, config: Config) -> TableSample:
    """Return tables between rounds in random order, as arrays of (batch size, batches)."""
    draw = jax.random.uniform(key, targets.scores_known.shape)
    order = jnp.argsort(jnp.where(targets.scores_known, draw, 1 + draw).reshape(-1))
    order = order[: config.samples // 4]
    by_place = _by_place(targets.scores, steps)
    everything = TableSample(
        steps.scorer_inputs, steps.scorer_alive, by_place, targets.scores_known * 1.0
    )
    picked: TableSample = jax.tree.map(lambda leaf: _picked_rows(leaf, order), everything)
    return _in_batches(picked, config)


def _by_place(scores: jax.Array, steps: Steps) -> jax.Array:
    """Reorder numbers by seat: clockwise from the starter."""
    places = jnp.arange(MOST_SEATS)
    seats = steps.seats[..., None]
    at = jnp.where(places < seats, (steps.first[..., None] + places) % seats, places)
    return jnp.take_along_axis(scores, at, -1)


def _picked_rows(leaf: jax.Array, order: jax.Array) -> jax.Array:
    return leaf.reshape(-1, *leaf.shape[2:])[order]


T = TypeVar("T", DecisionSample, TableSample)


def _in_batches(samples: T, config: Config) -> T:
    batches = config.samples // config.batch
    split: T = jax.tree.map(lambda leaf: leaf.reshape(-1, batches, *leaf.shape[1:]), samples)
    return split


def _tally(steps: Steps) -> Tally:
    ended = (steps.winner >= 0) & steps.alone
    by_seats = jnp.arange(2, MOST_SEATS + 1)[:, None, None] == steps.seats
    return Tally(
        (ended & by_seats).sum((1, 2)),
        (ended & steps.learner_won & by_seats).sum((1, 2)),
    )
