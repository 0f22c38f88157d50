"""What a seat may do: bid, or call the last bid."""

from enum import Enum
from typing import Final, TypeAlias

from perudo.engine.bid import Bid

Seat: TypeAlias = int
"""Seats are numbered clockwise from 0."""


class Call(Enum):
    DUDO = "dudo"
    CALZA = "calza"


# Looking up a member of an enum is slow, and every call needs these.
DUDO: Final = Call.DUDO
CALZA: Final = Call.CALZA


Action: TypeAlias = Bid | Call
