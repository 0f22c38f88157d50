"""A conformance kit for bots: run it on your own.

    from perudo.testing import check_bot

    def test_my_bot():
        check_bot(MyBot)

It plays the bot in every edition, with and without each option, at tables of 2 to 6, and raises
``NotConforming`` with everything that it found:

- an illegal action, an exception, or an answer that is not an action;
- different matches from the same seed;
- a match that changes because the same bot object played another before (leaking state);
- a decision that takes more than ``seconds`` of processor time.
"""

import time
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

from perudo.bots.bot import Bot
from perudo.bots.counter import Counter
from perudo.engine.actions import Action
from perudo.engine.edition import Edition
from perudo.engine.editions import EDITIONS
from perudo.engine.errors import Error
from perudo.engine.events import Event
from perudo.engine.house import options_of, options_offered, table_rules
from perudo.engine.setup import Setup
from perudo.engine.view import View
from perudo.table.bot_seat import BotSeat
from perudo.table.dice_sources import RandomDice
from perudo.table.local import LocalTable

SEATS = (2, 3, 4, 5, 6)


class NotConforming(Error, AssertionError):
    """What a bot does wrong; an assertion, so that test runners count it as a failure."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Conformance(NamedTuple):
    """The figures of a bot that passed; times are in seconds of processor time per decision."""

    matches: int
    decisions: int
    mean: float
    slowest: float


class _Timed:
    """A bot that records the processor time of each decision."""

    def __init__(self, bot: Bot, times: list[float]) -> None:
        self._bot, self._times = bot, times

    def act(self, view: View, rng: Random) -> Action:
        start = time.process_time()
        try:
            return self._bot.act(view, rng)
        finally:
            self._times.append(time.process_time() - start)

    def claims_calza(self, view: View, rng: Random) -> bool:
        start = time.process_time()
        try:
            return self._bot.claims_calza(view, rng)
        finally:
            self._times.append(time.process_time() - start)


def every_table() -> Iterator[Edition]:
    """Yield the rules of each box with each combination of its options."""
    for box in EDITIONS.values():
        offered = options_offered(box)
        for size in range(len(offered) + 1):
            for options in combinations(offered, size):
                yield table_rules(box.key, options)


def check_bot(
    make: Callable[[], Bot],
    *,
    matches: int = 1,
    seconds: float = 1.0,
    seats: tuple[int, ...] = SEATS,
) -> Conformance:
    """Play ``matches`` matches at each kind and size of table; see the module's docstring."""
    problems: list[str] = []
    times: list[float] = []
    played = 0
    reused = make()
    for rules in every_table():
        for size in seats:
            for number in range(matches):
                chair = (number + size) % size
                where = f"{rules.key} {' '.join(options_of(rules))} at {size} seats"
                seed = f"{where} {number}"
                events, faults = _play(make(), rules, size, chair, seed, seconds, times)
                played += 1
                problems += [f"{where}: {fault}" for fault in faults]
                if faults:
                    continue
                if _play(make(), rules, size, chair, seed, seconds, times)[0] != events:
                    problems.append(f"{where}: the same seed gave another match")
                elif _play(reused, rules, size, chair, seed, seconds, times)[0] != events:
                    problems.append(f"{where}: an earlier match changed how the bot plays")
                played += 2
    slowest = max(times, default=0.0)
    if slowest > seconds:
        problems.append(f"a decision took {slowest:.2f} s, more than {seconds} s")
    if problems:
        raise NotConforming(problems)
    return Conformance(played, len(times), sum(times) / max(1, len(times)), slowest)


def _play(
    bot: Bot,
    rules: Edition,
    size: int,
    chair: int,
    seed: str,
    seconds: float,
    times: list[float],
) -> tuple[list[Event], list[str]]:
    """Play a match against counters; return its events and what the bot did wrong."""
    chairs = [
        BotSeat(
            _Timed(bot, times) if seat == chair else Counter(),
            Random(f"{seed} {seat}"),  # noqa: S311
            seconds=max(seconds * 2, 0.1) if seat == chair else None,
        )
        for seat in range(size)
    ]
    table = LocalTable(Setup(rules, size), chairs, RandomDice(Random(seed)))  # noqa: S311
    table.play()
    faults = [f"{found.fault.value}: {found.detail}" for found in chairs[chair].problems]
    return table.events, faults
