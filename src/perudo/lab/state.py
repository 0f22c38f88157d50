"""The state of a game as a few integers.

Every field, and each of the six cups, is one integer per game. A step is then arithmetic on single
numbers, which the compiler joins into few passes over memory; sums over an array of seats or faces
would prevent that.

Three kinds of things are packed:

- a **cup** counts its dice by face, five bits for each face. Cups can be added: the count of all
  dice of a table (30 at most) still fits five bits;
- **seats** take four bits each of one number: how many dice a seat has left, or whether it belongs
  to a set of seats. Going clockwise is a rotation of these 24 bits. A seat that the table does not
  have is a seat without dice, so it is passed over;
- **bids** take eight bits each: three for the face, five above them for the quantity.
"""

from typing import Final, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
from jax import lax

from perudo.engine.dice import FACES, MOST_SEATS
from perudo.lab.rules import Rules

Number: TypeAlias = jax.Array
"""One integer per game."""
Flag: TypeAlias = jax.Array
"""One boolean per game."""
Cups: TypeAlias = tuple[Number, ...]
"""The cup of each of six seats."""

NOBODY: Final = -1
BITS_OF_FACE: Final = 5
BITS_OF_SEAT: Final = 4
ALL_SEAT_BITS: Final = MOST_SEATS * BITS_OF_SEAT
EVERY_SEAT: Final = sum(1 << BITS_OF_SEAT * seat for seat in range(MOST_SEATS))
BITS_OF_BID: Final = 8
BIDS_A_WORD: Final = 4
BID_WORDS: Final = 3
"""A state keeps the last twelve bids of the round: two turns round a full table."""


class State(NamedTuple):
    """A match in the middle of a round, waiting for a decision."""

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
    """Who decides now."""
    asking: Flag
    """Whether ``seat`` is asked for a calza before the turn is played (see ``game``)."""
    starter: Number
    palifico: Number
    """The seat whose palifico round it is, or NOBODY."""
    been_palifico: Number
    """The set of seats that have been palifico."""
    number: Number
    """Of the round, from 1."""
    bids: tuple[Number, ...]
    """The last bids of the round, the newest in the lowest bits of the first number."""


def seat_bit(seat: Number) -> Number:
    """Return the set of this one seat."""
    return 1 << (seat * BITS_OF_SEAT)


def in_set(seats: Number, seat: Number) -> Number:
    """Return 1 if a seat belongs to the set, else 0."""
    return (seats >> (seat * BITS_OF_SEAT)) & 1


def dice_of(dice: Number, seat: Number | int) -> Number:
    """Return how many dice a seat has left."""
    return (dice >> (seat * BITS_OF_SEAT)) & 7


def seats_with_dice(dice: Number) -> Number:
    """Return the set of seats that have dice."""
    return (dice | dice >> 1 | dice >> 2) & EVERY_SEAT


def starting_dice(rules: Rules) -> Number:
    """Return the dice of all seats in a new match."""
    places = EVERY_SEAT & ((1 << (rules.seats * BITS_OF_SEAT)) - 1)
    return places * rules.dice


def rotated(seats: Number, seat: Number) -> Number:
    """Return the set rotated so that the seat to the left of ``seat`` comes first."""
    bits = (seat + 1) * BITS_OF_SEAT
    return ((seats >> bits) | (seats << (ALL_SEAT_BITS - bits))) & EVERY_SEAT


def first_of_rotated(seats: Number, seat: Number) -> Number:
    """Return the first seat of a set that was rotated by ``rotated(…, seat)``."""
    places = lax.population_count((seats & -seats) - 1) // BITS_OF_SEAT
    first = seat + 1 + places
    return jnp.where(first >= MOST_SEATS, first - MOST_SEATS, first)


def next_seat(seats: Number, seat: Number) -> Number:
    """Return the next seat of the set, clockwise from ``seat``."""
    return first_of_rotated(rotated(seats, seat), seat)


def cup_counts(cup: Number) -> tuple[Number, ...]:
    """Return how many dice of each face a cup, or a sum of cups, holds."""
    return tuple(face_count(cup, face) for face in FACES)


def face_count(cup: Number, face: Number | int) -> Number:
    """Return how many dice of one face a cup, or a sum of cups, holds."""
    return (cup >> (BITS_OF_FACE * (face - 1))) & 31


def cup_of_seat(cups: Cups, seat: Number) -> Number:
    picked = (jnp.where(seat == place, cup, 0) for place, cup in enumerate(cups))
    return sum(picked, jnp.int32(0))


def with_bid(bids: tuple[Number, ...], quantity: Number, face: Number) -> tuple[Number, ...]:
    """Return the kept bids after one more; the oldest is dropped."""
    top = BITS_OF_BID * (BIDS_A_WORD - 1)
    carried = quantity << 3 | face
    kept = []
    for word in bids:
        kept.append((word & ((1 << top) - 1)) << BITS_OF_BID | carried)
        carried = (word >> top) & 255
    return tuple(kept)


def unpacked_bids(bids: tuple[Number, ...]) -> list[tuple[Number, Number]]:
    """Return quantity and face of the kept bids, newest first; zeros if there was none."""
    packed = [(word >> BITS_OF_BID * place) & 255 for word in bids for place in range(BIDS_A_WORD)]
    return [(bid >> 3, bid & 7) for bid in packed]
