"""Who still has dice, and who comes after whom clockwise (C2, C10)."""

from functools import cache
from typing import NamedTuple

from perudo.engine.actions import Seat


class Seating(NamedTuple):
    playing: tuple[Seat, ...]
    """The seats that still have dice, in clockwise order from seat 0."""
    total: int
    """The number of seats at the table, including those that are out."""
    after: tuple[Seat, ...]
    """For each seat, the next one clockwise that still has dice."""

    def one_by_one(self, first: Seat) -> tuple[tuple[Seat], ...]:
        """Return the seats still playing, each in a step of its own, clockwise from ``first``."""
        return _one_by_one(self.playing, first)

    def without(self, seat: Seat) -> "Seating":
        return seating(tuple(s for s in self.playing if s != seat), self.total)


@cache
def seating(playing: tuple[Seat, ...], total: int) -> Seating:
    after = (min(playing, key=lambda other: (other - seat - 1) % total) for seat in range(total))
    return Seating(playing, total, tuple(after))


@cache
def _one_by_one(playing: tuple[Seat, ...], first: Seat) -> tuple[tuple[Seat], ...]:
    here = playing.index(first)
    return tuple((seat,) for seat in playing[here:] + playing[:here])
