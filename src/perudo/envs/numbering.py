"""Actions as whole numbers, for tools that choose among numbers.

0 is dudo, 1 calza, 2 pass (to an offered calza out of turn), and ``3 + 6 * (quantity - 1) +
(face - 1)`` a bid. The calls come first so that a bid has the same number at every table, whatever
its size. These numbers are stored in what people train: they never change.
"""

from typing import Final, NamedTuple

from perudo.engine.actions import CALZA, DUDO, Action
from perudo.engine.bid import Bid
from perudo.engine.bidding import BidSpace
from perudo.engine.dice import FACES, PACO
from perudo.engine.play import Legal

DUDO_NUMBER: Final = 0
CALZA_NUMBER: Final = 1
PASS_NUMBER: Final = 2
FIRST_BID: Final = 3


def action_count(cap: int) -> int:
    """How many numbers there are where no bid names more than ``cap`` dice."""
    return FIRST_BID + len(FACES) * cap


def bid_number(bid: Bid) -> int:
    return FIRST_BID + len(FACES) * (bid.quantity - 1) + bid.face - PACO


def number_of(action: Action | None) -> int:
    """The number of an action; None is a pass."""
    if action is None:
        return PASS_NUMBER
    if isinstance(action, Bid):
        return bid_number(action)
    return DUDO_NUMBER if action is DUDO else CALZA_NUMBER


def action_of(number: int) -> Action | None:
    """The action with this number; None is a pass."""
    if number >= FIRST_BID:
        quantity, face = divmod(number - FIRST_BID, len(FACES))
        return Bid(quantity + 1, face + PACO)
    return (DUDO, CALZA, None)[number]


def number_text(number: int) -> str:
    """A number as one writes the action: ``4x5``, ``3xP``, ``dudo``, ``pass``."""
    action = action_of(number)
    if action is None:
        return "pass"
    if isinstance(action, Bid):
        return f"{action.quantity}x{'P' if action.face == PACO else action.face}"
    return action.value


class LegalNumbers:
    """What a seat may do, as numbers in rising order or as a mask, up to bids of ``cap`` dice."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._bids: dict[int, _Bids] = {}
        self._none = _Bids(None, (), bytes(action_count(cap)))

    def _of(self, space: BidSpace | None) -> "_Bids":
        if space is None:
            return self._none
        # The engine gives the same object for the same turn. Hashing its contents would take longer
        # than all the rest, so it is found by identity; keeping it keeps its identity its own.
        known = self._bids.get(id(space))
        if known is None or known.space is not space:
            numbers = sorted(bid_number(bid) for bid in space if bid.quantity <= self._cap)
            mask = bytearray(action_count(self._cap))
            for number in numbers:
                mask[number] = 1
            known = self._bids[id(space)] = _Bids(space, tuple(numbers), bytes(mask))
        return known

    def numbers(self, legal: Legal, *, may_pass: bool = False) -> list[int]:
        found = [DUDO_NUMBER] if legal.dudo else []
        if legal.calza:
            found.append(CALZA_NUMBER)
        if may_pass:
            found.append(PASS_NUMBER)
        found += self._of(legal.bids).numbers
        return found

    def mask(self, legal: Legal, *, may_pass: bool = False) -> bytearray:
        """One byte for each number: 1 where it may be done."""
        mask = bytearray(self._of(legal.bids).mask)
        mask[DUDO_NUMBER] = legal.dudo
        mask[CALZA_NUMBER] = legal.calza
        mask[PASS_NUMBER] = may_pass
        return mask


class _Bids(NamedTuple):
    space: BidSpace | None
    numbers: tuple[int, ...]
    mask: bytes
