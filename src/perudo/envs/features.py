"""Observations: what a seat sees, as a row of small integers made from its view alone."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, PACO, Cup
from perudo.engine.numbering import FIRST_BID, bid_number
from perudo.engine.view import View, remembered_dice


class VisibleState(NamedTuple):
    """The part of a view that becomes a row."""

    seat: Seat
    cup: Cup | None
    dice: Sequence[int]
    """The dice that each seat has left, as ``remembered_dice`` counts them."""
    bids: Sequence[tuple[Seat, Bid]]
    starter: Seat | None
    turn: Seat | None
    palifico: Seat | None = None
    been_palifico: frozenset[Seat] = frozenset()


def visible_state(view: View) -> VisibleState:
    assert view.seat is not None
    rounds = (*(played.palifico for played in view.past), view.palifico)
    been = frozenset(seat for seat in rounds if seat is not None)
    return VisibleState(
        view.seat,
        view.cup,
        remembered_dice(view),
        view.bids,
        view.starter,
        view.turn,
        view.palifico,
        been,
    )


class Part(NamedTuple):
    name: str
    start: int
    stop: int


def layout(seats: int, cap: int) -> tuple[Part, ...]:
    """Return where each part of a row begins and ends.

    Parts about seats have one number for each, clockwise from the seat that observes.
    """
    sizes = {
        "cup": len(FACES),
        "dice": seats,
        "starter": seats,
        "turn": seats,
        "bidder": seats,
        "palifico": seats,
        "been_palifico": seats,
        "quantity": 1,
        "face": len(FACES),
        "bids": len(FACES) * cap,
    }
    parts, start = [], 0
    for name, size in sizes.items():
        parts.append(Part(name, start, start + size))
        start += size
    return tuple(parts)


class Encoder:
    """Encodes observations at tables of one size as rows.

    No bid can be made twice in a round, and raises are ordered, so the set of bids and the starter
    determine the whole bidding.
    """

    def __init__(self, seats: int, cap: int) -> None:
        self.parts = layout(seats, cap)
        self.size = self.parts[-1].stop
        self._seats = seats
        self._starts = {part.name: part.start for part in self.parts}

    def row(self, state: VisibleState) -> NDArray[np.int8]:
        me, cup, dice, bids, starter, turn, palifico, been = state
        seats, at = self._seats, self._starts
        # Writing single numbers to a bytearray is several times faster than to an array.
        row = bytearray(self.size)
        for face in cup or ():
            row[face - PACO] += 1
        first = at["dice"]
        for seat, left in enumerate(dice):
            row[first + (seat - me) % seats] = left
        for name, who in (("starter", starter), ("turn", turn), ("palifico", palifico)):
            if who is not None:
                row[at[name] + (who - me) % seats] = 1
        first = at["been_palifico"]
        for seat in been:
            row[first + (seat - me) % seats] = 1
        if bids:
            bidder, (quantity, face) = bids[-1]
            row[at["bidder"] + (bidder - me) % seats] = 1
            row[at["quantity"]] = quantity
            row[at["face"] + face - PACO] = 1
            first = at["bids"] - FIRST_BID
            for _, bid in bids:
                row[first + bid_number(bid)] = 1
        return np.frombuffer(row, dtype=np.int8)
