"""Choose the next action at a table from its stream alone.

Each bid is one higher than the last, and after five of them somebody calls: rounds are about as
long as those of people.
"""

from typing import Any, NamedTuple

SEATS = 4
BIDS = 5
"""Bids of a round before somebody calls."""


class Move(NamedTuple):
    seat: int
    what: str
    """The end of the request's path."""
    body: dict[str, object]
    entries: int = 1
    """Entries in the log until all know of it: 2 for a calza claim, which a hearing settles."""

    @property
    def action(self) -> bool:
        return self.what == "act"


class Game:
    """The public state of one match, and how the load client plays it."""

    def __init__(self, *, calza: bool) -> None:
        self._calza = calza
        self._turn = 0
        self._bidder = 0
        self._out: set[int] = set()
        self._bid = (0, 0)
        self._bids = self._round = 0
        self._stage = "start"

    def show(self, seen: dict[str, Any]) -> None:
        """Begin with the whole table, which a stream sends first."""
        game = seen["game"]
        self._stage = "on"
        self._turn, self._round = game["turn"], game["round"]
        assert not game["bids"], "the tables of a load run have just begun"

    def hear(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "bid-made":
                self._bidder, self._bid = event["seat"], tuple(event["bid"])
                self._bids += 1
                self._turn = self._after(event["seat"])
            case "seat-out":
                self._out.add(event["seat"])
            case "dealt":
                self._stage = "on"
                self._turn, self._round, self._bids = event["starter"], event["number"], 0
            case "match-won":
                self._stage = "won"
            case "rematch-called":
                self._stage = "start"
                self._out.clear()

    def next(self) -> Move:
        if self._stage == "won":
            return Move(0, "rematch", {})
        if self._stage == "start":
            return Move(0, "start", {})
        if self._bids == 0:
            return self._say({"bid": (1, 2 + self._round % 5)})
        if self._bids < BIDS:
            quantity, face = self._bid
            return self._say({"bid": (quantity + 1, face)})
        if self._calza and self._round % 3:
            return self._calls_calza(out_of_turn=self._round % 3 == 1)
        return self._say({"call": "dudo"})

    def _calls_calza(self, *, out_of_turn: bool) -> Move:
        body: dict[str, object] = {"call": "calza", "answers": self._bid}
        caller = self._after(self._turn)
        if out_of_turn and caller != self._bidder:
            return Move(caller, "act", body, entries=2)
        return self._say(body)

    def _say(self, body: dict[str, object]) -> Move:
        return Move(self._turn, "act", body)

    def _after(self, seat: int) -> int:
        seat = (seat + 1) % SEATS
        return self._after(seat) if seat in self._out else seat
