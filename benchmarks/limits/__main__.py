"""Compare limits of the judge: ``python -m benchmarks.limits EXPLOITER...``.

EXPLOITER is a file of weights that ``perudo train`` made with ``duel`` and ``--rival``. Those that
learned while everybody passed for simple (``lenient``) know best what there is to win. It takes
some minutes. How odd players are is changed in ``likeness``.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.limits.backwards import Limits, most_won, replayed
from benchmarks.limits.exploiters import played_by_exploiters
from benchmarks.limits.rounds import played_by
from perudo.bots.champion.likeness import EXPLOITER_INPUTS, HIGHEST, LOWEST
from perudo.bots.champion.partway import FAR, FAR_WITH_MANY, MANY_DICE
from perudo.bots.champion.weights import read_weights
from perudo.engine.errors import InvalidValue

WEAK = "reader-0.1", "ten-lines", "beginner", "hard"
FEWEST_ROUNDS, FEWEST_DUELS = 50_000, 20
"""With fewer, there may be places at which no round was played."""


def _halfway_with_many(mine: int, its: int) -> float:
    return FAR_WITH_MANY if mine + its >= MANY_DICE else FAR


COMPARED = {
    "the champion's": Limits(),
    "highest 0.25": Limits(highest=0.25),
    "highest 1": Limits(highest=1.0),
    "highest 3": Limits(highest=3.0),
    "needed 1, highest 1.5": Limits(needed=1.0, highest=1.5),
    "lowest -2": Limits(lowest=-2.0),
    "always two thirds of the way": Limits(far=lambda *_: FAR),
    "always halfway": Limits(far=lambda *_: FAR_WITH_MANY),
    "with many dice halfway, also if ahead": Limits(far=_halfway_with_many),
    "everybody is simple": Limits(needed=LOWEST - 1),
    "nobody is simple": Limits(needed=HIGHEST),
}


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exploiters", metavar="EXPLOITER", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=600_000, help="of exploiters")
    parser.add_argument("--duels", type=int, default=2000, help="with each weak player")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    if args.rounds < FEWEST_ROUNDS or args.duels < FEWEST_DUELS:
        parser.error(f"at least {FEWEST_ROUNDS} rounds and {FEWEST_DUELS} duels are needed")
    for problem in filter(None, map(_unfit, args.exploiters)):
        parser.error(problem)

    def progress(done: int, left: float) -> None:
        sys.stderr.write(f"\r{done:,} of {args.rounds:,} rounds; {left:.0f} s left ")

    strong = played_by_exploiters(args.exploiters, args.rounds, args.seed, progress)
    weak = {}
    for bot in WEAK:
        sys.stderr.write(f"\n{args.duels} duels with {bot}")
        weak[bot] = played_by(bot, args.duels, args.seed)
    heads = ["limits", "exploiters win", *(f"it wins from {bot}" for bot in WEAK)]
    sys.stderr.write("\n")
    print(_line(heads), _line(["---"] * len(heads)), sep="\n")
    for name, limits in COMPARED.items():
        wins = [replayed(rounds, limits, 10 * args.duels, args.seed) for rounds in weak.values()]
        shares = [f"{100 * share:.1f} %" for share in (most_won(strong, limits), *wins)]
        print(_line([name, *shares]), flush=True)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _unfit(file: Path) -> str | None:
    """Return why these are not the weights of an exploiter, if so."""
    try:
        found = read_weights(file).arrays["in.weight"].shape[0]
    except (OSError, KeyError, InvalidValue) as error:
        return f"{file}: {error}"
    return None if found == EXPLOITER_INPUTS else f"{file}: these are not an exploiter's weights"


if __name__ == "__main__":
    main()
