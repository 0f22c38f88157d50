"""Win shares with confidence intervals, and ratings."""

from collections.abc import Sequence
from itertools import zip_longest
from math import sqrt
from typing import NamedTuple

from perudo.arena.contest import Contest
from perudo.arena.tally import Tally
from perudo.extras import require

Z95 = 1.959964


class Share(NamedTuple):
    """A win share with its 95 % interval (Wilson); ``fair`` is the share of equal players."""

    wins: int
    matches: int
    share: float
    low: float
    high: float
    fair: float

    @property
    def verdict(self) -> int:
        """1 if clearly above the fair share, -1 if clearly below, 0 if undecided."""
        return (self.low > self.fair) - (self.high < self.fair)


def share_of(wins: int, matches: int, fair: float) -> Share:
    if not matches:
        return Share(0, 0, 0.0, 0.0, 1.0, fair)
    share = wins / matches
    z2 = Z95 * Z95
    centre = (share + z2 / (2 * matches)) / (1 + z2 / matches)
    half = Z95 * sqrt(share * (1 - share) / matches + z2 / (4 * matches * matches))
    half /= 1 + z2 / matches
    low = 0.0 if not wins else centre - half
    high = 1.0 if wins == matches else centre + half
    return Share(wins, matches, share, low, high, fair)


def shares(contest: Contest, tally: Tally) -> dict[str, Share]:
    """The win share of each bot, counting its copies together."""
    result = {}
    for name in dict.fromkeys(contest.lineup):
        places = [place for place, other in enumerate(contest.lineup) if other == name]
        wins = sum(tally.wins[place] for place in places)
        result[name] = share_of(wins, tally.matches, len(places) / len(contest.lineup))
    return result


class Rating(NamedTuple):
    mu: float
    sigma: float

    @property
    def sure(self) -> float:
        """A lower bound of the bot's strength, three sigma below the mean."""
        return self.mu - 3 * self.sigma


def ratings(contests: Sequence[Contest], tallies: Sequence[Tally]) -> dict[str, Rating]:
    """Openskill ratings of all bots.

    Ratings weigh the latest matches most, so the contests are interleaved match by match. Copies of
    a bot share the mean of their updates, so that a table full of one bot counts it once.
    """
    require("arena")
    from openskill.models import PlackettLuce  # noqa: PLC0415 - slow to import

    model = PlackettLuce()
    rated = {name: model.rating(name=name) for c in contests for name in c.lineup}
    for winners in zip_longest(*(tally.winners for tally in tallies)):
        for contest, won in zip(contests, winners, strict=True):
            if won is None:
                continue
            ranks = [0.0 if place == int(won) else 1.0 for place in range(len(contest.lineup))]
            after = model.rate([[rated[name]] for name in contest.lineup], ranks=ranks)
            for name in set(contest.lineup):
                copies = [after[p][0] for p, other in enumerate(contest.lineup) if other == name]
                rated[name] = model.rating(
                    mu=sum(copy.mu for copy in copies) / len(copies),
                    sigma=sum(copy.sigma for copy in copies) / len(copies),
                    name=name,
                )
    return {name: Rating(rating.mu, rating.sigma) for name, rating in rated.items()}
