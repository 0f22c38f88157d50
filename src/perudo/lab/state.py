"""A game as a few integers.

Everything is a scalar of its own, six cups included, and small things that belong to seats share a
word: a step is then arithmetic on one number a game throughout, which a compiler can join into few
passes over memory. Sums over an array of seats or faces inside a game would stand in its way.

Two packings, and nothing else knows them:

- a **cup** counts its dice by face, five bits a face. Cups can be added: all dice of a table (30 at
  most) still fit five bits a face;
- **seats** take four bits each of a word: how many dice they have left, or whether they belong to a
  set of seats. Going left is a rotation of 24 bits. Seats that the table does not have are seats
  without dice, so a turn round six places passes over them.
"""

from typing import Final, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
from jax import lax

from perudo.engine.dice import FACES, MOST_SEATS
from perudo.lab.rules import Rules

Number: TypeAlias = jax.Array
"""One integer a game."""
Flag: TypeAlias = jax.Array
"""One truth value a game."""
Cups: TypeAlias = tuple[Number, ...]
"""The cup of each of six seats."""

NOBODY: Final = -1
BITS_OF_FACE: Final = 5
BITS_OF_SEAT: Final = 4
RING: Final = MOST_SEATS * BITS_OF_SEAT
EVERY_SEAT: Final = sum(1 << BITS_OF_SEAT * seat for seat in range(MOST_SEATS))
BITS_OF_BID: Final = 8
BIDS_A_WORD: Final = 4
BID_WORDS: Final = 3
KEPT_BIDS: Final = BIDS_A_WORD * BID_WORDS
"""The last bids of the round that a state keeps: two turns round a full table."""


class State(NamedTuple):
    """A round that is on. ``seat`` is the one to decide; ``asking`` says that it is asked for a
    calza before the turn is played (see ``game``)."""

    rules: Rules
    cups: Cups
    dice: Number
    """Dice left, packed by seat."""
    quantity: Number
    """Of the standing bid; 0 before the first."""
    face: Number
    bidder: Number
    turn: Number
    seat: Number
    asking: Flag
    starter: Number
    palifico: Number
    """The seat whose palifico round it is, or NOBODY."""
    been_palifico: Number
    """A set of seats."""
    number: Number
    """Of the round, from 1."""
    bids: tuple[Number, ...]
    """The last bids of the round, the newest lowest in the first word."""


def only(seat: Number) -> Number:
    """The set of this one seat."""
    return 1 << (seat * BITS_OF_SEAT)


def left_to(dice: Number, seat: Number | int) -> Number:
    """The dice that a seat has left."""
    return (dice >> (seat * BITS_OF_SEAT)) & 7


def playing(dice: Number) -> Number:
    """The set of seats that have dice."""
    return (dice | dice >> 1 | dice >> 2) & EVERY_SEAT


def full(rules: Rules) -> Number:
    """The dice of a new match."""
    places = EVERY_SEAT & ((1 << (rules.seats * BITS_OF_SEAT)) - 1)
    return places * rules.dice


def seen_from(seats: Number, seat: Number) -> Number:
    """The set turned so that the seat to the left of ``seat`` comes first."""
    turned = (seat + 1) * BITS_OF_SEAT
    return ((seats >> turned) | (seats << (RING - turned))) & EVERY_SEAT


def first_from(turned: Number, seat: Number) -> Number:
    """The first seat of a set that was turned by ``seen_from(…, seat)``."""
    places = lax.population_count((turned & -turned) - 1) // BITS_OF_SEAT
    met = seat + 1 + places
    return jnp.where(met >= MOST_SEATS, met - MOST_SEATS, met)


def after(seats: Number, seat: Number) -> Number:
    """The next seat of the set going left from ``seat``."""
    return first_from(seen_from(seats, seat), seat)


def cup_counts(cup: Number) -> tuple[Number, ...]:
    """How many dice of each face a cup, or a sum of cups, holds."""
    return tuple(face_count(cup, face) for face in FACES)


def face_count(cup: Number, face: Number | int) -> Number:
    return (cup >> (BITS_OF_FACE * (face - 1))) & 31


def cup_of_seat(cups: Cups, seat: Number) -> Number:
    picked = (jnp.where(seat == place, cup, 0) for place, cup in enumerate(cups))
    return sum(picked, jnp.int32(0))


def with_bid(bids: tuple[Number, ...], quantity: Number, face: Number) -> tuple[Number, ...]:
    """The kept bids after one more; the oldest falls out."""
    top = BITS_OF_BID * (BIDS_A_WORD - 1)
    carried = quantity << 3 | face
    kept = []
    for word in bids:
        kept.append((word & ((1 << top) - 1)) << BITS_OF_BID | carried)
        carried = (word >> top) & 255
    return tuple(kept)


def bids_back(bids: tuple[Number, ...]) -> list[tuple[Number, Number]]:
    """Quantity and face of the kept bids, newest first; zeros where there was none."""
    packed = [(word >> BITS_OF_BID * place) & 255 for word in bids for place in range(BIDS_A_WORD)]
    return [(bid >> 3, bid & 7) for bid in packed]
