"""How long the solver takes to each exploitability on the simplified rules of the literature.

One die each, six faces, ones wild, 4,096 bid histories, one core. Compiling (once, then kept) is
timed apart.
"""

import argparse
import time

from perudo.solve.literature import literature_shape
from perudo.solve.rounds import Solver
from perudo.solve.shape import dice_won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--goals", default="1e-3,1e-4,1e-5")
    args = parser.parse_args()
    shape = literature_shape((1, 1))
    payoff = dice_won(shape.dice)
    start = time.perf_counter()
    Solver(shape).solve(payoff, 1.0, most_steps=1)
    print(f"first step, compiling included: {time.perf_counter() - start:.2f} s")
    for goal in map(float, args.goals.split(",")):
        solver = Solver(shape)
        start = time.perf_counter()
        solution = solver.solve(payoff, goal)
        seconds = time.perf_counter() - start
        print(
            f"exploitability {goal:.0e}: {seconds:.2f} s, {solution.steps} steps, value "
            f"{solution.bounds.value:+.6f} (published: {-7 / 258:+.6f})"
        )


if __name__ == "__main__":
    main()
