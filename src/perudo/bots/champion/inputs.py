"""The inputs of the network: one definition, for one game, whatever library holds the arrays.

``xp`` is NumPy at the table and JAX's NumPy in training, where ``vmap`` makes it a batch.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from perudo.bots.champion.seen import Array, Seen
from perudo.engine.dice import BOX_DICE, MOST_DICE, MOST_SEATS
from perudo.odds.chances import AT_LEAST

BINS: Final = 32
"""Counts from 0 to 31: more than all dice of a table."""
WAVES: Final = BINS // 2 + 1
TRUST: Final = 1.5
TRUST_WEIGHT: Final = 3.0
MOST_SURE: Final = 0.85
"""How the bidding is read, as by the reader: what a bidder is first believed to hold of the face,
what that belief weighs, and how sure it may become."""

FACE_NUMBERS: Final = np.arange(1, 7)
QUANTITIES: Final = np.arange(1, MOST_DICE + 1)
SEATS: Final = np.arange(MOST_SEATS)


class Chances(NamedTuple):
    """The chance of each bid, by quantity (30 rows) and face (6 columns)."""

    plain: Array
    """From the own cup and the number of hidden dice."""
    read: Array
    """Believing bidders as far as they have earned it."""
    own: Array
    """Own dice that count for each face."""
    hits: Array
    """How many faces of a die count for each face."""


@cache
def _tables() -> tuple[Any, Any, Any, Any]:
    at_least = np.zeros((2, MOST_DICE + 1, BINS + 1), np.float32)
    for hits in (1, 2):
        for n, row in enumerate(AT_LEAST[hits]):
            at_least[hits - 1, n, : n + 1] = row
    angles = 2 * np.pi * np.arange(WAVES) / BINS
    counts = np.arange(BINS)
    weights = np.where((np.arange(WAVES) == 0) | (np.arange(WAVES) == BINS // 2), 1, 2) / BINS
    reaches = (counts[None, :] >= QUANTITIES[:, None]).astype(np.float64)
    cosine = (weights[:, None] * np.cos(angles[:, None] * counts)) @ reaches.T
    sine = (weights[:, None] * np.sin(angles[:, None] * counts)) @ reaches.T
    waves = np.concatenate([cosine, sine]).astype(np.float32)
    return at_least, np.cos(angles), np.sin(angles), waves


def at_least_table() -> Any:
    """``[hits - 1, dice, quantity]``: the chance of at least so many; 0 beyond the dice."""
    return _tables()[0]


def tails(xp: Any, dice: Array, chances: Array, own: Array) -> Array:
    """How likely at least 1, 2, ... 30 dice count, where each seat (rows) has so many ``dice`` that
    count for a face (columns) with a chance of their own, and ``own`` dice do for sure.

    By the sums' characteristic function: products over seats become sums of logarithms.
    """
    _, cosines, sines, waves = _tables()
    cosines, sines = xp.asarray(cosines, "float32"), xp.asarray(sines, "float32")
    p = chances[:, :, None]
    real, imaginary = 1 - p + p * cosines, p * sines
    size = 0.5 * xp.log(xp.maximum(real * real + imaginary * imaginary, 1e-20))
    angle = xp.arctan2(imaginary, real)
    n = dice[:, None, None]
    turned = own[:, None] * xp.arctan2(sines, cosines)
    size, angle = xp.exp((n * size).sum(0)), (n * angle).sum(0) + turned
    return xp.concatenate([size * xp.cos(angle), size * xp.sin(angle)], 1) @ xp.asarray(waves)


def own_and_hits(xp: Any, seen: Seen) -> tuple[Array, Array]:
    jokers = (seen.palifico < 0) & (FACE_NUMBERS > 1)
    own = seen.cup + xp.where(jokers, seen.cup[0], 0)
    return own, xp.where(jokers, 2, 1)


def bids_by_seat(xp: Any, seen: Seen, times: int) -> tuple[Array, Array]:
    """Quantities and faces of each seat's last bids, newest first; zeros where there was none."""
    alive = seen.dice > 0
    back = (seen.bidder - SEATS) % MOST_SEATS
    between = ((back[None, :] < back[:, None]) & alive[None, :]).sum(1)
    place = between[:, None] + np.arange(times) * alive.sum()
    there = (alive & (seen.bidder >= 0))[:, None] & (place < seen.bids.shape[0])
    picked = seen.bids[xp.clip(place, 0, seen.bids.shape[0] - 1)]
    return xp.where(there, picked[:, :, 0], 0), xp.where(there, picked[:, :, 1], 0)


def trust_of(memory: Array, first: Array, weight: Array) -> Array:
    """How many times as many dice of the bid face as chance gives, by seat."""
    return (first * weight + memory[0]) / (weight + memory[1])


