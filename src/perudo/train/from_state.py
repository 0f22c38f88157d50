"""What the champion knows, worked out from a state of the batched game."""

import jax.numpy as jnp

from perudo.bots.champion.knowledge import Knowledge
from perudo.engine.dice import MOST_SEATS
from perudo.lab.bidding import all_limits, may_calza, may_dudo
from perudo.lab.memory import Memory
from perudo.lab.state import Number, State, cup_counts, cup_of_seat, dice_of, in_set, unpacked_bids


def seats_from(state: State, seat: Number) -> Number:
    """Return the seats clockwise from ``seat``; seats that the table does not have come last."""
    places = jnp.arange(MOST_SEATS)
    seats = state.rules.seats
    return jnp.where(places < seats, (seat + places) % seats, places)


def place_of(state: State, seat: Number, me: Number) -> Number:
    """Return how far ``seat`` sits clockwise from ``me``; -1 for nobody."""
    return jnp.where(seat < 0, -1, (seat - me) % state.rules.seats)


def knowledge_from_state(state: State, memory: Memory) -> Knowledge:
    """Return what the seat to decide knows."""
    me = state.seat
    seats = seats_from(state, me)
    least, most = (jnp.stack(ends) for ends in zip(*all_limits(state), strict=True))
    asking = state.asking
    return Knowledge(
        cup=jnp.stack(cup_counts(cup_of_seat(state.cups, me))),
        dice=dice_of(state.dice, seats),
        been_palifico=in_set(state.been_palifico, seats),
        bids=jnp.stack([jnp.stack(bid) for bid in unpacked_bids(state.bids)]),
        bidder=place_of(state, state.bidder, me),
        turn=place_of(state, state.turn, me),
        starter=place_of(state, state.starter, me),
        palifico=place_of(state, state.palifico, me),
        asking=asking,
        least=jnp.where(asking, 1, least),
        most=jnp.where(asking, 0, most),
        may_dudo=may_dudo(state),
        may_calza=may_calza(state),
        rules=jnp.stack(state.rules),
        memory=jnp.stack(memory)[:, seats],
    )
