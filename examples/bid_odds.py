"""Count a bid at a real table: how likely is it, given your own dice?

python bid_odds.py CUP BID DICE_OF_THE_OTHERS...
python bid_odds.py P2446 6x4 5 5 3
"""

import sys

import perudo


def main(cup: str, bid: str, *others: str) -> None:
    dice = [int(left) for left in others]
    game = perudo.position(dice=(len(cup), *dice))
    # What the others hold makes no difference: the view of a seat shows its own cup only.
    game.deal(cup, *("2" * left for left in dice))
    odds = game.view(0).odds(bid)
    print(f"{bid} holds with {odds.holds:.0%}, and is exactly right with {odds.exact:.0%}.")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except perudo.Error as error:
        sys.exit(str(error))
