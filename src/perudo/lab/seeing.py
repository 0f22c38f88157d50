"""What a seat may see, and what it may do: arrays for a learner.

As in ``engine.view`` everything that is not named here stays hidden: no cup but one's own.
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
    bids_back,
    cup_counts,
    cup_of_seat,
    left_to,
)


class Observation(NamedTuple):
    """Seats as they are numbered at the table; NOBODY (-1) where there is none."""

    me: Number
    cup: jax.Array
    """My dice, counted by face: six numbers."""
    bids: jax.Array
    """The last twelve bids of the round, newest first: quantity and face, zeros where none was.
    Going clockwise backwards from ``bidder`` over the seats in play tells whose they are."""
    bidder: Number
    turn: Number
    seat: Number
    """Who decides now."""
    asking: Flag
    """That seat is asked for a calza; the turn comes after."""
    starter: Number
    palifico: Number
    number: Number
    dice: jax.Array
    """Dice left to each seat as far as the rules show them; -1 where they are hidden (C12)."""
    remembered: jax.Array
    """Dice left to each seat for someone who watched every call of the match and forgot none."""
    rules: Rules


def observe(state: State, seat: Number) -> Observation:
    seats = jnp.arange(MOST_SEATS)
    dice = left_to(state.dice, seats)
    shown = (state.rules.visible_dice == 1) | (seats == seat) | (dice == 0)
    return Observation(
        me=jnp.asarray(seat, jnp.int32),
        cup=jnp.stack(cup_counts(cup_of_seat(state.cups, seat))),
        bids=jnp.stack([jnp.stack(bid) for bid in bids_back(state.bids)]),
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
    """For each of ``ALL_ACTIONS`` numbers whether ``state.seat`` may do it now."""
    quantities = jnp.arange(1, MOST_DICE + 1)[:, None]
    least, most = (jnp.stack(ends) for ends in zip(*all_limits(state), strict=True))
    bids = (least <= quantities) & (quantities <= most) & ~state.asking
    calls = jnp.stack([may_dudo(state), may_calza(state), state.asking])
    return jnp.concatenate([calls, bids.ravel()])
