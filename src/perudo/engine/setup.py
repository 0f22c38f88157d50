"""The set-up of a match: its rules, its seats, and the dice of each."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.bidding import BidSpace, Freedom, bid_space
from perudo.engine.dice import BOX_DICE, MOST_SEATS
from perudo.engine.edition import Edition
from perudo.engine.house import SetupFault, SetupProblem


class Turn(NamedTuple):
    """The actions that are legal now: those of the seat in turn, and who may call calza."""

    seat: Seat
    bids: BidSpace
    dudo: bool
    calza: tuple[Seat, ...]


class Memo:
    """A cache of turns and bid spaces, shared by all matches of the same rules and size."""

    def __init__(self, rules: Edition, cap: int) -> None:
        self._rules, self._cap = rules, cap
        self._spaces: tuple[dict[Bid | None, BidSpace], ...] = tuple({} for _ in Freedom)
        self.turns: tuple[dict[tuple[Seat, Bid | None, tuple[Seat, ...]], Turn], ...] = tuple(
            {} for _ in Freedom
        )

    def bid_space(self, standing: Bid | None, freedom: Freedom) -> BidSpace:
        spaces = self._spaces[freedom]
        if standing not in spaces:
            spaces[standing] = bid_space(self._rules, self._cap, standing, freedom)
        return spaces[standing]


_memo = lru_cache(maxsize=64)(Memo)


@dataclass(frozen=True, slots=True)
class Setup:
    rules: Edition
    seats: int
    dice: int = BOX_DICE
    memo: Memo = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= MOST_SEATS:
            raise SetupProblem(SetupFault.SEATS, str(self.seats), allowed=("2", str(MOST_SEATS)))
        if not 1 <= self.dice <= BOX_DICE:
            raise SetupProblem(SetupFault.DICE, str(self.dice), allowed=("1", str(BOX_DICE)))
        object.__setattr__(self, "memo", _memo(self.rules, self.cap))

    @property
    def cap(self) -> int:
        """The largest quantity that may be bid: all dice of these seats, lost or not (S9)."""
        return BOX_DICE * self.seats
