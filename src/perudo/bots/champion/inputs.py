"""The inputs of the network, defined once for playing and for training.

``xp`` is the array library: NumPy at the table, ``jax.numpy`` in training. Each function works on
one game; in training ``vmap`` maps it over a batch.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from perudo.bots.champion.knowledge import Array, Knowledge
from perudo.engine.dice import BOX_DICE, MOST_DICE, MOST_SEATS
from perudo.odds.chances import AT_LEAST

BINS: Final = 32
"""The counts 0 to 31: more than all dice of a table."""
FREQUENCIES: Final = BINS // 2 + 1
FIRST_TRUST: Final = 1.5
FIRST_TRUST_WEIGHT: Final = 3.0
HIGHEST_BELIEF: Final = 0.85
"""How far bidders are believed, as by the bot ``reader``: at first to hold so many times as many
dice of the bid face as chance gives; how many expected dice that first belief weighs; and the
highest probability that a die counts."""

FACE_NUMBERS: Final = np.arange(1, 7)
QUANTITIES: Final = np.arange(1, MOST_DICE + 1)
SEATS: Final = np.arange(MOST_SEATS)
INPUTS: Final = 647
"""How many numbers ``inputs`` returns."""


class Chances(NamedTuple):
    """How likely each bid holds, by quantity (30 rows) and face (6 columns)."""

    plain: Array
    """By the own cup and the number of hidden dice."""
    read: Array
    """Also by the bids, believing each bidder as far as past showdowns bear that seat out."""
    own: Array
    """Own dice that count for each face."""
    hits: Array
    """How many faces of a die count for each face: 2 if Pacos are jokers for it, else 1."""


@cache
def _tables() -> tuple[Any, Any, Any, Any]:
    """Return the table of ``at_least_table`` and three arrays that ``tail_chances`` needs."""
    at_least = np.zeros((2, MOST_DICE + 1, BINS + 1), np.float32)
    for hits in (1, 2):
        for n, row in enumerate(AT_LEAST[hits]):
            at_least[hits - 1, n, : n + 1] = row
    angles = 2 * np.pi * np.arange(FREQUENCIES) / BINS
    counts = np.arange(BINS)
    weights = (
        np.where((np.arange(FREQUENCIES) == 0) | (np.arange(FREQUENCIES) == BINS // 2), 1, 2) / BINS
    )
    reaches = (counts[None, :] >= QUANTITIES[:, None]).astype(np.float64)
    cosine = (weights[:, None] * np.cos(angles[:, None] * counts)) @ reaches.T
    sine = (weights[:, None] * np.sin(angles[:, None] * counts)) @ reaches.T
    to_tails = np.concatenate([cosine, sine]).astype(np.float32)
    return at_least, np.cos(angles), np.sin(angles), to_tails


def at_least_table() -> Any:
    """Return ``[hits - 1, dice, quantity]``: how likely at least so many of the dice count."""
    return _tables()[0]


def tail_chances(xp: Any, dice: Array, chances: Array, own: Array) -> Array:
    """Return how likely at least 1, 2, ... 30 dice count for each face.

    Each seat has so many ``dice``, which count with the probability ``chances[seat, face]``;
    ``own[face]`` dice count for certain. The distribution of the sum comes from its characteristic
    function, in which the product over all dice becomes a sum of logarithms.
    """
    _, cosines, sines, to_tails = _tables()
    cosines, sines = xp.asarray(cosines, "float32"), xp.asarray(sines, "float32")
    p = chances[:, :, None]
    real, imaginary = 1 - p + p * cosines, p * sines
    size = 0.5 * xp.log(xp.maximum(real * real + imaginary * imaginary, 1e-20))
    angle = xp.arctan2(imaginary, real)
    n = dice[:, None, None]
    own_angle = own[:, None] * xp.arctan2(sines, cosines)
    size, angle = xp.exp((n * size).sum(0)), (n * angle).sum(0) + own_angle
    return xp.concatenate([size * xp.cos(angle), size * xp.sin(angle)], 1) @ xp.asarray(to_tails)


def own_and_hits(xp: Any, known: Knowledge) -> tuple[Array, Array]:
    """Return ``own`` and ``hits`` of ``Chances``."""
    jokers = (known.palifico < 0) & (FACE_NUMBERS > 1)
    own = known.cup + xp.where(jokers, known.cup[0], 0)
    return own, xp.where(jokers, 2, 1)


def bids_by_seat(xp: Any, known: Knowledge, times: int) -> tuple[Array, Array]:
    """Return quantities and faces of each seat's last bids, newest first; zeros if none."""
    alive = known.dice > 0
    back = (known.bidder - SEATS) % MOST_SEATS
    between = ((back[None, :] < back[:, None]) & alive[None, :]).sum(1)
    place = between[:, None] + np.arange(times) * alive.sum()
    there = (alive & (known.bidder >= 0))[:, None] & (place < known.bids.shape[0])
    picked = known.bids[xp.clip(place, 0, known.bids.shape[0] - 1)]
    return xp.where(there, picked[:, :, 0], 0), xp.where(there, picked[:, :, 1], 0)


def trust_of(memory: Array, first: Array, weight: Array) -> Array:
    """Return how many times as many dice of its bid face as chance gives each seat is believed."""
    return (first * weight + memory[0]) / (weight + memory[1])


