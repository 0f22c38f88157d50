"""A bot of one's own in ten lines: it believes what is likelier than not, else it doubts.

python my_bot.py      lets it play one match against the built-in ones
perudo arena --bot my_bot.py:MyBot --against hard      measures how good it is
"""

from random import Random

import perudo
from perudo.bots.moves import least_bids
from perudo.engine.actions import Action
from perudo.engine.view import View
from perudo.odds.odds import Odds


class MyBot:
    def act(self, view: View, rng: Random) -> Action:
        odds = Odds(view)
        standing = odds.standing()
        if standing and (standing.holds < 0.5 or not view.legal.bids):
            return perudo.DUDO
        return max(least_bids(view), key=odds.holds)

    def claims_calza(self, view: View, rng: Random) -> bool:
        return False


if __name__ == "__main__":
    game = perudo.play_match([MyBot(), "easy", "medium"], names=["Mine", "Easy", "Medium"])
    for line in game.story():
        print(line)
