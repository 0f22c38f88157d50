"""What the coach learned: the worth of actions, true bids, and the chances between rounds.

It stands on the champion's network, whose last layer (``features``) sums up what a player knows.
``xp`` is the array library: NumPy at the table, ``jax.numpy`` where it is learned.
"""

from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from perudo.bots.champion.knowledge import Array
from perudo.bots.champion.weights import read_weights

WEIGHTS = Path(__file__).with_name("coach.safetensors")

Weights: TypeAlias = dict[str, Any]


def summary_of(xp: Any, weights: Weights, features: Array) -> Array:
    """Return what the other functions need of ``features``."""
    hidden = features @ weights["summary.in"] + weights["summary.bias"]
    return xp.concatenate([features, xp.maximum(hidden, 0)], -1)


def belief_logits(weights: Weights, summary: Array) -> Array:
    """Return how likely each bid is true, by its number without the calls before it."""
    return summary @ weights["belief.out"] + weights["belief.bias"]


def value_logits(xp: Any, weights: Weights, summary: Array, actions: Array) -> Array:
    """Return how likely each action wins the match.

    ``actions`` has a row of ``action_inputs`` for each of them, and ``summary`` a row for each,
    too, or one for all.
    """
    position = (summary @ weights["value.out"] + weights["value.bias"])[..., 0]
    from_position = summary @ weights["action.summary"] + weights["action.bias"]
    hidden = xp.maximum(from_position + actions @ weights["action.in"], 0)
    hidden = xp.maximum(hidden @ weights["action.hidden"] + weights["action.hidden_bias"], 0)
    return position + (hidden @ weights["action.out"])[..., 0]


def table_chances(xp: Any, weights: Weights, table: Array, alive: Array) -> Array:
    """Return the chances to win, clockwise from the starter; 0 for seats without dice."""
    h = xp.maximum(table @ weights["table.in"] + weights["table.in_bias"], 0)
    h = h + xp.maximum(h @ weights["table.hidden"] + weights["table.hidden_bias"], 0)
    logits = h @ weights["table.out"] + weights["table.out_bias"]
    logits = xp.where(alive, logits, -1e9)
    chances = xp.exp(logits - logits.max(-1, keepdims=True))
    return chances / chances.sum(-1, keepdims=True)


def chance(logits: Array) -> Array:
    return 1 / (1 + np.exp(-logits))


@cache
def learned_weights(path: Path = WEIGHTS) -> Weights:
    """Return what was learned. The file is read once only."""
    return read_weights(path).arrays
