"""One update: play some steps, work out targets, improve the networks."""

from functools import partial
from typing import NamedTuple, TypeAlias, TypeVar

import jax
import jax.numpy as jnp
from jax import lax

from perudo.engine.dice import MOST_SEATS
from perudo.engine.errors import InvalidValue
from perudo.train.adam import Moments, adam_step, zero_moments
from perudo.train.advantages import Targets, targets_of
from perudo.train.config import Config
from perudo.train.loss import DecisionSample, Measures, TableSample, foe_loss, total_loss
from perudo.train.network import POLICY_OUTPUTS, Params, new_network
from perudo.train.rollout import Games, Networks, Others, Steps, out_of_match, play


class Foe(NamedTuple):
    """A player that learns to beat the learner."""

    policy: Params
    moments: Moments


class Learner(NamedTuple):
    """All that learning changes, except the games."""

    networks: Networks
    moments: Moments
    average: Params
    """The policy averaged over the last updates, which is exported."""
    past: Params
    """The weights of past policies, stacked."""
    magnet: Params
    """The policy that learning started from, if it is to stay near it; else nothing."""
    kept: jax.Array
    """How often a past self was kept."""
    foe: Foe | None = None


class Tally(NamedTuple):
    """Ended matches in which one learner sat alone, and those it won; by number of seats."""

    matches: jax.Array
    wins: jax.Array
    foe_matches: jax.Array
    """Matches against the foe"""
    foe_wins: jax.Array
    """and those that the foe won"""


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
    return Learner(networks, zero_moments(networks), networks.policy, past, {}, jnp.int32(0))


def started_from(learner: Learner, weights: Params, config: Config) -> Learner:
    """Start the policy from given weights, and pull it to them if the configuration says so."""
    policy = _fitted(weights, learner.networks.policy)
    past = jax.tree.map(
        lambda all_, now: jnp.broadcast_to(now.astype(all_.dtype), all_.shape), learner.past, policy
    )
    learner = learner._replace(
        networks=learner.networks._replace(policy=policy),
        moments=zero_moments(learner.networks),
        average=policy,
        past=past,
    )
    return pulled_to(learner, policy, config)


def pulled_to(learner: Learner, weights: Params, config: Config) -> Learner:
    """Pull the policy to given weights if the configuration says so."""
    if not (config.magnet or config.stranger_magnet):
        return learner
    return learner._replace(magnet=_fitted(weights, learner.networks.policy))


def with_rival(learner: Learner, rival: Params) -> Learner:
    """Replace all past selves of a learner by a rival."""
    policy = _fitted(rival, learner.networks.policy)
    past = {
        name: jnp.broadcast_to(policy[name].astype(leaf.dtype), leaf.shape)
        for name, leaf in learner.past.items()
    }
    return learner._replace(past=past)


def _fitted(weights: Params, fresh: Params) -> Params:
    """Return weights with the sizes of new ones; outputs that they do not have are zeros."""
    fitted = {}
    for name, new in fresh.items():
        given = jnp.asarray(weights.get(name, ()), new.dtype)
        outputs = new.shape[-1] if name.startswith("out.") else given.shape[-1]
        if (*given.shape[:-1], outputs) != new.shape or given.shape[-1] > outputs:
            raise InvalidValue(f"{name} has another size than the configuration gives it")
        fitted[name] = jnp.pad(given, [*[(0, 0)] * (new.ndim - 1), (0, outputs - given.shape[-1])])
    return fitted


def with_new_foe(learner: Learner) -> Learner:
    """Let a new foe start as a copy of the learner."""
    policy = jax.tree.map(jnp.copy, learner.networks.policy)
    return learner._replace(foe=Foe(policy, zero_moments(policy)))


