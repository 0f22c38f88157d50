"""The Adam optimiser with clipped gradients, for dictionaries of arrays or tuples of them."""

from typing import Any, NamedTuple, TypeVar

import jax
import jax.numpy as jnp

Weights = TypeVar("Weights")
"""A network, or a tuple of several."""

DECAY_RATES = (0.9, 0.99)
"""How much of the first and second moments is kept from one step to the next."""
MAX_NORM = 1.0
"""Longer gradients are scaled down to this length, for each network by itself."""


class Moments(NamedTuple):
    """Running means of the gradients and of their squares."""

    first: Any
    second: Any
    """Both are made like the weights."""
    steps: jax.Array
    """How many steps were made so far."""


def zero_moments(weights: Any) -> Moments:
    zeros = jax.tree.map(jnp.zeros_like, weights)
    return Moments(zeros, zeros, jnp.int32(0))


def adam_step(
    weights: Weights, moments: Moments, gradients: Weights, rate: jax.Array
) -> tuple[Weights, Moments]:
    """Make one step against the gradients; return the weights and moments after it."""
    gradients = jax.tree.map(_clipped, gradients, is_leaf=lambda part: isinstance(part, dict))
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

    return jax.tree.map(moved, weights, first, second), Moments(first, second, steps)


def _clipped(gradients: dict[str, jax.Array]) -> dict[str, jax.Array]:
    length = jnp.sqrt(sum((jnp.sum(g * g) for g in gradients.values()), jnp.float32(0)))
    scale = jnp.minimum(1.0, MAX_NORM / (length + 1e-9))
    return {name: g * scale for name, g in gradients.items()}
