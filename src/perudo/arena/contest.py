"""A contest: many matches of the same bots at the same kind of table, on all chairs in turn.

The seed of a match follows from the contest and the match's number, so results do not depend on the
number of processes or on the order in which they finish.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from perudo.arena.entrants import entrant, is_builtin
from perudo.arena.tally import Tally, count_match
from perudo.bots.bot import Bot
from perudo.engine.dice import BOX_DICE
from perudo.engine.edition import Edition
from perudo.engine.house import house_rules_of, options_of
from perudo.engine.setup import Setup
from perudo.table.bot_seat import BotSeat
from perudo.table.dice_sources import RandomDice
from perudo.table.local import LocalTable

CHUNK = 50
"""Matches in one piece of work."""
SECONDS = 2.0
"""Time limit of a bot from a file for one decision."""


@dataclass(frozen=True)
class Contest:
    """``lineup`` names the bots of the first match by chair; each match moves it on one chair."""

    rules: Edition
    lineup: tuple[str, ...]
    matches: int
    seed: int = 1
    dice: int = BOX_DICE
    setup: Setup = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "setup", Setup(self.rules, len(self.lineup), self.dice))

    @property
    def key(self) -> str:
        """The contest's name in files and seeds: everything but the number of matches."""
        house = (f"{point}={value}" for point, value in house_rules_of(self.rules).items())
        parts = (self.rules.key, *options_of(self.rules), *house, f"dice={self.dice}")
        return f"{' '.join(parts)} | {' '.join(self.lineup)} | {self.seed}"

    @property
    def trials(self) -> int:
        return self.matches

    @property
    def chunk(self) -> int:
        return CHUNK

    @property
    def bots(self) -> tuple[str, ...]:
        return self.lineup

    @property
    def calza(self) -> bool:
        return self.rules.plays_calza

    def play(
        self, number: int, make: Callable[[str], Bot] = lambda name: entrant(name)()
    ) -> tuple[LocalTable, tuple[BotSeat, ...], int]:
        """Play one match; return its table, the bots by chair, and how far the lineup moved."""
        seats = len(self.lineup)
        shift = number % seats
        seed = f"{self.key} | {number}"
        chairs = tuple(
            BotSeat(
                make(name),
                Random(f"{seed} | {chair}"),  # noqa: S311
                seconds=None if is_builtin(name) else SECONDS,
            )
            for chair, name in enumerate(self.chairs(shift))
        )
        table = LocalTable(self.setup, chairs, RandomDice(Random(f"{seed} | dice")))  # noqa: S311
        table.play()
        return table, chairs, shift

    def chairs(self, shift: int) -> tuple[str, ...]:
        """The bot on each chair after the lineup has moved ``shift`` chairs."""
        return self.lineup[-shift:] + self.lineup[:-shift] if shift else self.lineup

    def run(self, first: int, last: int) -> Tally:
        """Play the matches from ``first`` up to, but not including, ``last``."""
        tally = self.empty()
        for number in range(first, last):
            table, chairs, shift = self.play(number)
            count_match(tally, table, chairs, shift)
        return tally

    def empty(self) -> Tally:
        return Tally(len(self.lineup))

    def restored(self, value: dict[str, Any]) -> Tally:
        return Tally.from_json(value)


def one_against_many(
    rules: Edition, hero: str, field_: str, seats: int, matches: int, seed: int = 1
) -> Contest:
    """One bot against a table full of another."""
    return Contest(rules, (hero, *([field_] * (seats - 1))), matches, seed)


def round_robin(
    rules: Edition, names: tuple[str, ...], seats: int, matches: int, seed: int = 1
) -> Iterator[Contest]:
    """Every bot against a table full of every other."""
    for hero in names:
        for other in names:
            if hero != other and (seats > 2 or names.index(hero) < names.index(other)):
                yield one_against_many(rules, hero, other, seats, matches, seed)
