"""Every cup that can be thrown, with its probability."""

from collections import Counter
from functools import cache
from itertools import product
from typing import TypeAlias

from perudo.engine.dice import FACES, Cup, cup_of

Throws: TypeAlias = tuple[tuple[Cup, float], ...]


@cache
def throws(dice: int, faces: int = len(FACES)) -> Throws:
    """Return the different cups of this many dice in a fixed order: 6 of one die, 252 of five."""
    ways = Counter(cup_of(throw) for throw in product(range(1, faces + 1), repeat=dice))
    return tuple((cup, ways[cup] / faces**dice) for cup in sorted(ways))
