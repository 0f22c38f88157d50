"""What the champion knows when it decides, as small arrays."""

from typing import Any, Final, NamedTuple, TypeAlias

Array: TypeAlias = Any
"""A NumPy array at the table, a JAX array in training."""

KEPT_BIDS: Final = 12
"""How many of the last bids of the round are known."""


class Knowledge(NamedTuple):
    """What one seat knows. Seats are numbered clockwise from that seat.

    Arrays by seat always have six entries; those for seats that the table does not have are zeros,
    at the end. A seat that does not exist, such as the bidder before the first bid, is -1.
    """

    cup: Array
    """Own dice, counted by face: six numbers."""
    dice: Array
    """Dice left to each seat, counted from the results of all past rounds."""
    been_palifico: Array
    bids: Array
    """The last bids of the round, newest first: rows of quantity and face, or zeros."""
    bidder: Array
    turn: Array
    starter: Array
    palifico: Array
    asking: Array
    """Whether the seat is asked for a calza before the turn is played."""
    least: Array
    """By face, the lowest quantity that may be bid."""
    most: Array
    """By face, the highest; below ``least`` if the face may not be bid."""
    may_dudo: Array
    may_calza: Array
    rules: Array
    """The numbers of ``lab.rules.Rules``, in its order."""
    memory: Array
    """The numbers of ``lab.memory.Memory``, in its order: a row of six seats for each."""
