"""Read a record and tell who bid on a face without a single die for it.

python who_bluffed.py match.perudo
"""

import sys
from collections import Counter

import perudo
from perudo.engine.dice import count_face, has_jokers


def main(file: str) -> None:
    game = perudo.read(file)
    bids: Counter[int] = Counter()
    bluffs: Counter[int] = Counter()
    for played in game.past:
        cups = played.showdown.cups
        if cups is None:
            continue  # nobody wrote the dice of this round down
        jokers = has_jokers(played.palifico)
        for seat, bid in played.bids:
            bids[seat] += 1
            if count_face([cups[seat]], bid.face, jokers=jokers) == 0:
                bluffs[seat] += 1
    for seat, name in enumerate(game.names):
        print(f"{name}: {bluffs[seat]} of {bids[seat]} bids without a die for them")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except perudo.Error as error:
        sys.exit(str(error))
