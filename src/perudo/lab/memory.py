"""Statistics of each seat from what everybody saw of the match, updated step by step.

They are not part of the state, so that games which do not need them run faster.
``bots.champion.memory`` works out the same numbers from a view.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from perudo.engine.dice import MOST_SEATS, PACO
from perudo.engine.numbering import CALZA_NUMBER, DUDO_NUMBER, FIRST_BID
from perudo.lab.bidding import bid_of_action
from perudo.lab.game import Outcome
from perudo.lab.state import Number, State, dice_of, face_count, unpacked_bids
from perudo.odds.chances import AT_LEAST

_AT_LEAST = jnp.asarray(
    [[[*row, *[0.0] * (32 - len(row))] for row in AT_LEAST[hits]] for hits in (1, 2)]
)


class Memory(NamedTuple):
    """Arrays of one number for each of six seats, from this match only.

    The odds of a bid are those for somebody who sees no cup.
    """

    matched: jax.Array
    """The seat's dice at showdowns that counted for the face it had bid last."""
    expected: jax.Array
    """How many of these chance alone would have given."""
    faced: jax.Array
    """Bids that it answered by dudo or by a bid of its own."""
    doubts: jax.Array
    doubted_odds: jax.Array
    """The sum of the odds of the bids that it doubted."""
    believed_odds: jax.Array
    """The sum of the odds of the bids that it raised."""
    bids: jax.Array
    bid_odds: jax.Array
    """The sum of the odds of its own bids."""
    called: jax.Array
    """Its bids that were doubted."""
    false: jax.Array
    """Its doubted bids that did not hold."""
    calzas: jax.Array


def empty_memory() -> Memory:
    """Return the memory at the start of a match."""
    zeros = jnp.zeros(MOST_SEATS, jnp.float32)
    return Memory(*[zeros] * len(Memory._fields))


def remember(memory: Memory, state: State, action: Number, outcome: Outcome) -> Memory:
    """Return the memory after a step, which led from ``state`` by ``action`` to ``outcome``."""
    seats = jnp.arange(MOST_SEATS)
    actor = jnp.where((seats == state.seat) & ~outcome.refused, 1.0, 0.0)
    answers = ~state.asking & (state.quantity > 0) & (action != CALZA_NUMBER)
    facing = jnp.where(answers, actor, 0.0)
    doubts = jnp.where(action == DUDO_NUMBER, facing, 0.0)
    believes = jnp.where(action >= FIRST_BID, facing, 0.0)
    makes = jnp.where(action >= FIRST_BID, actor, 0.0)
    calzas = jnp.where(action == CALZA_NUMBER, actor, 0.0)
    standing = public_odds(state, state.quantity, state.face)
    made = public_odds(state, *bid_of_action(jnp.maximum(action, FIRST_BID)))
    doubted = (outcome.found >= 0) & (action == DUDO_NUMBER)
    called = jnp.where((seats == state.bidder) & doubted, 1.0, 0.0)
    matched, expected = _matches(state, outcome.found >= 0)
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
        memory.false + jnp.where(outcome.found < state.quantity, called, 0.0),
        memory.calzas + calzas,
    )
    return Memory(*(jnp.where(outcome.winner >= 0, 0.0, numbers) for numbers in then))


def public_odds(state: State, quantity: Number, face: Number) -> jax.Array:
    """Return the probability of a bid for somebody who sees no cup."""
    dice = dice_of(state.dice, jnp.arange(MOST_SEATS)).sum()
    jokers = (state.palifico < 0) & (face != PACO)
    return _AT_LEAST[jokers.astype(jnp.int32), dice, jnp.clip(quantity, 0, 31)]


def last_faces(state: State) -> jax.Array:
    """Return the face that each seat bid last in this round; 0 if it made no bid."""
    seats = jnp.arange(MOST_SEATS)
    alive = dice_of(state.dice, seats) > 0
    faces = jnp.stack([face for _, face in unpacked_bids(state.bids)[:MOST_SEATS]])
    # Bids go round the seats in play, so a seat's last bid is as many bids back as there are seats
    # in play between it and the last bidder.
    back = (state.bidder - seats) % MOST_SEATS
    place = ((back[None, :] < back[:, None]) & alive[None, :]).sum(axis=1)
    return jnp.where(alive & (state.bidder >= 0), faces[jnp.clip(place, 0, 5)], 0)


def _matches(state: State, showdown: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Return how many dice of each seat counted for its last face, and how many chance gives."""
    faces = last_faces(state)
    cups = jnp.stack(state.cups)
    jokers = (state.palifico < 0) & (faces != PACO)
    plain = face_count(cups, jnp.maximum(faces, 1))
    count = plain + jnp.where(jokers, face_count(cups, PACO), 0)
    dice = dice_of(state.dice, jnp.arange(MOST_SEATS))
    counted = showdown & (faces > 0)
    expected = dice * jnp.where(jokers, 2, 1) / 6
    return jnp.where(counted, count, 0.0), jnp.where(counted, expected, 0.0)
