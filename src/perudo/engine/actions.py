"""What a seat may do: bid, or call the last bid."""

from enum import Enum
from typing import Final, TypeAlias

from perudo.engine.bid import Bid

Seat: TypeAlias = int
"""Seats are numbered clockwise from 0."""


class Call(Enum):
    DUDO = "dudo"
    CALZA = "calza"


# Looking up a member of an enum is slow, and these stand in the path of every call.
DUDO: Final = Call.DUDO
CALZA: Final = Call.CALZA


Action: TypeAlias = Bid | Call
