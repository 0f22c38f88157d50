"""What a computer player is: a view and a random source in, a decision out."""

from random import Random
from typing import Protocol

from perudo.engine.actions import Action
from perudo.engine.view import View


class Bot(Protocol):
    def act(self, view: View, rng: Random) -> Action:
        """What to do on one's turn."""
        ...

    def claims_calza(self, view: View, rng: Random) -> bool:
        """Whether to call calza on the bid just made, where the rules let this seat do so."""
        ...
