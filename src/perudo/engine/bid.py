"""A bid: at least this many dice of this face on the whole table (C3)."""

from typing import NamedTuple

from perudo.engine.dice import Face


class Bid(NamedTuple):
    quantity: int
    face: Face
