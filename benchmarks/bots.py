"""How fast the bots decide, and how many matches the arena plays a second on one and two cores.

Set OPENBLAS_NUM_THREADS=1, as the command does: threads slow the small products of the champion.

4 seats, asmodee-2024 with calza and palifico. The yardstick is the plain loop of
``benchmarks.engine``, timed in the same run.
"""

import argparse
import statistics
import time
from random import Random

from benchmarks.engine import yardstick
from perudo.arena.contest import Contest
from perudo.arena.running import run_contests
from perudo.bots.bot import Bot
from perudo.bots.roster import CHARACTERS, LEVELS
from perudo.engine.actions import Action
from perudo.engine.house import table_rules
from perudo.engine.setup import Setup
from perudo.engine.view import View
from perudo.odds.odds import Odds
from perudo.table.bot_seat import BotSeat
from perudo.table.dice_sources import RandomDice
from perudo.table.local import LocalTable


class Timed:
    """A bot that adds up the time of its decisions, and keeps the views it decided on."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds = 0.0
        self.decisions = 0
        self.views: list[View] = []

    def act(self, view: View, rng: Random) -> Action:
        start = time.perf_counter()
        action = self.bot.act(view, rng)
        self.seconds += time.perf_counter() - start
        self.decisions += 1
        self.views.append(view)
        return action

    def claims_calza(self, view: View, rng: Random) -> bool:
        start = time.perf_counter()
        claim = self.bot.claims_calza(view, rng)
        self.seconds += time.perf_counter() - start
        self.decisions += 1
        return claim


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    rules = table_rules("asmodee-2024", ("calza", "palifico"))
    setup = Setup(rules, 4)
    views: list[View] = []
    for name, make in CHARACTERS.items():
        rates = []
        for repeat in range(args.repeats):
            bots = [Timed(make()) for _ in range(4)]
            rng = Random(repeat)
            for _ in range(args.matches // 4):
                LocalTable(setup, [BotSeat(bot, rng) for bot in bots], RandomDice(rng)).play()
            seconds = sum(bot.seconds for bot in bots)
            rates.append(sum(bot.decisions for bot in bots) / seconds)
            views += bots[0].views[:200]
        print(
            f"{name:<9} {statistics.median(rates):>9,.0f} decisions/s "
            f"({min(rates):,.0f} to {max(rates):,.0f})"
        )
    start = time.perf_counter()
    for view in views:
        Odds(view).standing()
    each = (time.perf_counter() - start) / len(views)
    print(f"odds of the standing bid from a view: {each * 1e6:.1f} µs")
    for level in LEVELS:
        rates = []
        for repeat in range(args.repeats):
            contest = Contest(rules, (level,) * 4, args.matches // 4, seed=repeat)
            start = time.perf_counter()
            contest.run(0, contest.matches)
            rates.append(contest.matches / (time.perf_counter() - start))
        print(
            f"arena, four of {level}: {statistics.median(rates):,.1f} matches/s "
            f"({min(rates):,.1f} to {max(rates):,.1f})"
        )
    lineup = ("reader", "counter", "bold", "cautious")
    for cores in (1, 2):
        rates = []
        for repeat in range(args.repeats):
            contests = [Contest(rules, lineup, args.matches * 10, seed=repeat)]
            start = time.perf_counter()
            run_contests(contests, processes=cores)
            rates.append(args.matches * 10 / (time.perf_counter() - start))
        print(
            f"arena, {cores} process{'es' if cores > 1 else ''}: {statistics.median(rates):,.0f} "
            f"matches/s ({min(rates):,.0f} to {max(rates):,.0f})"
        )
    print(f"yardstick: {yardstick():.1f} million steps/s")


if __name__ == "__main__":
    main()
