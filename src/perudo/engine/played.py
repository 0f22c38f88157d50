"""Finished rounds, as everybody at the table saw them."""

from typing import NamedTuple

from perudo.engine.actions import Seat
from perudo.engine.events import BidMade, Showdown


class PlayedRound(NamedTuple):
    """A finished round; all of it is public."""

    number: int
    starter: Seat
    palifico: Seat | None
    bids: tuple[BidMade, ...]
    showdown: Showdown
