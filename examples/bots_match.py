"""Let three computer players play a match, and tell it as somebody at the table would.

python bots_match.py [SEED]
"""

import sys

import perudo


def main(seed: str = "7") -> None:
    game = perudo.play_match(
        ["easy", "medium", "hard"],
        edition="asmodee-2009",
        options=["calza"],
        names=["Easy", "Medium", "Hard"],
        seed=seed,
    )
    for line in game.story():
        print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
