"""Faces and cups. A Paco is the face 1: a joker, or the plain ace when jokers are off."""

from collections.abc import Iterable
from itertools import chain, combinations_with_replacement
from typing import Final, TypeAlias

Face: TypeAlias = int
Cup: TypeAlias = tuple[Face, ...]
"""The dice of one seat, sorted, so that equal hands are equal values."""

PACO: Final[Face] = 1
FACES: Final = (1, 2, 3, 4, 5, 6)
PLAIN_FACES: Final = (2, 3, 4, 5, 6)
BOX_DICE: Final = 5
"""The dice of one colour in a box (C1), and so the most that a player ever holds."""
MOST_SEATS: Final = 6
MOST_DICE: Final = BOX_DICE * MOST_SEATS


CUPS: Final = tuple(
    frozenset(combinations_with_replacement(FACES, dice)) for dice in range(BOX_DICE + 1)
)
"""``CUPS[n]``: every cup of n dice."""


def cup_of(dice: Iterable[Face]) -> Cup:
    return tuple(sorted(dice))


_COUNTING: Final = {
    (face, jokers): (PACO, face) if jokers and face != PACO else (face,)
    for face in FACES
    for jokers in (True, False)
}


def has_jokers(palifico: int | None) -> bool:
    """Return whether Pacos are jokers: not in a round with a ``palifico`` seat (C6)."""
    return palifico is None


def counting_faces(face: Face, *, jokers: bool) -> tuple[Face, ...]:
    """Return the faces that count for a bid on ``face`` (C6): itself and any joker."""
    return _COUNTING[face, jokers]


def count_face(cups: Iterable[Cup], face: Face, *, jokers: bool) -> int:
    """Count the dice under these cups that count for a bid on ``face``."""
    dice = list(chain.from_iterable(cups))
    found = 0
    for counting in _COUNTING[face, jokers]:
        found += dice.count(counting)
    return found
