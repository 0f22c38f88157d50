"""Expert: the champion with a human memory and lapses of concentration.

It forgets how others played more than a few rounds ago. In a lapse it moves as the reader would.
"""

from random import Random

from perudo.bots.champion.player import Champion
from perudo.bots.reader import Reader
from perudo.engine.actions import Action
from perudo.engine.view import View

REMEMBERED = 4
"""How many rounds back it remembers how others played."""
LAPSES = 0.45
"""How often its mind is elsewhere."""


class Expert(Champion):
    def __init__(self) -> None:
        super().__init__(remembered=REMEMBERED)
        self._distracted = Reader()

    def act(self, view: View, rng: Random) -> Action:
        if rng.random() < LAPSES:
            return self._distracted.act(view, rng)
        return super().act(view, rng)

    def claims_calza(self, view: View, rng: Random) -> bool:
        if rng.random() < LAPSES:
            return self._distracted.claims_calza(view, rng)
        return super().claims_calza(view, rng)
