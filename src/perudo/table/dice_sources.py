"""Sources of dice for a local table."""

from itertools import product
from random import Random, SystemRandom
from typing import Final, Protocol

from perudo.engine.dice import BOX_DICE, FACES, Cup, cup_of


class DiceSource(Protocol):
    def cup(self, dice: int) -> Cup:
        """Throw this many dice."""
        ...

    def draw(self, seats: int) -> int:
        """Draw one of this many seats."""
        ...


_THROWS: Final = tuple(
    tuple(cup_of(throw) for throw in product(FACES, repeat=dice)) for dice in range(BOX_DICE + 1)
)
"""All throws of 0 to 5 dice with their multiplicity, so that one random number gives a cup."""


class RandomDice:
    """Dice from a random source: the system's, or a seeded one that repeats."""

    def __init__(self, random: Random | None = None) -> None:
        self._random = (random or SystemRandom()).random

    def cup(self, dice: int) -> Cup:
        throws = _THROWS[dice]
        return throws[int(self._random() * len(throws))]

    def draw(self, seats: int) -> int:
        return int(self._random() * seats)
