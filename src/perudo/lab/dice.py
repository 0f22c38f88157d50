"""Random words become dice. Chance is an input here too: a step is given the words it may use."""

from typing import Final

import jax
import jax.numpy as jnp

from perudo.engine.dice import BOX_DICE, FACES, MOST_SEATS
from perudo.lab.state import BITS_OF_FACE, Cups, Number, left_to

WORDS: Final = MOST_SEATS + 1
"""Random words of a step: one for each cup, one for the starter of a new match."""


def words_from(key: jax.Array) -> jax.Array:
    return jax.random.bits(key, (WORDS,), jnp.uint32)


def below(word: jax.Array, limit: Number | int) -> Number:
    """A number below ``limit`` (at most 2**15): the high half of the product, in 32 bits."""
    limit = jnp.asarray(limit).astype(jnp.uint32)
    low = ((word & 0xFFFF) * limit) >> 16
    return (((word >> 16) * limit + low) >> 16).astype(jnp.int32)


def throw(word: jax.Array, dice: Number) -> Number:
    """A cup of so many dice. What is left of the word after a die throws the next one: of all
    throws of five dice none is likelier than another by more than two parts in a million."""
    cup: Number = jnp.int32(0)
    for die in range(BOX_DICE):
        face = below(word, len(FACES))
        cup += jnp.where(die < dice, 1 << (BITS_OF_FACE * face), 0)
        word *= jnp.uint32(len(FACES))
    return cup


def throw_all(words: jax.Array, dice: Number) -> Cups:
    return tuple(throw(words[seat], left_to(dice, seat)) for seat in range(MOST_SEATS))
