"""Who sits where: drawn anew for every match."""

from enum import IntEnum
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp

from perudo.engine.dice import MOST_SEATS
from perudo.train.opponents import LUCK as STYLE_LUCK
from perudo.train.opponents import Style, draw_style


class Owner(IntEnum):
    LEARNER = 0
    SCRIPTED = 1
    PAST = 2
    """The learner as it was some time ago."""


class Seating(NamedTuple):
    owners: jax.Array
    styles: Style
    """Of each seat, used where it is scripted."""
    alone: jax.Array
    """Whether one learner sits among players of another kind only."""


SHARES: Final = {"clones": 0.30, "strangers": 0.24, "mixed": 0.16, "selves": 0.14, "past": 0.16}
"""How often a learner sits alone among copies of one scripted player, or among different ones; how
often each seat is drawn; all seats are learners; or all others are past selves."""
DUEL_SHARES: Final = {"strangers": 0.45, "selves": 0.3, "past": 0.25}
"""The same for two seats, where a player without a weakness is worth more."""

LUCK: Final = 2 + MOST_SEATS + MOST_SEATS * STYLE_LUCK
"""Random numbers that a seating is drawn from."""


def draw_seating(
    luck: jax.Array, seats: jax.Array, has_past: jax.Array, *, exploit: bool
) -> Seating:
    """A seating from ``LUCK`` numbers between 0 and 1; with ``exploit`` one learner sits alone
    among past selves."""
    places = jnp.arange(MOST_SEATS)
    me = jnp.minimum((luck[0] * seats).astype(jnp.int32), seats - 1)
    duel = [DUEL_SHARES.get(kind, 0.0) for kind in SHARES]
    shares = jnp.where(seats == 2, jnp.asarray(duel), jnp.asarray(list(SHARES.values())))
    clones, strangers, mixed, selves = (luck[1] < end for end in jnp.cumsum(shares)[:4])
    coins = luck[2 : 2 + MOST_SEATS] < 0.5
    others = jnp.where(mixed & coins, Owner.SCRIPTED, Owner.LEARNER)
    past = jnp.where(coins | (seats == 2), Owner.PAST, Owner.SCRIPTED)
    others = jnp.where(selves, others, jnp.where(has_past, past, Owner.LEARNER))
    others = jnp.where(strangers, Owner.SCRIPTED, others)
    others = jnp.where(exploit, Owner.PAST, others)
    owners = jnp.where(places == me, Owner.LEARNER, others)
    styles = jax.vmap(draw_style)(luck[2 + MOST_SEATS :].reshape(MOST_SEATS, STYLE_LUCK))
    styles = Style(*(jnp.where(clones, leaf[0], leaf) for leaf in styles))
    return Seating(owners, styles, strangers | exploit)
