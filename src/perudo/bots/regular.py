"""Regular: plays most weeks. Reads bids as the reader does, with a short memory and lapses.

It remembers two rounds and knows no book. In a lapse it forgets to read anybody, and goes by the
odds.
"""

from random import Random

from perudo.bots.counter import Counter
from perudo.bots.reader import Reader
from perudo.engine.actions import Action, Seat
from perudo.engine.played import PlayedRound
from perudo.engine.view import View

REMEMBERED = 2
"""How many rounds back it remembers who was honest."""
LAPSES = 0.4
"""How often its mind is elsewhere."""


class Regular(Reader):
    def __init__(self) -> None:
        super().__init__()
        self._distracted = Counter()

    def act(self, view: View, rng: Random) -> Action:
        if rng.random() < LAPSES:
            return self._distracted.act(view, rng)
        return super().act(view, rng)

    def claims_calza(self, view: View, rng: Random) -> bool:
        if rng.random() < LAPSES:
            return self._distracted.claims_calza(view, rng)
        return super().claims_calza(view, rng)

    def by_the_book(self, view: View) -> dict[Action, float] | None:  # noqa: ARG002
        return None

    def learned(self, past: tuple[PlayedRound, ...], seats: int) -> dict[Seat, float]:
        return super().learned(past[-REMEMBERED:], seats)
