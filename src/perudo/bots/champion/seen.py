"""What the champion knows when it decides, as small arrays. Seats count clockwise from its own."""

from typing import Any, Final, NamedTuple, TypeAlias

Array: TypeAlias = Any
"""Of NumPy at the table, of JAX in training."""

KEPT_BIDS: Final = 12
"""The last bids of the round that it looks back on."""


class Seen(NamedTuple):
    """Six places for seats, those that the table does not have last, with zeros; places of nobody
    are -1."""

    cup: Array
    """Own dice, counted by face: six numbers."""
    dice: Array
    """Left to each seat, for somebody who watched every call and forgot none."""
    been_palifico: Array
    bids: Array
    """The last bids, newest first: rows of quantity and face, zeros where there was none."""
    bidder: Array
    turn: Array
    starter: Array
    palifico: Array
    asking: Array
    """Whether this is the question for a calza before the turn is played."""
    least: Array
    """By face, the lowest quantity that may be bid."""
    most: Array
    """And the highest; below ``least`` where the face may not be bid."""
    may_dudo: Array
    may_calza: Array
    rules: Array
    """The numbers of ``lab.rules.Rules``, in its order."""
    memory: Array
    """The numbers of ``lab.memory.Memory``, in its order: a row of six each."""
