"""The three networks, as plain dictionaries of arrays. Only the policy is needed to play.

- The **policy** sees what a player sees. It gives preferences over actions, beliefs (how likely
  each bid is true) and its chance to win the match.
- The **critic** also sees all cups and who sits where. Its estimate is subtracted from the result,
  which removes much of the luck of the dice.
- The **scorer** estimates each seat's chance to win from a table between two rounds.
"""

from typing import Final, TypeAlias

import jax
import jax.numpy as jnp

from perudo.engine.dice import FACES, MOST_DICE, MOST_SEATS
from perudo.engine.numbering import ALL_ACTIONS

Params: TypeAlias = dict[str, jax.Array]

BIDS: Final = len(FACES) * MOST_DICE
POLICY_OUTPUTS: Final = ALL_ACTIONS + BIDS + 1


def new_network(key: jax.Array, inputs: int, width: int, blocks: int, outputs: int) -> Params:
    """Return random weights, those of the last layer near zero: at first all outputs are alike."""
    keys = iter(jax.random.split(key, 2 * blocks + 2))

    def matrix(rows: int, columns: int, scale: float = 1.0) -> jax.Array:
        spread = scale * (2 / rows) ** 0.5
        drawn: jax.Array = spread * jax.random.normal(next(keys), (rows, columns))
        return drawn

    params = {"in.weight": matrix(inputs, width), "in.bias": jnp.zeros(width)}
    for block in range(blocks):
        params |= {
            f"{block}.gain": jnp.ones(width),
            f"{block}.up": matrix(width, width),
            f"{block}.bias": jnp.zeros(width),
            f"{block}.down": matrix(width, width, 0.3),
        }
    return params | {
        "out.gain": jnp.ones(width),
        "out.weight": matrix(width, outputs, 0.02),
        "out.bias": jnp.zeros(outputs),
    }


def forward(params: Params, x: jax.Array) -> jax.Array:
    """Return the outputs for rows of inputs, as float32; products are computed in bfloat16."""
    last = features(params, x) * params["out.gain"]
    return quick_product(last, params["out.weight"]) + params["out.bias"]


def features(params: Params, x: jax.Array, *, exact: bool = False) -> jax.Array:
    """Return the last layer before the outputs; ``exact`` computes in float32, as at the table."""
    product = jnp.matmul if exact else quick_product
    h = jax.nn.relu(product(x, params["in.weight"]) + params["in.bias"])
    block = 0
    while f"{block}.up" in params:
        inner = product(_normed(h) * params[f"{block}.gain"], params[f"{block}.up"])
        h = h + product(jax.nn.relu(inner + params[f"{block}.bias"]), params[f"{block}.down"])
        block += 1
    return _normed(h)


def quick_product(x: jax.Array, weight: jax.Array) -> jax.Array:
    return jnp.matmul(
        x.astype(jnp.bfloat16), weight.astype(jnp.bfloat16), preferred_element_type=jnp.float32
    )


def _normed(h: jax.Array) -> jax.Array:
    return h * jax.lax.rsqrt(jnp.mean(h * h, -1, keepdims=True) + 1e-5)


def masked(logits: jax.Array, legal: jax.Array) -> jax.Array:
    """Give illegal actions a probability of practically zero.

    Actions that ``legal`` does not reach to are left out: a duel has fewer than a full table.
    """
    return jnp.where(legal, logits[..., : legal.shape[-1]], -1e9)


def policy_outputs(params: Params, x: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Return preferences, beliefs and the chance to win, all as logits."""
    out = forward(params, x)
    return (
        out[..., :ALL_ACTIONS],
        out[..., ALL_ACTIONS : ALL_ACTIONS + BIDS],
        out[..., ALL_ACTIONS + BIDS],
    )


def win_chances(params: Params, table: jax.Array, alive: jax.Array) -> jax.Array:
    """Return the scorer's chances to win, clockwise from the starter; 0 for seats without dice."""
    return jax.nn.softmax(masked(forward(params, table)[..., :MOST_SEATS], alive))
