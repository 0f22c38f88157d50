"""Does a bot that says how likely it wins the match win that often?"""

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, runtime_checkable

from perudo.arena.contest import Contest
from perudo.arena.entrants import entrant
from perudo.arena.exam.sums import Sums
from perudo.bots.bot import Bot
from perudo.engine.actions import Action
from perudo.engine.view import View

GROUPS = 10
CHUNK = 10


@runtime_checkable
class Forecaster(Protocol):
    """A bot that says how likely it wins the match, on its turn."""

    def win_chance(self, view: View) -> float: ...


class _Noting:
    """Plays as a bot does, and notes the chance it gives itself at its first turn of a round."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.noted, self._round = bot, list[float](), 0

    def act(self, view: View, rng: Random) -> Action:
        # Once a round: all turns of a round say nearly the same.
        if view.number != self._round and isinstance(self.bot, Forecaster):
            self._round = view.number
            self.noted.append(self.bot.win_chance(view))
        return self.bot.act(view, rng)

    def claims_calza(self, view: View, rng: Random) -> bool:
        return self.bot.claims_calza(view, rng)


@dataclass(frozen=True)
class ForecastStudy:
    """The first bot's forecasts in the matches of a contest, in ten groups by their chance."""

    contest: Contest

    @property
    def key(self) -> str:
        return f"forecasts | {self.contest.key}"

    @property
    def trials(self) -> int:
        return self.contest.matches

    @property
    def chunk(self) -> int:
        return CHUNK

    @property
    def bots(self) -> tuple[str, ...]:
        return self.contest.lineup

    def run(self, first: int, last: int) -> Sums:
        """For each group: forecasts, how many of them came true, and their sum."""
        sums = self.empty()
        for number in range(first, last):
            heroes: list[_Noting] = []
            table, _, shift = self.contest.play(number, lambda name, to=heroes: _made(name, to))  # type: ignore[misc]
            hero = heroes[shift % len(heroes)]
            won = table.match.winner == shift
            for said in hero.noted:
                group = 3 * min(GROUPS - 1, int(said * GROUPS))
                sums.numbers[group] += 1
                sums.numbers[group + 1] += won
                sums.numbers[group + 2] += said
        return sums

    def empty(self) -> Sums:
        return Sums([0.0] * (3 * GROUPS))

    def restored(self, value: dict[str, Any]) -> Sums:
        return Sums(**value)


def _made(name: str, noting: list[_Noting]) -> Bot:
    noting.append(_Noting(entrant(name)()))
    return noting[-1]


def is_forecaster(name: str) -> bool:
    return isinstance(entrant(name)(), Forecaster)
