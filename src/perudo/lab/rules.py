"""Rules as small integers, so that every game of a batch may have its own.

Rule points that make no difference to the batched game are left out:

- ``first_starter``: every way of finding the first starter gives each seat the same chance;
- ``calza_ties``, ``calza_against_move``: seats are asked one by one (see ``game``), so two never
  speak at once;
- ``calza_starter``: only the caller can lose by a calza, so caller and loser are one seat;
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
    """Scalars for one game, arrays of one number per game for a batch.

    Fields are named as in ``Edition``. A value is its index in the enum of its rule point; rules
    that are either played or not are 1 or 0.
    """

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
"""The rule points that are left out."""


def code(value: Enum) -> int:
    """Return the index of a value among all values of its rule point."""
    return list(type(value)).index(value)


ONE_AXIS: Final = code(Raising.ONE_AXIS)
ANY_FACE: Final = code(Raising.ANY_FACE)
EACH_TIME: Final = code(PalificoAgain.EACH_TIME)
VETERANS_FREE: Final = code(Veterans.FREE)
NOT_NEXT: Final = code(CalzaCallers.NOT_NEXT)
NEXT_ONLY: Final = code(CalzaCallers.NEXT_ONLY)
# The codes of CalzaBarred can be read as two bits: the third value sets both.
BARRED_IN_PALIFICO: Final = code(CalzaBarred.PALIFICO)
BARRED_TO_LAST_TWO: Final = code(CalzaBarred.LAST_TWO)
assert code(CalzaBarred.PALIFICO_AND_LAST_TWO) == BARRED_IN_PALIFICO | BARRED_TO_LAST_TWO


def rule_numbers(setup: Setup) -> tuple[int, ...]:
    """Return the fields of ``Rules`` as plain numbers."""
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
    """Return the rules of one game."""
    return Rules(*(jnp.asarray(number, jnp.int32) for number in rule_numbers(setup)))


def batch_of(setups: Sequence[Setup], games: int | None = None) -> Rules:
    """Return the rules of a batch: one game for each set-up, repeated in order up to ``games``."""
    columns = jnp.asarray([rule_numbers(setup) for setup in setups], jnp.int32).T
    picked = jnp.arange(len(setups) if games is None else games) % len(setups)
    return Rules(*(column[picked] for column in columns))
