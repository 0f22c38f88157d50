"""Legal actions of the seat to decide: an interval of quantities for each face, and the calls.

The same rules as in ``engine.bidding`` and ``engine.play``, written without branches.
``make lab-check`` compares the two.
"""

from typing import NamedTuple

import jax.numpy as jnp
from jax import lax

from perudo.engine.dice import BOX_DICE, FACES, PACO
from perudo.engine.numbering import ALL_ACTIONS, DUDO_NUMBER, FIRST_BID, PASS_NUMBER
from perudo.lab.rules import (
    ANY_FACE,
    BARRED_IN_PALIFICO,
    BARRED_TO_LAST_TWO,
    NEXT_ONLY,
    NOT_NEXT,
    ONE_AXIS,
    VETERANS_FREE,
)
from perudo.lab.state import Flag, Number, State, dice_of, seat_bit, seats_with_dice


class Limits(NamedTuple):
    """The quantities of one face that may be bid; none if ``most < least``."""

    least: Number
    most: Number

    @property
    def size(self) -> Number:
        return jnp.maximum(self.most - self.least + 1, 0)


def action_of_bid(quantity: Number, face: Number | int) -> Number:
    return FIRST_BID + (quantity - 1) * len(FACES) + face - PACO


def bid_of_action(action: Number) -> tuple[Number, Number]:
    """Return quantity and face of an action that is a bid."""
    bid = action - FIRST_BID
    # lax.div rounds towards zero, as the hardware does; // would add code for negative numbers,
    # which never occur.
    return lax.div(bid, len(FACES)) + 1, lax.rem(bid, len(FACES)) + PACO


def limits(state: State, face: Number | int) -> Limits:
    """Return what the seat in turn may bid of one face."""
    quantity, standing, rules = state.quantity, state.face, state.rules
    cap = rules.seats * BOX_DICE
    opening = quantity == 0
    jokers = state.palifico < 0
    veteran = (
        (rules.veterans == VETERANS_FREE)
        & (dice_of(state.dice, state.turn) == 1)
        & (state.turn != state.palifico)
    )
    after_paco = standing == PACO
    to_paco = jnp.asarray(face == PACO)
    least = quantity + (face <= standing)
    least = jnp.where(jokers & after_paco & ~to_paco, 2 * quantity + 1, least)
    least = jnp.where(jokers & ~after_paco & to_paco, (quantity + 1) >> 1, least)
    falls = (rules.raising != ANY_FACE) & (face < standing) & ~to_paco
    barred = jnp.where(
        opening, jokers & to_paco, jnp.where(jokers, falls, ~veteran & (face != standing))
    )
    one_axis = (rules.raising == ONE_AXIS) & jokers & ~opening & ~after_paco & (face > standing)
    most = jnp.where(one_axis, quantity, cap)
    return Limits(jnp.maximum(least, 1), jnp.where(barred, 0, most))


def all_limits(state: State) -> tuple[Limits, ...]:
    """Return the limits of each face, for the seat in turn."""
    return tuple(limits(state, face) for face in FACES)


def calza_callers(state: State) -> Number:
    """Return the set of seats that may call calza on the standing bid, in turn or out of turn."""
    rules, alive = state.rules, seats_with_dice(state.dice)
    callers = alive & ~seat_bit(state.bidder)
    callers = jnp.where(rules.calza_callers == NOT_NEXT, callers & ~seat_bit(state.turn), callers)
    callers = jnp.where(rules.calza_callers == NEXT_ONLY, seat_bit(state.turn), callers)
    palifico = (rules.calza_barred & BARRED_IN_PALIFICO > 0) & (state.palifico >= 0)
    last_two = (rules.calza_barred & BARRED_TO_LAST_TWO > 0) & (lax.population_count(alive) == 2)
    on = (rules.calza == 1) & (state.quantity > 0) & ~palifico & ~last_two
    return jnp.where(on, callers, 0)


def may_dudo(state: State) -> Flag:
    return ~state.asking & (state.quantity > 0)


def may_calza(state: State) -> Flag:
    """Return whether the seat to decide may call calza."""
    return calza_callers(state) & seat_bit(state.seat) > 0


def is_legal(state: State, action: Number) -> Flag:
    quantity, face = bid_of_action(action)
    least, most = limits(state, face)
    bid = ~state.asking & (least <= quantity) & (quantity <= most)
    call = jnp.where(action == DUDO_NUMBER, may_dudo(state), may_calza(state))
    other = jnp.where(action == PASS_NUMBER, state.asking, call)
    known = (action >= 0) & (action < ALL_ACTIONS)
    return known & jnp.where(action >= FIRST_BID, bid, other)
