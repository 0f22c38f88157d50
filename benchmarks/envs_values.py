"""Solve our games and OpenSpiel's own by its CFR+, and compare their values.

First liar's dice by the simple rules of the literature, one die each: as OpenSpiel's ``liars_dice``
and as our game in Python, whose tree is passed to OpenSpiel (``perudo.envs.efg``). With six faces
the value for the first player is known: -7/258. Then rounds of Perudo itself, compared with our own
solver. The exploitability of the strategies bounds the error of a value.
"""

import argparse
import sys
import time
from typing import Any, NamedTuple

import pyspiel

import perudo.envs.spiel_games  # noqa: F401 - registers the games
from perudo.engine.house import table_rules
from perudo.envs.efg import as_tree
from perudo.solve.rounds import Bounds, Solver
from perudo.solve.shape import dice_won, opening, shape_of

PAIR = (
    "liars_dice(numdice=1,dice_sides={faces})",
    "python_perudo_liars_dice(faces={faces})",
)


class Round(NamedTuple):
    edition: str
    options: str = ""
    dice: tuple[int, int] = (1, 1)
    palifico: bool = False

    def name(self) -> str:
        edition, options, (mine, others), palifico = self
        return (
            f"python_perudo(edition={edition},options={options},dice0={mine},dice1={others},"
            f"palifico={palifico})"
        )

    def own_value(self) -> Bounds:
        """Return the bounds that ``perudo solve`` finds."""
        rules = table_rules(self.edition, self.options.split())
        shape = shape_of(opening(rules, self.dice, palifico=self.palifico))
        return Solver(shape).solve(dice_won(self.dice), 1e-4).bounds


ROUNDS = (
    Round("asmodee-2024"),
    Round("asmodee-2009", "calza"),
    Round("weekend", "calza"),
    Round("menteur"),
    Round("menteur", palifico=True),
    Round("parker-1994", dice=(1, 2), palifico=True),
    Round("asmodee-2009", dice=(1, 3), palifico=True),
)


def solved(name: str, target: float, most: int) -> tuple[float, float, int, float]:
    """Return the first player's value, the exploitability, the iterations, and the seconds."""
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
    for faces in args.faces:
        for name in PAIR:
            show(name.format(faces=faces), args.target, args.most)
    print(f"known, one die each with six faces: value {-7 / 258:+.6f}")
    for round_ in () if args.no_rounds else ROUNDS:
        show(round_.name(), args.target, args.most)
        own = round_.own_value()
        print(f"  perudo solve: value {own.value:+.6f}, exploitability {own.exploitability:.6f}")


def show(name: str, target: float, most: int) -> None:
    value, off, done, seconds = solved(name, target, most)
    print(
        f"{name}: value {value:+.6f}, exploitability {off:.6f} "
        f"after {done} iterations, {seconds:.1f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
