"""What a bid tells about the cup it was made from.

An honest player bids on a face of which it has most; a bluffer bids on any. How often a player is
honest is learned from showdowns. The smaller the cup, the more an honest bid says about each of its
dice: the only die of a palifico shows the face that was bid, while of five dice two or three do.
The number that was bid tells something too: nobody likes to bid more than there seem to be.
"""

from functools import cache, lru_cache
from math import comb
from typing import Final

from perudo.engine.dice import FACES, PACO, Cup, Face, counting_faces, has_jokers
from perudo.engine.played import PlayedRound
from perudo.odds.chances import at_least
from perudo.solve.cups import cups_of

HONESTIES: Final = (0.0, 0.2, 0.4, 0.6, 0.8, 0.95)
FIRST_BELIEF: Final = (0.02, 0.05, 0.1, 0.2, 0.35, 0.28)
"""How likely each of ``HONESTIES`` is taken to be for somebody of whom nothing is known."""
CLAIM: Final = 0.9
"""How far the number that was bid is believed, from 0 to 1."""


def honesty_of_seats(past: tuple[PlayedRound, ...], seats: int) -> list[float]:
    """Return how often each seat is believed to bid on a face of which it has most."""
    beliefs: list[tuple[float, ...]] = [FIRST_BELIEF] * seats
    for played in past:
        cups, jokers = played.showdown.cups, has_jokers(played.palifico)
        if cups is None:
            continue
        for seat, face in {made.seat: made.bid.face for made in played.bids}.items():
            if jokers or seat == played.starter:
                # In a palifico round those who follow hardly ever choose the face.
                picked = _picks(cups[seat], face, jokers)
                beliefs[seat] = _updated(beliefs[seat], picked)
    return [
        sum(h * b for h, b in zip(HONESTIES, belief, strict=True)) / sum(belief)
        for belief in beliefs
    ]


def _updated(belief: tuple[float, ...], picked: float) -> tuple[float, ...]:
    after = [
        b * (h * picked + (1 - h) / len(FACES)) for h, b in zip(HONESTIES, belief, strict=True)
    ]
    total = sum(after)
    return tuple(b / total for b in after)


@lru_cache(maxsize=8192)
def counts_after_bid(
    dice: int, face: Face, jokers: bool, honesty: float, unseen: int, quantity: int
) -> tuple[float, ...]:
    """Return how likely 0, 1, 2... dice of a cup count for the face that its owner bid last.

    ``unseen`` dice lie outside the cup.
    """
    hits = len(counting_faces(face, jokers=jokers))
    picks = _picks_by_count(dice, face == PACO, jokers)
    weights = []
    for count in range(dice + 1):
        by_chance = comb(dice, count) * hits**count * (6 - hits) ** (dice - count)
        chosen = honesty * picks[count] + (1 - honesty) / len(FACES)
        claimed = 1 - CLAIM + CLAIM * at_least(hits, unseen, quantity - count)
        weights.append(by_chance * chosen * claimed)
    total = sum(weights)
    return tuple(weight / total for weight in weights)


@cache
def _picks_by_count(dice: int, paco: bool, jokers: bool) -> tuple[float, ...]:
    """Return how likely an honest player picks a face, by how many dice count for it."""
    face = PACO if paco else FACES[-1]
    counting = counting_faces(face, jokers=jokers)
    picked, total = [0.0] * (dice + 1), [0.0] * (dice + 1)
    for cup, likely in cups_of(dice):
        count = sum(map(cup.count, counting))
        total[count] += likely
        picked[count] += likely * _picks(cup, face, jokers)
    return tuple(p / t for p, t in zip(picked, total, strict=True))


@cache
def _picks(cup: Cup, face: Face, jokers: bool) -> float:
    """Return how likely an honest player with this cup picks this face."""
    worth = [sum(map(cup.count, counting_faces(f, jokers=jokers))) for f in FACES]
    if jokers:
        # Pacos count for every face, so by their number alone nobody would ever bid on them. But
        # half as many of them are needed.
        worth[0] *= 2
    best = max(worth)
    return 1 / worth.count(best) if worth[face - PACO] == best else 0.0
