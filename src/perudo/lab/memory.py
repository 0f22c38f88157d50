"""What everybody at the table may remember of a match: numbers of each seat, folded step by step.

Kept beside the state, so that a game which nobody learns from does not pay for it. The same numbers
come from the rounds that a view remembers (``bots.champion.memory``).
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from perudo.engine.dice import MOST_SEATS, PACO
from perudo.engine.numbering import CALZA_NUMBER, DUDO_NUMBER, FIRST_BID
from perudo.lab.bidding import bid_of_action
from perudo.lab.game import Happened
from perudo.lab.state import Number, State, bids_back, face_count, left_to
from perudo.odds.chances import AT_LEAST

_AT_LEAST = jnp.asarray(
    [[[*row, *[0.0] * (32 - len(row))] for row in AT_LEAST[hits]] for hits in (1, 2)]
)


class Memory(NamedTuple):
    """One number for each of six seats, all from rounds of this match. The odds of a bid are here
    those of somebody who sees no cup."""

    matched: jax.Array
    """Dice, seen at showdowns, that counted for the face the seat had bid last."""
    expected: jax.Array
    """As many as chance alone would have given."""
    faced: jax.Array
    """Bids that it doubted or raised."""
    doubts: jax.Array
    doubted_odds: jax.Array
    """The odds of the bids that it doubted, summed."""
    believed_odds: jax.Array
    """The odds of the bids that it raised, summed."""
    bids: jax.Array
    bid_odds: jax.Array
    """The odds of its own bids, summed."""
    called: jax.Array
    """Its bids that were doubted."""
    false: jax.Array
    """Those of them that did not hold."""
    calzas: jax.Array


def blank() -> Memory:
    """Of a match that begins."""
    zeros = jnp.zeros(MOST_SEATS, jnp.float32)
    return Memory(*[zeros] * len(Memory._fields))


def remember(memory: Memory, state: State, action: Number, happened: Happened) -> Memory:
    """The memory after a step: ``state`` and ``action`` before it, and what it did."""
    seats = jnp.arange(MOST_SEATS)
    actor = jnp.where((seats == state.seat) & ~happened.refused, 1.0, 0.0)
    answers = ~state.asking & (state.quantity > 0) & (action != CALZA_NUMBER)
    facing = jnp.where(answers, actor, 0.0)
    doubts = jnp.where(action == DUDO_NUMBER, facing, 0.0)
    believes = jnp.where(action >= FIRST_BID, facing, 0.0)
    makes = jnp.where(action >= FIRST_BID, actor, 0.0)
    calzas = jnp.where(action == CALZA_NUMBER, actor, 0.0)
    standing = public_odds(state, state.quantity, state.face)
    made = public_odds(state, *bid_of_action(jnp.maximum(action, FIRST_BID)))
    doubted = (happened.found >= 0) & (action == DUDO_NUMBER)
    called = jnp.where((seats == state.bidder) & doubted, 1.0, 0.0)
    matched, expected = _matches(state, happened.found >= 0)
    then = Memory(
        memory.matched + matched,
        memory.expected + expected,
        memory.faced + facing,
        memory.doubts + doubts,
        memory.doubted_odds + doubts * standing,
        memory.believed_odds + believes * standing,
        memory.bids + makes,
        memory.bid_odds + makes * made,
        memory.called + called,
        memory.false + jnp.where(happened.found < state.quantity, called, 0.0),
        memory.calzas + calzas,
    )
    return Memory(*(jnp.where(happened.winner >= 0, 0.0, numbers) for numbers in then))


def public_odds(state: State, quantity: Number, face: Number) -> jax.Array:
    """The chance of a bid for somebody who sees no cup."""
    dice = left_to(state.dice, jnp.arange(MOST_SEATS)).sum()
    jokers = (state.palifico < 0) & (face != PACO)
    return _AT_LEAST[jokers.astype(jnp.int32), dice, jnp.clip(quantity, 0, 31)]


def last_faces(state: State) -> jax.Array:
    """The face that each seat bid last in this round; 0 where it made no bid."""
    seats = jnp.arange(MOST_SEATS)
    alive = left_to(state.dice, seats) > 0
    faces = jnp.stack([face for _, face in bids_back(state.bids)[:MOST_SEATS]])
    # Bids go round the seats in play: a seat's last is as many back as seats lie between.
    back = (state.bidder - seats) % MOST_SEATS
    place = ((back[None, :] < back[:, None]) & alive[None, :]).sum(axis=1)
    return jnp.where(alive & (state.bidder >= 0), faces[jnp.clip(place, 0, 5)], 0)


def _matches(state: State, showdown: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Of each seat, the dice that counted for its last face and how many chance would give."""
    faces = last_faces(state)
    cups = jnp.stack(state.cups)
    jokers = (state.palifico < 0) & (faces != PACO)
    plain = face_count(cups, jnp.maximum(faces, 1))
    count = plain + jnp.where(jokers, face_count(cups, PACO), 0)
    dice = left_to(state.dice, jnp.arange(MOST_SEATS))
    counted = showdown & (faces > 0)
    expected = dice * jnp.where(jokers, 2, 1) / 6
    return jnp.where(counted, count, 0.0), jnp.where(counted, expected, 0.0)
