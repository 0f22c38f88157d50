"""Legal actions as numbers (``engine.numbering``): as a list, a mask, or text."""

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
    """Return an action's number as text: ``4x5``, ``3xP``, ``dudo``, ``pass``."""
    action = action_of(number)
    if action is None:
        return "pass"
    if isinstance(action, Bid):
        return f"{action.quantity}x{'P' if action.face == PACO else action.face}"
    return action.value


class LegalNumbers:
    """Converts legal actions, with bids of up to ``cap`` dice, to sorted numbers or to a mask."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._bids: dict[int, _Bids] = {}
        self._none = _Bids(None, (), bytes(action_count(cap)))

    def _of(self, space: BidSpace | None) -> "_Bids":
        if space is None:
            return self._none
        # The engine returns the same object for the same turn. Hashing its contents would take
        # longer than everything else, so it is looked up by identity. The entry keeps the object
        # alive, so that no other object can get its id.
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
        """Return one byte for each action number: 1 if it is legal."""
        mask = bytearray(self._of(legal.bids).mask)
        mask[DUDO_NUMBER] = legal.dudo
        mask[CALZA_NUMBER] = legal.calza
        mask[PASS_NUMBER] = may_pass
        return mask


class _Bids(NamedTuple):
    space: BidSpace | None
    numbers: tuple[int, ...]
    mask: bytes
