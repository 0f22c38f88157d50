"""OpenSpiel solves our games and its own, with its own CFR+, and both have the same value.

Liar's dice by the simple rules of the literature, one die each: as OpenSpiel's ``liars_dice`` and
as our game written in Python, whose tree is handed to OpenSpiel (``perudo.envs.efg``). With six
faces the value for the first player is known: -7/258. Then rounds of Perudo itself. The
exploitability that OpenSpiel finds for the strategies bounds how far each value is off.
"""

import argparse
import sys
import time
from typing import Any

import pyspiel

import perudo.envs.spiel_games  # noqa: F401 - registers the games
from perudo.envs.efg import as_tree

PAIR = (
    "liars_dice(numdice=1,dice_sides={faces})",
    "python_perudo_liars_dice(faces={faces})",
)
ROUNDS = (
    "python_perudo(edition=asmodee-2024)",
    "python_perudo(edition=asmodee-2009,options=calza)",
    "python_perudo(edition=menteur)",
    "python_perudo(edition=menteur,palifico=true,dice1=2)",
)


def solved(name: str, target: float, most: int) -> tuple[float, float, int, float]:
    """Value for the first player, exploitability, iterations, and seconds of the solver."""
    game: Any = pyspiel.load_game(name)
    if name.startswith("python_"):
        game = as_tree(game)
    start = time.process_time()
    solver = pyspiel.CFRPlusSolver(game)
    done, off = 0, 2.0
    while off > target and done < most:
        for _ in range(25):
            solver.evaluate_and_update_policy()
        done += 25
        off = pyspiel.exploitability(game, solver.average_policy())
        sys.stderr.write(f"\r{name}: {done} iterations, exploitability {off:.6f} ")
        sys.stderr.flush()
    sys.stderr.write("\r" + " " * 100 + "\r")
    returns = pyspiel.expected_returns(game.new_initial_state(), solver.average_policy(), -1, True)
    return returns[0], off, done, time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--faces", type=int, nargs="*", default=[4, 5, 6])
    parser.add_argument("--target", type=float, default=5e-4, help="exploitability to reach")
    parser.add_argument("--most", type=int, default=2000, help="iterations at most")
    parser.add_argument("--no-rounds", action="store_true", help="leave Perudo's own rounds out")
    args = parser.parse_args()
    names = [pair.format(faces=faces) for faces in args.faces for pair in PAIR]
    names += [] if args.no_rounds else ROUNDS
    for name in names:
        value, off, done, seconds = solved(name, args.target, args.most)
        print(
            f"{name}: value {value:+.6f}, exploitability {off:.6f} "
            f"after {done} iterations, {seconds:.1f} s",
            flush=True,
        )
    print(f"known, one die each with six faces: {-7 / 258:+.6f}")


if __name__ == "__main__":
    main()
