"""How long the solver takes to reach an exploitability under the simple rules of the literature.

One die each, six faces, ones wild, 4,096 bid histories, one core. Compiling (cached after the first
time) is timed separately. The yardstick in the same run is OpenSpiel's CFR+ in C++, if installed,
on its own game of the same size (`liars_dice`, where sixes are wild instead of ones).
"""

import argparse
import time
from importlib.util import find_spec

from perudo.solve.literature import literature_shape
from perudo.solve.rounds import Solver
from perudo.solve.shape import dice_won

CHECK_INTERVAL_GROWTH = 1.3
"""Measuring the yardstick's exploitability is slow, so it is done more and more rarely."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--goals", default="1e-3,1e-4,1e-5")
    parser.add_argument("--yardstick", default="1e-3", help="OpenSpiel's goals; none: leave it out")
    args = parser.parse_args()
    ours(_numbers(args.goals))
    if args.yardstick != "none" and find_spec("pyspiel") is not None:
        openspiel(_numbers(args.yardstick))


def _numbers(text: str) -> list[float]:
    return sorted(map(float, text.split(",")), reverse=True)


def ours(goals: list[float]) -> None:
    shape = literature_shape((1, 1))
    payoff = dice_won(shape.dice)
    start = time.perf_counter()
    Solver(shape).solve(payoff, 1.0, most_steps=1)
    print(f"first step, compiling included: {time.perf_counter() - start:.2f} s")
    for goal in goals:
        solver = Solver(shape)
        start, cpu = time.perf_counter(), time.process_time()
        solution = solver.solve(payoff, goal)
        seconds, busy = time.perf_counter() - start, time.process_time() - cpu
        print(
            f"exploitability {goal:.0e}: {seconds:.2f} s ({busy:.2f} s of CPU), "
            f"{solution.steps} steps, value {solution.bounds.value:+.6f} "
            f"(published: {-7 / 258:+.6f})"
        )


def openspiel(goals: list[float]) -> None:
    """Time OpenSpiel's steps only, not the measurement of its exploitability."""
    import pyspiel  # noqa: PLC0415

    game = pyspiel.load_game("liars_dice")
    solver = pyspiel.CFRPlusSolver(game)
    steps, next_check, busy = 0, 8, 0.0
    while goals:
        cpu = time.process_time()
        while steps < next_check:
            solver.evaluate_and_update_policy()
            steps += 1
        busy += time.process_time() - cpu
        exploitability = pyspiel.nash_conv(game, solver.average_policy()) / 2
        while goals and exploitability <= goals[0]:
            goal = goals.pop(0)
            print(f"OpenSpiel's CFR+ to {goal:.0e}: {busy:.2f} s of CPU, {steps} steps")
        next_check = int(next_check * CHECK_INTERVAL_GROWTH) + 1


if __name__ == "__main__":
    main()
