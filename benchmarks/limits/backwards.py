"""What follows from rounds for whole duels, under any limits of the judge."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from benchmarks.limits.rounds import FARS, Place, Rounds
from perudo.bots.champion import likeness
from perudo.bots.champion.partway import how_far
from perudo.engine.dice import BOX_DICE
from perudo.solve.book import MOST_DICE as BOOK_DICE

STEP = 0.25
"""Sums are rounded to this, working backwards."""
FEWEST = 15
"""With fewer rounds at a place, those of the other starter are drawn as well; with none at all,
those where the champion went most nearly as far."""


def as_champion(mine: int, its: int) -> float:
    return float(how_far(np, np.array(mine), np.array(its)))


class Limits(NamedTuple):
    """Whom the champion takes for a simple player, and how far it goes then."""

    far: Callable[[int, int], float] = as_champion
    """By its dice and the other one's"""
    needed: float = likeness.NEEDED
    highest: float = likeness.HIGHEST
    lowest: float = likeness.LOWEST

    def after(self, likeness: Any, told: Any) -> Any:
        return np.clip(likeness + told, self.lowest, self.highest)

    def far_at(self, likeness: Any, mine: int, its: int) -> Any:
        """Return how far the champion goes in a round, by the sum of the other one."""
        simple = (likeness > self.needed) & (mine + its > BOOK_DICE)
        return np.where(simple, self.far(mine, its), 0.0)


def most_won(rounds: dict[Place, Rounds], limits: Limits) -> float:
    """Return how many duels somebody wins that picks the best way of playing before each round.

    The best is found with one half of the rounds and valued with the other, and the other way
    round, so luck does not add to it. It is a lower bound: there may be better ways of playing.
    """
    sums = np.arange(limits.lowest, limits.highest + STEP / 2, STEP)
    worth: dict[tuple[int, int, bool], Any] = {}
    for total in range(2, 2 * BOX_DICE + 1):
        for mine in range(max(1, total - BOX_DICE), min(BOX_DICE, total - 1) + 1):
            its = total - mine
            for starts in _starters(mine, its):
                win = worth[mine - 1, its, False] if mine > 1 else np.ones(sums.size)
                loss = worth[mine, its - 1, True] if its > 1 else np.zeros(sums.size)
                fars = limits.far_at(sums, mine, its)
                here = np.zeros(sums.size)
                for far in np.unique(fars):
                    which = fars == far
                    at = rounds[Place(mine, its, starts, float(far))]
                    here[which] = _best(at, sums[which], limits, win, loss)
                worth[mine, its, starts] = here
    first = np.abs(sums).argmin()
    ends = [worth[BOX_DICE, BOX_DICE, starts][first] for starts in (False, True)]
    return float(np.mean(ends))


def _starters(mine: int, its: int) -> tuple[bool, ...]:
    """Return whether the other one may start: the loser of a round starts the next."""
    if mine == its == BOX_DICE or (mine < BOX_DICE and its < BOX_DICE):
        return False, True
    return (mine == BOX_DICE,)


def _best(at: Rounds, sums: Any, limits: Limits, win: Any, loss: Any) -> Any:
    then = limits.after(sums, at.told[:, None])
    index = np.rint((then - limits.lowest) / STEP).astype(int)
    value = np.where(at.won[:, None], win[index], loss[index])
    half = len(value) // 2
    first, second = (
        at.weights[part].T @ value[part] / at.weights[part].sum(0)[:, None]
        for part in (slice(0, half), slice(half, None))
    )
    places = np.arange(sums.size)
    return (second[first.argmax(0), places] + first[second.argmax(0), places]) / 2


def replayed(rounds: dict[Place, Rounds], limits: Limits, duels: int, seed: int) -> float:
    """Return how many duels the champion wins if rounds like these are drawn again and again."""
    rng = np.random.default_rng(seed)
    wins = 0
    for number in range(duels):
        mine = its = BOX_DICE
        starts, likeness = number % 2 == 1, 0.0
        while mine and its:
            far = float(limits.far_at(likeness, mine, its))
            at = _rounds_at(rounds, Place(mine, its, starts, far))
            one = rng.integers(len(at.won))
            likeness = float(limits.after(likeness, at.told[one]))
            starts = not at.won[one]
            mine, its = mine - int(at.won[one]), its - int(starts)
        wins += mine > 0
    return wins / duels


def _rounds_at(rounds: dict[Place, Rounds], place: Place) -> Rounds:
    """Return the rounds at a place, or if these are few, also those most like it."""
    here = rounds.get(place)
    if here is not None and len(here.won) >= FEWEST:
        return here
    for far in sorted(FARS, key=lambda far: abs(far - place.far)):
        likes = [place._replace(far=far, starts=starts) for starts in (False, True)]
        found = [rounds[like] for like in likes if like in rounds]
        if found:
            return Rounds(*(np.concatenate(parts) for parts in zip(*found, strict=True)))
    raise KeyError(place)
