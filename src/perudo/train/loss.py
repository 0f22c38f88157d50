"""The loss: PPO's objective, and the errors of beliefs, critic and scorer."""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from perudo.train.config import Config
from perudo.train.network import Params, forward, masked, policy_outputs, win_chances
from perudo.train.rollout import Networks
from perudo.train.teacher_inputs import true_bids


class DecisionSample(NamedTuple):
    """Decisions to learn from: fields of ``Steps`` and ``Targets``, and a weight of 1 or 0."""

    inputs: jax.Array
    extra: jax.Array
    legal: jax.Array
    counts: jax.Array
    action: jax.Array
    log_chance: jax.Array
    advantage: jax.Array
    result: jax.Array
    weight: jax.Array


class TableSample(NamedTuple):
    """Tables between two rounds, for the scorer to learn from."""

    inputs: jax.Array
    alive: jax.Array
    scores: jax.Array
    weight: jax.Array


class Measures(NamedTuple):
    """The parts of the loss, as they are written to the log."""

    entropy: jax.Array
    moved: jax.Array
    """How far the policy has moved since the games were played (KL divergence)."""
    belief: jax.Array
    critic: jax.Array
    chance: jax.Array
    scorer: jax.Array


class _Policy(NamedTuple):
    """What the policy that is learning makes of decisions."""

    logs: jax.Array
    beliefs: jax.Array
    chance: jax.Array
    weight: jax.Array
    gain: jax.Array
    """PPO's objective"""
    moved: jax.Array
    entropy: jax.Array


def _policy(policy: Params, decisions: DecisionSample, config: Config) -> _Policy:
    logits, beliefs, chance = policy_outputs(policy, decisions.inputs)
    logs = jax.nn.log_softmax(masked(logits, decisions.legal))
    log_chance = jnp.take_along_axis(logs, decisions.action[:, None], 1)[:, 0]
    change = log_chance - decisions.log_chance
    ratio = jnp.exp(jnp.clip(change, -10, 10))
    near = jnp.clip(ratio, 1 - config.clip, 1 + config.clip)
    weight = _shares(decisions.weight)
    gain = jnp.minimum(ratio * decisions.advantage, near * decisions.advantage)
    entropy = -(jnp.exp(logs) * jnp.where(decisions.legal, logs, 0)).sum(1)
    return _Policy(
        logs,
        beliefs,
        chance,
        weight,
        gain=(gain * weight).sum(),
        moved=(((ratio - 1) - change) * weight).sum(),
        entropy=(entropy * weight).sum(),
    )


def total_loss(
    networks: Networks,
    decisions: DecisionSample,
    tables: TableSample,
    entropy_weight: jax.Array,
    config: Config,
) -> tuple[jax.Array, Measures]:
    """Return the loss of all three networks, and its parts."""
    policy = _policy(networks.policy, decisions, config)
    weight = policy.weight
    truth = jax.vmap(true_bids)(decisions.counts)
    belief = cross_entropy(policy.beliefs, truth).mean(1) if config.belief else jnp.zeros(())
    chance_loss = cross_entropy(policy.chance, decisions.result)
    guess = win_chances(networks.scorer, tables.inputs, tables.alive)
    scorer = -(tables.scores * jnp.log(guess + 1e-6)).sum(1)
    measures = Measures(
        entropy=policy.entropy,
        moved=policy.moved,
        belief=(belief * weight).sum(),
        critic=_critic_loss(networks.critic, decisions),
        chance=(chance_loss * weight).sum(),
        scorer=(scorer * _shares(tables.weight)).sum(),
    )
    loss = (
        -policy.gain
        - entropy_weight * measures.entropy
        + config.belief * measures.belief
        + config.chance * measures.chance
        + measures.critic
        + measures.scorer
    )
    return loss, measures


def _critic_loss(critic: Params, decisions: DecisionSample) -> jax.Array:
    extended = jnp.concatenate([decisions.inputs, decisions.extra], 1)
    errors = cross_entropy(forward(critic, extended)[:, 0], decisions.result)
    return (errors * _shares(decisions.weight)).sum()


def _shares(weight: jax.Array) -> jax.Array:
    return weight / jnp.maximum(weight.sum(), 1.0)


def cross_entropy(logit: jax.Array, truth: jax.Array) -> jax.Array:
    """Return the cross entropy of a probability, given as a logit, and its target."""
    return jax.nn.softplus(logit) - logit * jnp.clip(truth, 0.0, 1.0)
