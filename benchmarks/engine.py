"""Complete random matches per second on one core: 4 seats, asmodee-2024 with calza and palifico.

Every action goes through ``apply``, which checks its legality; every cup is checked when it is
dealt; every event is created. Two ways of choosing moves are measured, since they give matches of
different length:

- by kind: a bid, dudo, or a calza by each seat that may call it are equally likely; a bid is then
  drawn from the legal ones;
- by move: every legal move is equally likely, which makes rounds much longer.

The machine may be noisy: a plain Python loop (the yardstick) is timed before every repeat, so that
runs and machines can be compared by the ratio.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable

from perudo.engine import chance, play
from perudo.engine.actions import CALZA, DUDO, Action, Seat
from perudo.engine.events import Choice
from perudo.engine.house import table_rules
from perudo.engine.match import Match
from perudo.engine.setup import Setup, Turn
from perudo.table.dice_sources import RandomDice

Chooser = Callable[[Turn, Callable[[], float]], tuple[Seat, Action]]


def by_kind(turn: Turn, rnd: Callable[[], float]) -> tuple[Seat, Action]:
    seat, bids, dudo, calza = turn
    size = bids.size
    kind = int(rnd() * ((size > 0) + dudo + len(calza)))
    if size:
        if kind == 0:
            return seat, bids.bids[int(rnd() * size)]
        kind -= 1
    if kind < dudo:
        return seat, DUDO
    return calza[kind - dudo], CALZA


def by_move(turn: Turn, rnd: Callable[[], float]) -> tuple[Seat, Action]:
    seat, bids, dudo, calza = turn
    size = bids.size
    move = int(rnd() * (size + dudo + len(calza)))
    if move < size:
        return seat, bids.bids[move]
    if move < size + dudo:
        return seat, DUDO
    return calza[move - size - dudo], CALZA


def random_match(
    setup: Setup, dice: RandomDice, choose: Chooser, rnd: Callable[[], float]
) -> tuple[Match, int]:
    """Play a whole match; return it and how many actions it took."""
    actions = 0
    cup, turn_of, deal, apply = dice.cup, play.turn_of, chance.deal, play.apply
    match, _ = chance.start_match(setup)
    match, _ = chance.name_starter(match, dice.draw(setup.seats), Choice.DRAWN)
    while match.score.winner is None:
        turn = turn_of(match)
        if turn is None:
            match, _ = deal(match, [cup(left) for left in match.score.dice])
        else:
            seat, action = choose(turn, rnd)
            match, _ = apply(match, seat, action)
            actions += 1
    return match, actions


def yardstick() -> float:
    """Return how many million steps of a plain loop run per second."""
    steps = 300_000
    start = time.perf_counter()
    total = 0
    for i in range(steps):
        total += i & 3
    return steps / (time.perf_counter() - start) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=1000, help="in each repeat")
    parser.add_argument("--repeats", type=int, default=15)
    args = parser.parse_args()
    setup = Setup(table_rules("asmodee-2024", ("calza", "palifico")), seats=4)
    for name, choose in (("by kind", by_kind), ("by move", by_move)):
        rng = random.Random(1994)
        dice = RandomDice(rng)
        rates, ratios, moves = [], [], 0
        for repeat in range(args.repeats):
            left = args.repeats - repeat
            sys.stderr.write(f"\r{name}: {left} of {args.repeats} repeats left ")
            sys.stderr.flush()
            loop = yardstick()
            start = time.perf_counter()
            for _ in range(args.matches):
                moves += random_match(setup, dice, choose, rng.random)[1]
            rates.append(args.matches / (time.perf_counter() - start))
            ratios.append(rates[-1] / loop)
        sys.stderr.write("\r" + " " * 40 + "\r")
        per_match = moves / args.matches / args.repeats
        print(
            f"{name}: {statistics.median(rates):,.0f} matches/s "
            f"(median of {args.repeats}; {min(rates):,.0f} to {max(rates):,.0f}), "
            f"{per_match:.1f} actions a match, "
            f"{statistics.median(ratios):.1f} matches per million yardstick steps"
        )


if __name__ == "__main__":
    main()
