"""Dice from random words. Chance is an input: a step is given all the random words it needs."""

from typing import Final

import jax
import jax.numpy as jnp

from perudo.engine.dice import BOX_DICE, FACES, MOST_SEATS
from perudo.lab.state import BITS_OF_FACE, Cups, Number, dice_of

WORDS: Final = MOST_SEATS + 1
"""How many random words a step needs: one for each cup, one for the starter of a new match."""


def words_from(key: jax.Array) -> jax.Array:
    return jax.random.bits(key, (WORDS,), jnp.uint32)


def random_below(word: jax.Array, limit: Number | int) -> Number:
    """Return a random number below ``limit`` (at most 2**15).

    It is the high half of the product of both, worked out in 32 bits.
    """
    limit = jnp.asarray(limit).astype(jnp.uint32)
    low = ((word & 0xFFFF) * limit) >> 16
    return (((word >> 16) * limit + low) >> 16).astype(jnp.int32)


def throw(word: jax.Array, dice: Number) -> Number:
    """Return a cup of so many dice, thrown with one random word.

    What is left of the word after a die throws the next one. No throw of five dice is likelier
    than another by more than two parts in a million.
    """
    cup: Number = jnp.int32(0)
    for die in range(BOX_DICE):
        face = random_below(word, len(FACES))
        cup += jnp.where(die < dice, 1 << (BITS_OF_FACE * face), 0)
        word *= jnp.uint32(len(FACES))
    return cup


def throw_all(words: jax.Array, dice: Number) -> Cups:
    return tuple(throw(words[seat], dice_of(dice, seat)) for seat in range(MOST_SEATS))