def chances_of(xp: Any, known: Knowledge, faces: Array) -> Chances:
    """Return the chances of all bids; ``faces`` has the face that each seat bid last."""
    own, hits = own_and_hits(xp, known)
    hidden = known.dice[1:].sum()
    need = xp.clip(QUANTITIES[:, None] - own[None, :], 0, BINS)
    plain = xp.asarray(at_least_table())[hits[None, :] - 1, hidden, need]
    trust = trust_of(known.memory, FIRST_TRUST, FIRST_TRUST_WEIGHT)
    by_chance = hits / 6.0
    believed = xp.minimum(HIGHEST_BELIEF, by_chance[None, :] * trust[1:, None])
    chance = xp.where(faces[1:, None] == FACE_NUMBERS, believed, by_chance[None, :])
    read = xp.clip(tail_chances(xp, known.dice[1:], chance, own), 0.0, 1.0)
    return Chances(plain, read.T, own, hits)


def inputs(xp: Any, known: Knowledge) -> Array:
    """Return all inputs of the network as one row of numbers, mostly between 0 and 1."""
    quantities, faces = bids_by_seat(xp, known, 2)
    chances = chances_of(xp, known, faces[:, 0])
    total = known.dice.sum()
    parts = (
        _table_inputs(xp, known, chances, total),
        _seat_inputs(xp, known, quantities, faces, total).reshape(-1),
        _standing_bid_inputs(xp, known, chances, total),
        chances.plain.reshape(-1),
        chances.read.reshape(-1),
    )
    return xp.concatenate([part.astype("float32") for part in parts])


def _table_inputs(xp: Any, known: Knowledge, chances: Chances, total: Array) -> Array:
    """Return the inputs about the own cup, the rules and the legal actions."""
    seats, dice, raising, palifico, again, veterans, calza, callers, barred, shown = known.rules
    alive = (known.dice > 0).sum()
    may = known.most >= known.least
    numbers = xp.stack([
        total / MOST_DICE,
        known.dice[0] / total,
        seats / MOST_SEATS,
        dice / BOX_DICE,
        raising == 0, raising == 1, raising == 2,
        palifico, again, veterans, calza,
        calza * (callers == 0), calza * (callers == 1), calza * (callers == 2),
        calza * (barred % 2), calza * (barred // 2), shown,
        known.asking,
        known.palifico < 0,
        known.may_dudo,
        known.may_calza,
        known.dice[0] < dice,
        (known.bids[:, 0] > 0).sum() / len(known.bids),
    ])  # fmt: skip
    return xp.concatenate([
        numbers,
        known.cup / BOX_DICE,
        chances.own / BOX_DICE,
        chances.own / total,
        (alive == np.arange(2, MOST_SEATS + 1)) * 1.0,
        may * 1.0,
        xp.where(may, known.least / total, 0),
    ])  # fmt: skip


def _seat_inputs(xp: Any, known: Knowledge, quantities: Array, faces: Array, total: Array) -> Array:
    """Return a row for each seat: its dice, its role in the round, its last bids, its rates."""
    roles = (known.bidder, known.turn, known.starter, known.palifico)
    columns = [
        known.dice / BOX_DICE,
        known.dice / total,
        known.dice > 0,
        known.dice == 1,
        known.been_palifico,
        *(role == SEATS for role in roles),
        *(quantities / total).T,
        *(quantities / 10).T,
        *memory_rates(xp, known.memory),
    ]
    blocks = [xp.stack([column * 1.0 for column in columns], 1)]
    blocks += [faces[:, time, None] == FACE_NUMBERS for time in range(faces.shape[1])]
    return xp.concatenate([block * 1.0 for block in blocks], 1)


def memory_rates(xp: Any, memory: Array) -> list[Array]:
    """Return the memory of the match as rates.

    With little evidence a rate stays near a usual value; others say how much evidence there is.
    """
    (matched, expected, faced, doubts, doubted_odds, believed_odds,
     bids, bid_odds, called, false, calzas) = memory  # fmt: skip
    return [
        (matched + 1.5) / (expected + 1.0) / 3.0,
        expected / (expected + 3.0),
        (doubts + 0.5) / (faced + 2.0),
        faced / (faced + 5.0),
        (doubted_odds + 0.3) / (doubts + 1.0),
        (believed_odds + 0.5) / (faced - doubts + 1.0),
        (bid_odds + 0.5) / (bids + 1.0),
        bids / (bids + 5.0),
        (false + 1.0) / (called + 2.0),
        called / (called + 2.0),
        calzas / (calzas + xp.ones_like(calzas)),
    ]


def _standing_bid_inputs(xp: Any, known: Knowledge, chances: Chances, total: Array) -> Array:
    """Return the inputs about the standing bid, and how likely it holds or is exact."""
    quantity, face = known.bids[0, 0], known.bids[0, 1]
    there = quantity > 0
    row = xp.clip(quantity, 1, MOST_DICE) - 1
    column = xp.clip(face, 1, 6) - 1
    numbers = [quantity / total, quantity / 10, there]
    for chance in (chances.plain, chances.read):
        holds = chance[row, column]
        more = xp.where(row + 1 < MOST_DICE, chance[xp.clip(row + 1, 0, MOST_DICE - 1), column], 0)
        numbers += [xp.where(there, holds, 0), xp.where(there, holds - more, 0)]
    return xp.concatenate([xp.stack([n * 1.0 for n in numbers]), (face == FACE_NUMBERS) * 1.0])


def legal_actions(xp: Any, known: Knowledge) -> Array:
    """Return whether each action, by its number (``engine.numbering``), is legal."""
    bids = (known.least <= QUANTITIES[:, None]) & (QUANTITIES[:, None] <= known.most)
    calls = xp.stack([known.may_dudo, known.may_calza, known.asking])
    return xp.concatenate([calls, (bids & ~known.asking).reshape(-1)])
