"""Actions as whole numbers, for tools that choose among numbers.

0 is dudo, 1 calza, 2 pass (to an offered calza out of turn), and ``3 + 6 * (quantity - 1) +
(face - 1)`` a bid. The calls come first so that a bid has the same number at every table, whatever
its size. These numbers are stored in what people train: they never change.
"""

from typing import Final

from perudo.engine.actions import CALZA, DUDO, Action
from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, MOST_DICE, PACO

DUDO_NUMBER: Final = 0
CALZA_NUMBER: Final = 1
PASS_NUMBER: Final = 2
FIRST_BID: Final = 3


def action_count(cap: int) -> int:
    """Return how many action numbers there are if no bid exceeds ``cap`` dice."""
    return FIRST_BID + len(FACES) * cap


ALL_ACTIONS: Final = action_count(MOST_DICE)
"""How many action numbers there are at the largest table."""


def bid_number(bid: Bid) -> int:
    return FIRST_BID + len(FACES) * (bid.quantity - 1) + bid.face - PACO


def number_of(action: Action | None) -> int:
    """Return the number of an action; None is a pass."""
    if action is None:
        return PASS_NUMBER
    if isinstance(action, Bid):
        return bid_number(action)
    return DUDO_NUMBER if action is DUDO else CALZA_NUMBER


def action_of(number: int) -> Action | None:
    """Return the action with this number; None is a pass."""
    if number >= FIRST_BID:
        quantity, face = divmod(number - FIRST_BID, len(FACES))
        return Bid(quantity + 1, face + PACO)
    return (DUDO, CALZA, None)[number]