def keep_past_self(learner: Learner) -> Learner:
    """Keep the present policy, or that of the foe, in place of the oldest one kept."""
    policy = learner.foe.policy if learner.foe else learner.networks.policy
    kept = next(iter(learner.past.values())).shape[0]
    place = learner.kept % kept
    past = jax.tree.map(
        lambda all_, now: all_.at[place].set(now.astype(all_.dtype)),
        learner.past,
        policy,
    )
    return learner._replace(past=past, kept=learner.kept + 1)


@partial(jax.jit, static_argnames="config")
def update(
    learner: Learner,
    games: Games,
    key: jax.Array,
    rate: jax.Array,
    entropy_weight: jax.Array,
    awake: jax.Array,
    config: Config,
) -> tuple[Learner, Games, Report]:
    """Play and learn once; unless ``awake`` only critic and scorer learn."""
    play_key, past_key, order_key, table_key = jax.random.split(key, 4)
    some = jax.random.randint(past_key, (), 0, jnp.clip(learner.kept, 1, config.keep))
    past = jax.tree.map(lambda leaf: leaf[some], learner.past)
    others = Others(past, learner.foe.policy if learner.foe else {})
    games, steps = play(learner.networks, others, games, play_key, config)
    targets = targets_of(steps, out_of_match(games.states), config.within, config.across)
    samples = _decision_samples(steps, targets, steps.learner, order_key, config, config.samples)
    foe_samples = (
        None if learner.foe is None
        else _decision_samples(
            steps, targets, steps.foe, order_key, config, config.samples // 2
        )
    )  # fmt: skip
    tables = _table_samples(steps, targets, table_key, config)
    batches = config.samples // config.batch
    foe_rate = jnp.float32(config.foe_rate)
    if_awake = partial(jax.tree.map, lambda gradient: jnp.where(awake, gradient, 0.0))

    def one(carry: _Carry, batch: jax.Array) -> tuple[_Carry, Measures]:
        networks, moments, foe = carry
        pick = partial(jax.tree.map, lambda leaf: leaf[:, batch % batches])
        foes = pick(foe_samples)
        gradients, measures = jax.grad(total_loss, has_aux=True)(
            networks, pick(samples), foes, pick(tables), learner.magnet, entropy_weight, config
        )
        gradients = gradients._replace(policy=if_awake(gradients.policy))
        if foe is not None:
            down = jax.grad(foe_loss)(foe.policy, foes, entropy_weight, config)
            foe = Foe(*adam_step(foe.policy, foe.moments, if_awake(down), foe_rate))
        return (*adam_step(networks, moments, gradients, rate), foe), measures

    carry: _Carry = (learner.networks, learner.moments, learner.foe)
    carry, measures = lax.scan(one, carry, jnp.arange(batches * config.epochs))
    networks, moments, foe = carry
    report = Report(jax.tree.map(jnp.mean, measures), _tally(steps), samples.weight.sum())
    average = jax.tree.map(
        lambda old, new: old + (new - old) / config.average, learner.average, networks.policy
    )
    learner = learner._replace(networks=networks, moments=moments, average=average, foe=foe)
    return learner, games, report


_Carry: TypeAlias = tuple[Networks, Moments, Foe | None]


def _decision_samples(
    steps: Steps,
    targets: Targets,
    whose: jax.Array,
    key: jax.Array,
    config: Config,
    most: int,
) -> DecisionSample:
    """Return up to ``most`` decisions of some players in random order: (rows, batches)."""
    usable = whose & targets.known
    draw = jax.random.uniform(key, usable.shape)
    wanted = usable & (~steps.asking | (draw < config.ask_share))
    order = jnp.argsort(jnp.where(wanted, draw, 1 + draw).reshape(-1))[:most]
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
    over = steps.winner >= 0
    ended = over & steps.alone
    by_seats = jnp.arange(2, MOST_SEATS + 1)[:, None, None] == steps.seats
    return Tally(
        (ended & by_seats).sum((1, 2)),
        (ended & steps.learner_won & by_seats).sum((1, 2)),
        (over & steps.with_foe).sum(),
        (over & steps.with_foe & ~steps.learner_won).sum(),
    )
