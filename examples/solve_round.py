"""Solve the smallest rounds of a box: what is it worth to open one, if nobody errs?

python solve_round.py [EDITION]      (needs the extra: pip install "perudo[solve]")
"""

import sys

import perudo


def main(edition: str = "menteur") -> None:
    for dice in ((1, 1), (2, 1), (1, 2)):
        solved = perudo.solve_round(edition, dice=dice, tolerance=1e-3)
        mine, other = dice
        print(f"{mine} against {other}: {solved.value:+.2f} dice to whoever opens")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except perudo.Error as error:
        sys.exit(str(error))
