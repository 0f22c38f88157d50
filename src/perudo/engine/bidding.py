"""Which bids may follow which: six intervals of quantities, one per face."""

from collections.abc import Iterator
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple, assert_never

from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, MOST_DICE, PACO, Face
from perudo.engine.edition import Edition, Raising
from perudo.engine.editions import clause_for
from perudo.engine.refusals import Reason, Refusal


class Freedom(IntEnum):
    """Which restrictions apply to the next bid. Integers, because they index a table."""

    OPENING = 0
    PALIFICO_OPENING = 1
    RAISING = 2
    BOUND = 3
    PALIFICO_BOUND = 4
    VETERAN = 5


# Looking up an enum member takes longer than the rest of finding a turn, and every bid needs these.
OPENING, RAISING = Freedom.OPENING, Freedom.RAISING


class FaceLimits(NamedTuple):
    """The quantities of one face that may be bid; none if ``most < least``.

    ``clause`` is the rule that sets the limits, ``short`` the reason for refusing a smaller
    quantity, and ``barred`` the reason for refusing the face altogether.
    """

    face: Face
    least: int
    most: int
    clause: str
    short: Reason = Reason.TOO_FEW
    barred: Reason | None = None

    @property
    def empty(self) -> bool:
        return self.most < self.least


_FACE_NAMES = ("Pacos", "twos", "threes", "fours", "fives", "sixes")
_BIDS = tuple(tuple(Bid(quantity, face) for quantity in range(MOST_DICE + 1)) for face in range(7))
"""Every possible bid, made once: ``_BIDS[face][quantity]``."""


class BidSpace:
    """All bids that a seat may make, as six intervals."""

    def __init__(self, limits: tuple[FaceLimits, ...], cap: int) -> None:
        self.limits = limits
        self.cap = cap
        self.size = sum(max(0, limit.most - limit.least + 1) for limit in limits)

    def __contains__(self, bid: object) -> bool:
        return bid in self._set

    def __iter__(self) -> Iterator[Bid]:
        return iter(self.bids)

    def __len__(self) -> int:
        return self.size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BidSpace) and self.limits == other.limits

    def __hash__(self) -> int:
        return hash(self.limits)

    def __repr__(self) -> str:
        return f"<BidSpace: {', '.join(self.intervals()) or 'nothing'}>"

    def intervals(self) -> list[str]:
        """Return the bids as programmers read them: ``["Pacos 2–10", "twos 4"]``."""
        return [
            f"{_FACE_NAMES[limit.face - 1]} {limit.least}"
            + (f"–{limit.most}" if limit.most > limit.least else "")
            for limit in self.limits
            if not limit.empty
        ]

    @cached_property
    def bids(self) -> tuple[Bid, ...]:
        """The same bids as ``limits``, listed one by one."""
        bids: tuple[Bid, ...] = ()
        for limit in self.limits:
            bids += _BIDS[limit.face][limit.least : limit.most + 1]
        return bids

    @cached_property
    def _set(self) -> frozenset[Bid]:
        return frozenset(self.bids)

    def refusal(self, bid: Bid) -> Refusal | None:
        """Return why ``bid`` may not be made, or None if it may."""
        if bid in self._set:
            return None
        if bid.face not in FACES:
            return Refusal(Reason.NO_SUCH_FACE, "C1")
        if bid.quantity < 1:
            return Refusal(Reason.BELOW_ONE, "C3", least=1)
        limit = self.limits[bid.face - 1]
        if limit.barred is not None:
            return Refusal(limit.barred, limit.clause)
        if bid.quantity > self.cap:
            return Refusal(Reason.ABOVE_BOX, "S9", most=self.cap)
        if bid.quantity < limit.least:
            return Refusal(limit.short, limit.clause, least=limit.least, most=limit.most)
        return Refusal(Reason.ONE_AXIS, limit.clause, least=limit.least, most=limit.most)


def bid_space(rules: Edition, cap: int, standing: Bid | None, freedom: Freedom) -> BidSpace:
    """Return the bids that may follow ``standing``, of at most ``cap`` dice (S9)."""
    return BidSpace(tuple(_limits(rules, cap, standing, freedom, face) for face in FACES), cap)


def _limits(
    rules: Edition, cap: int, standing: Bid | None, freedom: Freedom, face: Face
) -> FaceLimits:
    if standing is None:
        return _opening(rules, cap, freedom, face)
    match freedom:
        case Freedom.BOUND:
            return _bound(clause_for(rules, "palifico", "A3"), cap, standing, face)
        case Freedom.PALIFICO_BOUND:
            return _bound("S7", cap, standing, face)
        case Freedom.VETERAN:
            return _any_face("P5", cap, standing, face)
        case _:
            return _raise(rules, cap, standing, face)


def _opening(rules: Edition, cap: int, freedom: Freedom, face: Face) -> FaceLimits:
    if face == PACO and freedom is not Freedom.PALIFICO_OPENING:
        barred = Reason.PACO_OPENING if rules.plays_palifico else Reason.PACO_NEVER_OPENS
        return FaceLimits(face, 1, 0, "C7", barred=barred)
    return FaceLimits(face, 1, cap, "C3")


def _bound(clause: str, cap: int, standing: Bid, face: Face) -> FaceLimits:
    if face != standing.face:
        return FaceLimits(face, 1, 0, clause, barred=Reason.FACE_BOUND)
    return FaceLimits(face, standing.quantity + 1, cap, clause)


def _raise(rules: Edition, cap: int, standing: Bid, face: Face) -> FaceLimits:
    quantity = standing.quantity
    if standing.face == PACO:
        if face == PACO:
            return FaceLimits(face, quantity + 1, cap, "C9")
        return FaceLimits(face, 2 * quantity + 1, cap, "C9", Reason.TOO_FEW_AFTER_PACOS)
    if face == PACO:
        return FaceLimits(face, (quantity + 1) // 2, cap, "C8", Reason.TOO_FEW_PACOS)
    clause = clause_for(rules, "raising")
    match rules.raising:
        case Raising.ANY_FACE:
            return _any_face(clause, cap, standing, face)
        case Raising.ONE_AXIS:
            most = quantity if face > standing.face else cap
            return _never_lower(clause, most, standing, face)
        case Raising.RISING_FACE:
            return _never_lower(clause, cap, standing, face)
        case _ as never:
            assert_never(never)


def _any_face(clause: str, cap: int, standing: Bid, face: Face) -> FaceLimits:
    """Allow more dice of any face, or equally many of a higher face."""
    least = standing.quantity + (face <= standing.face)
    return FaceLimits(face, least, cap, clause)


def _never_lower(clause: str, most: int, standing: Bid, face: Face) -> FaceLimits:
    if face < standing.face:
        return FaceLimits(face, 1, 0, clause, barred=Reason.FACE_FALLS)
    return FaceLimits(face, standing.quantity + (face == standing.face), most, clause)
