"""Liar's dice by the simple rules of the literature, to compare with published values.

One round for two players. A bid must be higher by quantity, then by face; the highest face is a
joker and may be bid like any other. No box has these rules, so the engine does not play them. They
are here to test that OpenSpiel's algorithms find the same values on our game as on its own.
"""

from dataclasses import dataclass, replace

from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup
from perudo.engine.numbering import DUDO_NUMBER, action_of, number_of
from perudo.envs.features import VisibleState
from perudo.envs.throws import Throws, throws
from perudo.envs.two_players import Position


@dataclass(frozen=True, slots=True)
class LiarsDicePosition(Position):
    dice: tuple[int, int]
    faces: int
    cups: tuple[Cup, ...] = ()
    bids: tuple[tuple[Seat, Bid], ...] = ()
    loser: Seat | None = None

    def over(self) -> bool:
        return self.loser is not None

    def turn(self) -> Seat | None:
        thrown = len(self.cups) == len(self.dice)
        return len(self.bids) % 2 if thrown and not self.over() else None

    def next_throws(self) -> Throws:
        return throws(self.dice[len(self.cups)], self.faces)

    def after_throw(self, cup: Cup) -> "LiarsDicePosition":
        return replace(self, cups=(*self.cups, cup))

    def legal(self) -> list[int]:
        last = self.bids[-1][1] if self.bids else None
        all_bids = (
            Bid(quantity, face)
            for quantity in range(1, sum(self.dice) + 1)
            for face in range(1, self.faces + 1)
        )
        higher = [number_of(bid) for bid in all_bids if last is None or bid > last]
        return higher if last is None else [DUDO_NUMBER, *higher]

    def after_action(self, number: int) -> "LiarsDicePosition":
        turn, action = self.turn(), action_of(number)
        assert turn is not None
        if isinstance(action, Bid):
            return replace(self, bids=(*self.bids, (turn, action)))
        bidder, (quantity, face) = self.bids[-1]
        found = sum(die in (face, self.faces) for cup in self.cups for die in cup)
        return replace(self, loser=turn if found >= quantity else bidder)

    def returns(self) -> tuple[float, float]:
        if self.loser is None:
            return (0.0, 0.0)
        return (-1.0, 1.0) if self.loser == 0 else (1.0, -1.0)

    def visible_to(self, seat: Seat) -> VisibleState:
        cup = self.cups[seat] if seat < len(self.cups) else None
        return VisibleState(seat, cup, self.dice, self.bids, starter=0, turn=self.turn())

    def past_text(self) -> tuple[str, ...]:
        return ()
