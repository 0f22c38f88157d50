"""The loss: PPO's objective, and the errors of beliefs, critic and scorer."""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from perudo.train.config import Config
from perudo.train.network import forward, masked, policy_outputs, win_chances
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


def total_loss(
    networks: Networks,
    decisions: DecisionSample,
    tables: TableSample,
    entropy_weight: jax.Array,
    config: Config,
) -> tuple[jax.Array, Measures]:
    """Return the loss of all three networks, and its parts."""
    logits, beliefs, chance = policy_outputs(networks.policy, decisions.inputs)
    logs = jax.nn.log_softmax(masked(logits, decisions.legal))
    log_chance = jnp.take_along_axis(logs, decisions.action[:, None], 1)[:, 0]
    change = log_chance - decisions.log_chance
    ratio = jnp.exp(jnp.clip(change, -10, 10))
    near = jnp.clip(ratio, 1 - config.clip, 1 + config.clip)
    weight = decisions.weight / jnp.maximum(decisions.weight.sum(), 1.0)
    gain = jnp.minimum(ratio * decisions.advantage, near * decisions.advantage)
    entropy = -(jnp.exp(logs) * jnp.where(decisions.legal, logs, 0)).sum(1)
    truth = jax.vmap(true_bids)(decisions.counts)
    belief = cross_entropy(beliefs, truth).mean(1)
    extended = jnp.concatenate([decisions.inputs, decisions.extra], 1)
    critic = cross_entropy(forward(networks.critic, extended)[:, 0], decisions.result)
    chance_loss = cross_entropy(chance, decisions.result)
    guess = win_chances(networks.scorer, tables.inputs, tables.alive)
    scorer = -(tables.scores * jnp.log(guess + 1e-6)).sum(1)
    scorer = (scorer * tables.weight).sum() / jnp.maximum(tables.weight.sum(), 1.0)
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


def cross_entropy(logit: jax.Array, truth: jax.Array) -> jax.Array:
    """Return the cross entropy of a probability, given as a logit, and its target."""
    return jax.nn.softplus(logit) - logit * jnp.clip(truth, 0.0, 1.0)
