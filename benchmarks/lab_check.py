"""Compare the batched game with the engine over many matches: ``make lab-check``.

The engine replays every step of every game, and must find the same legal actions, counts, losses,
starters, palificos and winners. Each game of a batch has its own rules: a random edition with
random options and house rules, 2 to 6 seats, 1 to 5 starting dice. The run ends at the first
difference and prints it.
"""

import argparse
import sys
import time
from random import Random

import jax

from testkit.lab.against_engine import Follower, Mismatch
from testkit.lab.traces import first_states, rows_by_game, traced
from testkit.strategies import random_setup


def show(done: int, total: int, began: float) -> None:
    left = (time.monotonic() - began) / max(done, 1) * max(total - done, 0)
    sys.stderr.write(
        f"\r{done:,} of {total:,} matches, {int(left) // 60}:{int(left) % 60:02d} left   "
    )
    sys.stderr.flush()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=1024, help="in a batch")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.monotonic()
    matches = steps = calzas = palificos = refused = tables = 0
    seed = args.seed
    while matches < args.matches:
        luck = Random(seed).random
        followers = [Follower(random_setup(luck)) for _ in range(args.games)]
        states = first_states([follower.setup for follower in followers], seed)
        done = 0
        # New tables after a while, so that a long run covers many thousands of them.
        for part in range(16):
            key = jax.random.fold_in(jax.random.key(seed), part)
            states, trace = traced(states, key, 64)
            for game, (follower, rows) in enumerate(
                zip(followers, rows_by_game(trace), strict=True)
            ):
                for place, row in enumerate(rows):
                    try:
                        follower.follow(row)
                    except Mismatch as difference:
                        where = f"seed {seed}, game {game}, step {64 * part + place}"
                        sys.exit(f"\n{where}: {difference}\n{follower.setup}\n{row}")
                steps += len(rows)
            done = sum(follower.matches for follower in followers)
            show(matches + done, args.matches, began)
            if matches + done >= args.matches:
                break
        matches += done
        calzas += sum(follower.calzas for follower in followers)
        palificos += sum(follower.palificos for follower in followers)
        refused += sum(follower.refused for follower in followers)
        tables += len(followers)
        seed += 1
    took = time.monotonic() - began
    print(
        f"\n{matches:,} matches at {tables:,} tables, {steps:,} steps, all alike "
        f"({calzas:,} calzas, {palificos:,} palifico rounds, {refused:,} refused actions); "
        f"{took:.0f} s"
    )


if __name__ == "__main__":
    main()
