"""Rounds that are over: what everybody at the table saw, and may remember."""

from typing import NamedTuple

from perudo.engine.actions import Seat
from perudo.engine.events import BidMade, Showdown


class PlayedRound(NamedTuple):
    """A finished round: all of it was seen by everyone."""

    number: int
    starter: Seat
    palifico: Seat | None
    bids: tuple[BidMade, ...]
    showdown: Showdown
