"""What a seat can ask of its table, the same for the blocking and the async client."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from perudo.client.seat import SeatKey, TableSeat
from perudo.client.state import Json, TableState
from perudo.engine.actions import CALZA, DUDO, Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.errors import InvalidValue
from perudo.engine.refusals import Refusal
from perudo.engine.view import View

Result = TypeVar("Result")


class Commands(ABC, Generic[Result]):
    """Commands of a seat. The blocking client returns the answer, the async one an awaitable.

    An answer is ``{"version", "at", "events"}``; a refusal raises ``Refused``.
    """

    def __init__(self, seat: TableSeat) -> None:
        self._seat = seat

    @property
    def key(self) -> SeatKey:
        """What opens this seat again, also from another process."""
        return self._seat.key

    @property
    def state(self) -> TableState | None:
        """The table as it was last seen."""
        return self._seat.state

    @property
    def view(self) -> View | None:
        """The match as this seat sees it, for bots; it follows the updates, None before a match."""
        return self._seat.view

    def refusal(self, action: Action) -> Refusal | None:
        """Return why the rules do not allow this seat the action now; None if they do.

        It asks nobody: it is for showing what can be done, and why not. The table itself may still
        refuse, because somebody was faster.
        """
        return self._seat.refusal(action)

    def when_line_changes(self, tell: Callable[[bool], None]) -> None:
        """While the table is followed, call ``tell`` with False when the line to the server is
        lost and with True when it is there (again)."""
        self._seat.on_line = tell

    @abstractmethod
    def send(self, what: str, **body: Any) -> Result:
        """Send any command of docs/live-tables.md, such as ``send("mute", seat=2)``.

        It has a key of its own, so it is done once however often it has to be sent.
        """

    def act(self, action: Action) -> Result:
        """Bid or call, against the table as it was last seen."""
        return self.send("act", **action_body(self.state, action))

    def bid(self, quantity: int, face: int) -> Result:
        return self.act(Bid(quantity, face))

    def dudo(self) -> Result:
        return self.act(DUDO)

    def calza(self) -> Result:
        return self.act(CALZA)

    def add_bot(self, level: str | None = None) -> Result:
        return self.send("bots", level=level)

    def start(self, fill: str | None = None) -> Result:
        """Begin the match; ``fill`` puts bots of this level on the empty chairs."""
        return self.send("start", fill=fill)

    def ready(self) -> Result:
        return self.send("ready")

    def back(self) -> Result:
        """Take the seat back from a bot."""
        return self.send("back")

    def resign(self) -> Result:
        return self.send("resign")

    def rematch(self) -> Result:
        return self.send("rematch")

    def stand(self) -> Result:
        """Leave the chair, while no match is on."""
        return self.send("stand")

    def say(self, text: str) -> Result:
        return self.send("chat", text=text)

    def react(self, reaction: str) -> Result:
        return self.send("react", reaction=reaction)

    def stand_in(self, seat: Seat) -> Result:
        """Let a bot play for somebody who is away."""
        return self.send("standin", seat=seat)


def action_body(state: TableState | None, action: Action) -> Json:
    if state is None or state.game is None:
        raise InvalidValue("no match has been seen yet: follow the table, or look at it, first")
    if isinstance(action, Bid):
        return {"bid": list(action), "version": state.version}
    body: Json = {"call": action.value, "version": state.version}
    if action is CALZA:
        body["answers"] = state.game.standing
    return body
