"""The rules of a table as small integers, so that every game of a batch may have its own.

Carried are the points that a game in this room can tell apart. The others change nothing here:

- ``first_starter``: by symmetry every way of finding the first starter draws each seat alike;
- ``calza_ties``, ``calza_against_move``: seats are asked one by one (``game``), so two never speak
  at once;
- ``calza_starter``: who loses by a calza is its caller, so caller and loser are one seat;
- ``reveal``, ``words``: how cups are lifted, and what is said.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp

from perudo.engine.edition import CalzaBarred, CalzaCallers, PalificoAgain, Raising, Veterans
from perudo.engine.setup import Setup


class Rules(NamedTuple):
    """One game: scalars. A batch: arrays of one number a game. Points are named as in ``Edition``
    and count its values from 0; rules that are played or not are 1 or 0."""

    seats: jax.Array
    dice: jax.Array
    raising: jax.Array
    palifico: jax.Array
    palifico_again: jax.Array
    veterans: jax.Array
    calza: jax.Array
    calza_callers: jax.Array
    calza_barred: jax.Array
    visible_dice: jax.Array


WITHOUT_EFFECT: Final = (
    "words",
    "first_starter",
    "calza_starter",
    "calza_ties",
    "calza_against_move",
    "reveal",
)
"""The points that are not carried."""


def code(value: Enum) -> int:
    """A value of a rule point as its place among all values of that point."""
    return list(type(value)).index(value)


ONE_AXIS: Final = code(Raising.ONE_AXIS)
ANY_FACE: Final = code(Raising.ANY_FACE)
EACH_TIME: Final = code(PalificoAgain.EACH_TIME)
VETERANS_FREE: Final = code(Veterans.FREE)
NOT_NEXT: Final = code(CalzaCallers.NOT_NEXT)
NEXT_ONLY: Final = code(CalzaCallers.NEXT_ONLY)
# The codes of what bars a calza are two bits: the third value is both of the former.
BARRED_IN_PALIFICO: Final = code(CalzaBarred.PALIFICO)
BARRED_TO_LAST_TWO: Final = code(CalzaBarred.LAST_TWO)
assert code(CalzaBarred.PALIFICO_AND_LAST_TWO) == BARRED_IN_PALIFICO | BARRED_TO_LAST_TWO


def numbers_of(setup: Setup) -> tuple[int, ...]:
    """The fields of ``Rules`` as plain numbers."""
    rules = setup.rules
    return (
        setup.seats,
        setup.dice,
        code(rules.raising),
        int(rules.plays_palifico),
        code(rules.palifico_again),
        code(rules.veterans),
        int(rules.plays_calza),
        code(rules.calza_callers),
        code(rules.calza_barred),
        int(rules.shows_lost_dice),
    )


def rules_of(setup: Setup) -> Rules:
    """The rules of one game."""
    return Rules(*(jnp.asarray(number, jnp.int32) for number in numbers_of(setup)))


def batch_of(setups: Sequence[Setup], games: int | None = None) -> Rules:
    """The rules of a batch: a game for each set-up, repeated in order up to so many ``games``."""
    columns = jnp.asarray([numbers_of(setup) for setup in setups], jnp.int32).T
    picked = jnp.arange(len(setups) if games is None else games) % len(setups)
    return Rules(*(column[picked] for column in columns))
