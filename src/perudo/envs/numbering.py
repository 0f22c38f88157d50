"""What a seat may do as numbers (``engine.numbering``): a list, a mask, a text."""

from typing import NamedTuple

from perudo.engine.bid import Bid
from perudo.engine.bidding import BidSpace
from perudo.engine.dice import PACO
from perudo.engine.numbering import (
    CALZA_NUMBER,
    DUDO_NUMBER,
    PASS_NUMBER,
    action_count,
    action_of,
    bid_number,
)
from perudo.engine.play import Legal


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
