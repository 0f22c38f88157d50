"""Who sits where, drawn for every match."""

from enum import IntEnum
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp

from perudo.engine.dice import MOST_SEATS
from perudo.train.config import Config
from perudo.train.opponents import STYLE_DRAWS, Style, draw_style


class Owner(IntEnum):
    """Who holds a seat."""

    LEARNER = 0
    SCRIPTED = 1
    PAST = 2
    """The learner as it was some time ago, or a rival."""


class Seating(NamedTuple):
    """The owners of all seats of a match."""

    owners: jax.Array
    styles: Style
    """The style of each seat, used if the seat is scripted."""
    alone: jax.Array
    """Whether one learner sits among scripted players only, or among copies of the rival."""


SHARES: Final = {"clones": 0.30, "strangers": 0.24, "mixed": 0.16, "selves": 0.14, "past": 0.16}
"""How often each kind of seating is drawn. One learner sits among copies of one scripted player
(clones), among different ones (strangers), or among learners and scripted players (mixed); all
seats are learners (selves); or one learner sits among past selves and scripted players (past)."""
DUEL_SHARES: Final = {"strangers": 0.45, "selves": 0.3, "past": 0.25}
"""The same for two seats, where having no weakness matters more."""


SEATING_DRAWS: Final = 2 + MOST_SEATS + MOST_SEATS * STYLE_DRAWS
"""How many random numbers ``draw_seating`` needs."""


def draw_seating(
    draws: jax.Array, seats: jax.Array, has_past: jax.Array, config: Config
) -> Seating:
    """Return a seating from ``SEATING_DRAWS`` random numbers between 0 and 1.

    ``has_past`` says whether past selves may sit at this table.
    """
    places = jnp.arange(MOST_SEATS)
    me = jnp.minimum((draws[0] * seats).astype(jnp.int32), seats - 1)
    exploit = bool(config.exploit)
    duel = [DUEL_SHARES.get(kind, 0.0) for kind in SHARES]
    shares = jnp.where(seats == 2, jnp.asarray(duel), jnp.asarray(list(SHARES.values())))
    clones, strangers, mixed, selves = (draws[1] < end for end in jnp.cumsum(shares)[:4])
    coins = draws[2 : 2 + MOST_SEATS] < 0.5
    others = jnp.where(mixed & coins, Owner.SCRIPTED, Owner.LEARNER)
    older = jnp.where(coins | (seats == 2), Owner.PAST, Owner.SCRIPTED)
    others = jnp.where(selves, others, jnp.where(has_past, older, Owner.LEARNER))
    others = jnp.where(strangers, Owner.SCRIPTED, others)
    others = jnp.where(exploit, Owner.PAST, others)
    owners = jnp.where(places == me, Owner.LEARNER, others)
    styles = jax.vmap(draw_style)(draws[2 + MOST_SEATS :].reshape(MOST_SEATS, STYLE_DRAWS))
    styles = Style(*(jnp.where(clones, leaf[0], leaf) for leaf in styles))
    return Seating(owners, styles, strangers | exploit)
