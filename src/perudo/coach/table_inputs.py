"""The inputs of the network that tells every seat's chance to win between two rounds.

Defined once for the coach (NumPy) and for training (``jax.numpy``), as ``bots.champion.inputs``.
"""

from typing import Any

import numpy as np

from perudo.bots.champion.knowledge import Array
from perudo.engine.dice import BOX_DICE, MOST_DICE, MOST_SEATS


def table_inputs(
    xp: Any, dice: Array, been_palifico: Array, palifico: Array, rules: Array
) -> Array:
    """Return the inputs as one row of numbers.

    ``dice`` and ``been_palifico`` are those of each seat, clockwise from the starter of the coming
    round. ``palifico`` says whether that round is a palifico. ``rules`` are the numbers of
    ``lab.rules.Rules``, in its order.
    """
    seats, most, raising, plays, again, veterans, calza, callers, barred, shown = rules
    by_seat = xp.concatenate(
        [
            dice[:, None] == np.arange(BOX_DICE + 1),
            been_palifico[:, None] == 1,
            (xp.arange(MOST_SEATS) < seats)[:, None],
        ],
        axis=1,
    )
    table = xp.stack([
        dice.sum() / MOST_DICE,
        (dice > 0).sum() / MOST_SEATS,
        most / BOX_DICE,
        raising == 0, raising == 1, raising == 2,
        plays, again, veterans, shown, palifico,
        calza,
        calza * (callers == 0), calza * (callers == 1), calza * (callers == 2),
        calza * (barred % 2), calza * (barred // 2),
    ])  # fmt: skip
    return xp.concatenate([by_seat.reshape(-1) * 1.0, table * 1.0]).astype("float32")
