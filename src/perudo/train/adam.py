"""The Adam optimiser with clipped gradients, for dictionaries of arrays."""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from perudo.train.rollout import Networks

DECAY_RATES = (0.9, 0.99)
"""How much of the first and second moments is kept from one step to the next."""
MAX_NORM = 1.0
"""Longer gradients are scaled down to this length, for each network by itself."""


class Moments(NamedTuple):
    """Running means of the gradients and of their squares."""

    first: Networks
    second: Networks
    steps: jax.Array
    """How many steps were made so far."""


def zero_moments(networks: Networks) -> Moments:
    zeros = jax.tree.map(jnp.zeros_like, networks)
    return Moments(zeros, zeros, jnp.int32(0))


def adam_step(
    networks: Networks, moments: Moments, gradients: Networks, rate: jax.Array
) -> tuple[Networks, Moments]:
    """Make one step against the gradients; return the networks and moments after it."""
    gradients = Networks(*map(_clipped, gradients))
    keep_first, keep_second = DECAY_RATES
    steps = moments.steps + 1
    first = jax.tree.map(
        lambda m, g: keep_first * m + (1 - keep_first) * g, moments.first, gradients
    )
    second = jax.tree.map(
        lambda m, g: keep_second * m + (1 - keep_second) * g * g, moments.second, gradients
    )
    unbias_first, unbias_second = 1 - keep_first**steps, 1 - keep_second**steps

    def moved(weight: jax.Array, m: jax.Array, v: jax.Array) -> jax.Array:
        return weight - rate * (m / unbias_first) / (jnp.sqrt(v / unbias_second) + 1e-6)

    return jax.tree.map(moved, networks, first, second), Moments(first, second, steps)


def _clipped(gradients: dict[str, jax.Array]) -> dict[str, jax.Array]:
    length = jnp.sqrt(sum((jnp.sum(g * g) for g in gradients.values()), jnp.float32(0)))
    scale = jnp.minimum(1.0, MAX_NORM / (length + 1e-9))
    return {name: g * scale for name, g in gradients.items()}
