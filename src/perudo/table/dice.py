"""Where dice come from."""

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random, SystemRandom
from typing import Final, Protocol

from perudo.engine.dice import BOX_DICE, FACES, Cup, Face, cup_of
from perudo.engine.errors import Error


class DiceSource(Protocol):
    def cup(self, dice: int) -> Cup:
        """So many dice, thrown."""
        ...

    def draw(self, seats: int) -> int:
        """One seat of so many, by lot."""
        ...


_THROWS: Final = tuple(
    tuple(cup_of(throw) for throw in product(FACES, repeat=dice)) for dice in range(BOX_DICE + 1)
)
"""All throws of 0 to 5 dice, each as often as it falls: one random number throws a whole cup."""


class RandomDice:
    """Dice from a random source: the system's, or a seeded one that repeats."""

    def __init__(self, random: Random | None = None) -> None:
        self._random = (random or SystemRandom()).random

    def cup(self, dice: int) -> Cup:
        throws = _THROWS[dice]
        return throws[int(self._random() * len(throws))]

    def draw(self, seats: int) -> int:
        return int(self._random() * seats)


class OutOfDice(Error):
    """The list has no more dice."""


class ListedDice:
    """Dice from a list, one after the other: for tests, and for dice thrown by hand."""

    def __init__(self, dice: Iterable[Face], draws: Iterable[int] = ()) -> None:
        self._dice, self._draws = iter(dice), iter(draws)

    def cup(self, dice: int) -> Cup:
        return cup_of(_taken(self._dice) for _ in range(dice))

    def draw(self, seats: int) -> int:
        return _taken(self._draws) % seats


def _taken(numbers: Iterator[int]) -> int:
    for number in numbers:
        return number
    raise OutOfDice
