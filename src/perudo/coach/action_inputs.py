"""What the coach looks at in an action, beside what it knows about the table.

Defined once for the coach (NumPy) and for training (``jax.numpy``), as ``bots.champion.inputs``.
"""

from typing import Any, Final

import numpy as np

from perudo.bots.champion.inputs import QUANTITIES, bids_by_seat, chances_of
from perudo.bots.champion.knowledge import Array, Knowledge
from perudo.engine.dice import BOX_DICE, FACES, MOST_DICE
from perudo.engine.numbering import FIRST_BID

LEAST_LOG: Final = -12.0
"""Actions that the champion chooses more rarely than this (a natural logarithm) are all alike."""
BID_INPUTS: Final = 11
ACTION_INPUTS: Final = FIRST_BID + 1 + BID_INPUTS


def action_inputs(xp: Any, known: Knowledge, log_chances: Array, beliefs: Array) -> Array:
    """Return a row of numbers for each action, by its number.

    ``log_chances`` says how likely the champion chooses each action, ``beliefs`` how likely it
    takes each bid to be true.
    """
    chances = chances_of(xp, known, bids_by_seat(xp, known, 1)[1][:, 0])
    total = known.dice.sum()
    holds = beliefs.reshape(MOST_DICE, len(FACES))
    more = xp.concatenate([holds[1:], xp.zeros_like(holds[:1])])
    standing = known.bids[0, 1] == np.arange(1, len(FACES) + 1)
    everywhere = xp.ones_like(holds)
    quantity = QUANTITIES[:, None] * everywhere
    columns = [
        everywhere,
        holds,
        more,
        chances.plain,
        chances.read,
        xp.clip(quantity - known.least, 0, BOX_DICE) / BOX_DICE,
        quantity / total,
        everywhere * (chances.own / BOX_DICE),
        everywhere * (xp.arange(len(FACES)) == 0),
        everywhere * standing,
        everywhere * (known.bids[0, 0] == 0),
    ]
    bids = xp.stack([column.reshape(-1) for column in columns], 1)
    liking = 1 - xp.clip(log_chances, LEAST_LOG, 0.0) / LEAST_LOG
    calls = xp.concatenate([xp.eye(FIRST_BID), xp.zeros((FIRST_BID, BID_INPUTS))], 1)
    bids = xp.concatenate([xp.zeros((bids.shape[0], FIRST_BID)), bids], 1)
    rows = xp.concatenate([calls, bids])
    return xp.concatenate([rows, liking[:, None]], 1).astype("float32")


def log_chances(preferences: Array, legal: list[int]) -> Array:
    """Return the logarithm of how likely the champion chooses each action, given those that are
    legal; the others are as unlikely as can be."""
    logits = preferences[legal]
    top = logits.max()
    logs = logits - top - np.log(np.exp(logits - top).sum())
    rows = np.full(len(preferences), LEAST_LOG)
    rows[legal] = logs
    return rows
