"""Matches of two players: what the duellist sees.

The duellist is a second, smaller network. It learned by heart how rounds of two are played by
solved strategies (``train.duel_lessons``), so that nobody can gain much by knowing how it plays.
It sees the round only. What the match has told of the other player matters to those who judge him
(``likeness``), and to players that learn to beat the champion.
``xp`` is the array library: NumPy at the table, ``jax.numpy`` in training.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from perudo.bots.champion.from_view import code
from perudo.bots.champion.inputs import (
    BINS,
    FACE_NUMBERS,
    at_least_table,
    legal_actions,
    memory_rates,
)
from perudo.bots.champion.knowledge import Array, Knowledge
from perudo.bots.champion.memory import CALLED, CALZAS, DOUBTS
from perudo.engine.dice import BOX_DICE, FACES
from perudo.engine.edition import CalzaBarred, CalzaCallers
from perudo.engine.numbering import FIRST_BID, action_count

MOST_DICE: Final = 2 * BOX_DICE
ACTIONS: Final = action_count(MOST_DICE)
"""The actions of a round of two, numbered as in ``engine.numbering``."""
INPUTS: Final = 407
"""How many numbers ``duel_inputs`` returns."""
MATCH_INPUTS: Final = 23
"""How many numbers ``match_inputs`` returns."""
KNOWN_BIDS: Final = 3
"""How many of the last bids it knows, in rounds of up to ``LONG_MEMORY`` dice; else one less."""
LONG_MEMORY: Final = 4
"""The solutions of larger rounds remember two bids only."""
QUANTITIES: Final = np.arange(1, MOST_DICE + 1)
BID_DICE: Final = np.maximum((np.arange(ACTIONS) - FIRST_BID) // len(FACES) + 1, 0)
"""[action]: the dice of a bid, 0 for a call"""
NOT_NEXT: Final = code(CalzaCallers.NOT_NEXT)
BARRED_TO_LAST_TWO: Final = code(CalzaBarred.LAST_TWO)
_HITS: Final = np.array([1, 2, 2, 2, 2, 2])


class DuelSight(NamedTuple):
    """What the duellist knows on its turn."""

    cup: Array
    """Own dice, counted by face"""
    other: Array
    """How many dice the other has"""
    bids: Array
    """The last bids, newest first: rows of quantity and face, or zeros"""
    opened: Array
    """Whether it opened the round"""
    raising: Array
    """The number of the rule for raises"""
    legal: Array
    """By action number"""


def duel_inputs(xp: Any, sight: DuelSight) -> Array:
    """Return all inputs of the duellist as one row of numbers."""
    own = sight.cup + xp.where(FACE_NUMBERS > 1, sight.cup[0], 0)
    need = xp.clip(QUANTITIES[:, None] - own[None, :], 0, BINS)
    chances = xp.asarray(at_least_table())[_HITS - 1, sight.other, need]
    quantity, face = sight.bids[:, 0], sight.bids[:, 1]
    quantities, faces = quantity[:, None] == QUANTITIES, face[:, None] == FACE_NUMBERS
    parts = (
        sight.cup[:, None] == np.arange(BOX_DICE + 1),
        own / BOX_DICE,
        sight.cup.sum() == QUANTITIES[:BOX_DICE],
        sight.other == QUANTITIES[:BOX_DICE],
        sight.raising == np.arange(3),
        xp.stack([sight.opened]),
        quantities,
        faces,
        quantities[:, :, None] & faces[:, None, :],
        chances,
        sight.legal,
    )
    return xp.concatenate([(part * 1.0).astype("float32").reshape(-1) for part in parts])


def match_inputs(xp: Any, known: Knowledge) -> Array:
    """Return what the rounds that are over told of both, own numbers first, and whether any is.

    Zeros as long as the other is a stranger.
    """
    # Of the numbers of the memory, only these wait for the end of a round.
    met = (known.memory[DOUBTS] + known.memory[CALLED] + known.memory[CALZAS]).sum() > 0
    rates = xp.stack(memory_rates(xp, known.memory))
    told = xp.concatenate([rates[:, 0], rates[:, 1], xp.ones(1)])
    return xp.where(met, told, 0.0).astype("float32")


def is_duel(xp: Any, known: Knowledge) -> Array:
    """Return whether the duellist decides here.

    It learned matches of two, in rounds with jokers and without calza. Who is left with one other
    of a larger table knows more of him than a duel tells, and plays as before.
    """
    seats, _, _, _, _, _, calza, callers, barred, _ = known.rules
    no_calza = (calza == 0) | (callers == NOT_NEXT) | (barred >= BARRED_TO_LAST_TWO)
    turn = ~known.asking & (known.turn == 0)
    jokers = known.palifico < 0
    return xp.asarray((seats == 2) & turn & jokers & no_calza)


def sight_of(xp: Any, known: Knowledge) -> DuelSight:
    """Return what the duellist knows, from what the champion knows."""
    total = known.dice.sum()
    # Bids above all dice are false: it never makes them, and answers them by dudo.
    most = xp.where(known.bids[0, 0] <= total, total, 0)
    legal = legal_actions(xp, known)[:ACTIONS] & (most >= BID_DICE)
    places = np.arange(KNOWN_BIDS)[:, None]
    remembered = (places < KNOWN_BIDS - 1) | (total <= LONG_MEMORY)
    return DuelSight(
        known.cup,
        known.dice[1:].sum(),
        xp.where(remembered, known.bids[:KNOWN_BIDS], 0),
        known.starter == 0,
        known.rules[2],
        legal,
    )
