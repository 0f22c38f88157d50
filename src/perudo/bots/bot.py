"""The interface of a bot: a view and a random source in, a decision out."""

from random import Random
from typing import Final, Protocol

from perudo.engine.actions import Action
from perudo.engine.view import View

METHODS: Final = ("act", "claims_calza")


class Bot(Protocol):
    """A computer player."""

    def act(self, view: View, rng: Random) -> Action:
        """Decide on this seat's turn."""
        ...

    def claims_calza(self, view: View, rng: Random) -> bool:
        """Whether to call calza out of turn on the bid just made."""
        ...


def missing_method(bot: object) -> str | None:
    """Return the name of a method that this object, or class, lacks to be a bot."""
    return next((name for name in METHODS if not callable(getattr(bot, name, None))), None)
