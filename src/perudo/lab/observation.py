"""What a seat may see and do, as arrays for a learner.

As in ``engine.view``, whatever is not named here stays hidden, above all the cups of others.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from perudo.engine.dice import MOST_DICE, MOST_SEATS
from perudo.lab.bidding import all_limits, may_calza, may_dudo
from perudo.lab.rules import Rules
from perudo.lab.state import (
    NOBODY,
    Flag,
    Number,
    State,
    cup_counts,
    cup_of_seat,
    dice_of,
    unpacked_bids,
)


class Observation(NamedTuple):
    """What one seat sees. Seats are numbered as at the table; NOBODY (-1) if there is none."""

    me: Number
    cup: jax.Array
    """The seat's own dice, counted by face: six numbers."""
    bids: jax.Array
    """The last twelve bids of the round, newest first: quantity and face, or zeros.

    The newest is by ``bidder``, each older one by the seat in play before that.
    """
    bidder: Number
    turn: Number
    seat: Number
    """Who decides now."""
    asking: Flag
    """Whether ``seat`` is asked for a calza out of turn, before the turn is played."""
    starter: Number
    palifico: Number
    number: Number
    """Of the round, from 1."""
    dice: jax.Array
    """Dice left to each seat as far as the rules show them; -1 if they are hidden (C12)."""
    remembered: jax.Array
    """Dice left to each seat, counted from the results of all past rounds."""
    rules: Rules


def observe(state: State, seat: Number) -> Observation:
    """Return what a seat sees."""
    seats = jnp.arange(MOST_SEATS)
    dice = dice_of(state.dice, seats)
    shown = (state.rules.visible_dice == 1) | (seats == seat) | (dice == 0)
    return Observation(
        me=jnp.asarray(seat, jnp.int32),
        cup=jnp.stack(cup_counts(cup_of_seat(state.cups, seat))),
        bids=jnp.stack([jnp.stack(bid) for bid in unpacked_bids(state.bids)]),
        bidder=state.bidder,
        turn=state.turn,
        seat=state.seat,
        asking=state.asking,
        starter=state.starter,
        palifico=state.palifico,
        number=state.number,
        dice=jnp.where(shown, dice, NOBODY),
        remembered=dice,
        rules=state.rules,
    )


def legal_mask(state: State) -> jax.Array:
    """Return whether ``state.seat`` may play each of the ``ALL_ACTIONS`` actions now."""
    quantities = jnp.arange(1, MOST_DICE + 1)[:, None]
    least, most = (jnp.stack(ends) for ends in zip(*all_limits(state), strict=True))
    bids = (least <= quantities) & (quantities <= most) & ~state.asking
    calls = jnp.stack([may_dudo(state), may_calza(state), state.asking])
    return jnp.concatenate([calls, bids.ravel()])
