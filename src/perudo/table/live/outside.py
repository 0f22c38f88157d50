"""What a decision needs from outside: the time, secrets, and the decisions of bots."""

from collections.abc import Callable
from random import Random, SystemRandom
from secrets import token_bytes
from typing import Protocol

from perudo.bots.roster import bot_named, playable_level
from perudo.engine.actions import Action
from perudo.engine.view import View
from perudo.records.fair_dice import SECRET_BYTES
from perudo.table.bot_seat import BotSeat


class Outside(Protocol):
    @property
    def now(self) -> int:
        """Milliseconds since 1970, on the clock that all servers of a table share."""
        ...

    def secret(self) -> bytes:
        """A fresh secret for the dice of a round."""
        ...

    def bot_acts(self, level: str, view: View) -> Action: ...

    def bot_claims(self, level: str, view: View) -> bool: ...


class SystemOutside:
    """The system's clock, randomness and bots."""

    def __init__(
        self,
        clock: Callable[[], int],
        secret_bytes: Callable[[int], bytes] = token_bytes,
        random: Random | None = None,
    ) -> None:
        self._clock, self._bytes = clock, secret_bytes
        self._random = random or SystemRandom()

    @property
    def now(self) -> int:
        return self._clock()

    def secret(self) -> bytes:
        return self._bytes(SECRET_BYTES)

    def bot_acts(self, level: str, view: View) -> Action:
        return BotSeat(bot_named(playable_level(level)), self._random).act(view)

    def bot_claims(self, level: str, view: View) -> bool:
        return BotSeat(bot_named(playable_level(level)), self._random).claims_calza(view)
