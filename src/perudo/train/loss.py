"""What is to be made small: PPO's objective, and how wrong beliefs and values are."""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from perudo.train.config import Config
from perudo.train.network import forward, masked, policy_outputs, win_chances
from perudo.train.rollout import Networks
from perudo.train.teachers import true_bids


class Sample(NamedTuple):
    """Decisions to learn from."""

    inputs: jax.Array
    extra: jax.Array
    legal: jax.Array
    counts: jax.Array
    action: jax.Array
    log_chance: jax.Array
    advantage: jax.Array
    result: jax.Array
    weight: jax.Array


class Between(NamedTuple):
    """Tables between two rounds, for the scorer."""

    inputs: jax.Array
    alive: jax.Array
    scores: jax.Array
    weight: jax.Array


class Measures(NamedTuple):
    entropy: jax.Array
    moved: jax.Array
    """How far the policy has moved since the games were played."""
    belief: jax.Array
    critic: jax.Array
    chance: jax.Array
    scorer: jax.Array


def total_loss(
    networks: Networks, sample: Sample, between: Between, entropy_weight: jax.Array, config: Config
) -> tuple[jax.Array, Measures]:
    logits, beliefs, chance = policy_outputs(networks.policy, sample.inputs)
    logs = jax.nn.log_softmax(masked(logits, sample.legal))
    log_chance = jnp.take_along_axis(logs, sample.action[:, None], 1)[:, 0]
    change = log_chance - sample.log_chance
    ratio = jnp.exp(jnp.clip(change, -10, 10))
    near = jnp.clip(ratio, 1 - config.clip, 1 + config.clip)
    weight = sample.weight / jnp.maximum(sample.weight.sum(), 1.0)
    gain = jnp.minimum(ratio * sample.advantage, near * sample.advantage)
    entropy = -(jnp.exp(logs) * jnp.where(sample.legal, logs, 0)).sum(1)
    truth = jax.vmap(true_bids)(sample.counts)
    belief = _crossing(beliefs, truth).mean(1)
    extended = jnp.concatenate([sample.inputs, sample.extra], 1)
    critic = _crossing(forward(networks.critic, extended)[:, 0], sample.result)
    chance_loss = _crossing(chance, sample.result)
    guess = win_chances(networks.scorer, between.inputs, between.alive)
    scorer = -(between.scores * jnp.log(guess + 1e-6)).sum(1)
    scorer = (scorer * between.weight).sum() / jnp.maximum(between.weight.sum(), 1.0)
    measures = Measures(
        entropy=(entropy * weight).sum(),
        moved=(((ratio - 1) - change) * weight).sum(),
        belief=(belief * weight).sum(),
        critic=(critic * weight).sum(),
        chance=(chance_loss * weight).sum(),
        scorer=scorer,
    )
    loss = (
        -(gain * weight).sum()
        - entropy_weight * measures.entropy
        + config.belief * measures.belief
        + config.chance * measures.chance
        + measures.critic
        + scorer
    )
    return loss, measures


def _crossing(logit: jax.Array, truth: jax.Array) -> jax.Array:
    """The cross entropy of a chance, given as a logit, and what it should have been."""
    return jax.nn.softplus(logit) - logit * jnp.clip(truth, 0.0, 1.0)
