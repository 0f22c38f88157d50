"""Adam with clipped gradients, on dictionaries of arrays."""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from perudo.train.rollout import Networks

SLOWNESS = (0.9, 0.99)
LARGEST = 1.0
"""Gradients longer than this are cut to it, network by network."""


class Moments(NamedTuple):
    first: Networks
    second: Networks
    taken: jax.Array
    """Steps so far."""


def no_moments(networks: Networks) -> Moments:
    zeros = jax.tree.map(jnp.zeros_like, networks)
    return Moments(zeros, zeros, jnp.int32(0))


def descend(
    networks: Networks, moments: Moments, slopes: Networks, rate: jax.Array
) -> tuple[Networks, Moments]:
    """One step downhill."""
    slopes = Networks(*map(_clipped, slopes))
    fast, slow = SLOWNESS
    taken = moments.taken + 1
    first = jax.tree.map(lambda m, g: fast * m + (1 - fast) * g, moments.first, slopes)
    second = jax.tree.map(lambda m, g: slow * m + (1 - slow) * g * g, moments.second, slopes)
    unbias_first, unbias_second = 1 - fast**taken, 1 - slow**taken

    def moved(weight: jax.Array, m: jax.Array, v: jax.Array) -> jax.Array:
        return weight - rate * (m / unbias_first) / (jnp.sqrt(v / unbias_second) + 1e-6)

    return jax.tree.map(moved, networks, first, second), Moments(first, second, taken)


def _clipped(slopes: dict[str, jax.Array]) -> dict[str, jax.Array]:
    length = jnp.sqrt(sum((jnp.sum(g * g) for g in slopes.values()), jnp.float32(0)))
    scale = jnp.minimum(1.0, LARGEST / (length + 1e-9))
    return {name: g * scale for name, g in slopes.items()}
