"""A bid: at least this many dice of this face on the whole table (C3)."""

from typing import NamedTuple

from perudo.engine.dice import Face


class Bid(NamedTuple):
    """At least ``quantity`` dice of ``face`` on the whole table; the face of a Paco is 1.

    Examples:
        >>> import perudo
        >>> perudo.Bid(4, 5)
        Bid(quantity=4, face=5)
    """

    quantity: int
    face: Face