def chances_of(xp: Any, seen: Seen, faces: Array) -> Chances:
    """The chances of all bids; ``faces`` are those that each seat bid last."""
    own, hits = own_and_hits(xp, seen)
    hidden = seen.dice[1:].sum()
    need = xp.clip(QUANTITIES[:, None] - own[None, :], 0, BINS)
    plain = xp.asarray(at_least_table())[hits[None, :] - 1, hidden, need]
    trust = trust_of(seen.memory, TRUST, TRUST_WEIGHT)
    by_chance = hits / 6.0
    believed = xp.minimum(MOST_SURE, by_chance[None, :] * trust[1:, None])
    chance = xp.where(faces[1:, None] == FACE_NUMBERS, believed, by_chance[None, :])
    read = xp.clip(tails(xp, seen.dice[1:], chance, own), 0.0, 1.0)
    return Chances(plain, read.T, own, hits)


def inputs(xp: Any, seen: Seen) -> Array:
    """All that the network is given, as one row of numbers around 0 to 1."""
    quantities, faces = bids_by_seat(xp, seen, 2)
    chances = chances_of(xp, seen, faces[:, 0])
    total = seen.dice.sum()
    parts = (
        _table(xp, seen, chances, total),
        _seats(xp, seen, quantities, faces, total).reshape(-1),
        _standing(xp, seen, chances, total),
        chances.plain.reshape(-1),
        chances.read.reshape(-1),
    )
    return xp.concatenate([part.astype("float32") for part in parts])


def _table(xp: Any, seen: Seen, chances: Chances, total: Array) -> Array:
    """Own cup, rules and what may be done."""
    seats, dice, raising, palifico, again, veterans, calza, callers, barred, shown = seen.rules
    alive = (seen.dice > 0).sum()
    may = seen.most >= seen.least
    numbers = xp.stack([
        total / MOST_DICE,
        seen.dice[0] / total,
        seats / MOST_SEATS,
        dice / BOX_DICE,
        raising == 0, raising == 1, raising == 2,
        palifico, again, veterans, calza,
        calza * (callers == 0), calza * (callers == 1), calza * (callers == 2),
        calza * (barred % 2), calza * (barred // 2), shown,
        seen.asking,
        seen.palifico < 0,
        seen.may_dudo,
        seen.may_calza,
        seen.dice[0] < dice,
        (seen.bids[:, 0] > 0).sum() / len(seen.bids),
    ])  # fmt: skip
    return xp.concatenate([
        numbers,
        seen.cup / BOX_DICE,
        chances.own / BOX_DICE,
        chances.own / total,
        (alive == np.arange(2, MOST_SEATS + 1)) * 1.0,
        may * 1.0,
        xp.where(may, seen.least / total, 0),
    ])  # fmt: skip


def _seats(xp: Any, seen: Seen, quantities: Array, faces: Array, total: Array) -> Array:
    """A row for each seat: its dice, its part in the round, its last bids, what is remembered."""
    roles = (seen.bidder, seen.turn, seen.starter, seen.palifico)
    columns = [
        seen.dice / BOX_DICE,
        seen.dice / total,
        seen.dice > 0,
        seen.dice == 1,
        seen.been_palifico,
        *(role == SEATS for role in roles),
        *(quantities / total).T,
        *(quantities / 10).T,
        *memory_rates(xp, seen.memory),
    ]
    blocks = [xp.stack([column * 1.0 for column in columns], 1)]
    blocks += [faces[:, time, None] == FACE_NUMBERS for time in range(faces.shape[1])]
    return xp.concatenate([block * 1.0 for block in blocks], 1)


def memory_rates(xp: Any, memory: Array) -> list[Array]:
    """What is remembered as rates, drawn to the usual while there is little evidence, each with
    how much evidence there is."""
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


def _standing(xp: Any, seen: Seen, chances: Chances, total: Array) -> Array:
    """The bid that stands, and how likely it holds or is exact."""
    quantity, face = seen.bids[0, 0], seen.bids[0, 1]
    there = quantity > 0
    row = xp.clip(quantity, 1, MOST_DICE) - 1
    column = xp.clip(face, 1, 6) - 1
    numbers = [quantity / total, quantity / 10, there]
    for chance in (chances.plain, chances.read):
        holds = chance[row, column]
        more = xp.where(row + 1 < MOST_DICE, chance[xp.clip(row + 1, 0, MOST_DICE - 1), column], 0)
        numbers += [xp.where(there, holds, 0), xp.where(there, holds - more, 0)]
    return xp.concatenate([xp.stack([n * 1.0 for n in numbers]), (face == FACE_NUMBERS) * 1.0])


def legal_actions(xp: Any, seen: Seen) -> Array:
    """For each action number (``engine.numbering``) whether it may be done."""
    bids = (seen.least <= QUANTITIES[:, None]) & (QUANTITIES[:, None] <= seen.most)
    calls = xp.stack([seen.may_dudo, seen.may_calza, seen.asking])
    return xp.concatenate([calls, (bids & ~seen.asking).reshape(-1)])
