"""Refusals by a table for reasons other than the rules of the game (``engine.refusals``).

Typed values with the id of the table's rule (docs/live-tables.md lists them), worded elsewhere.
"""

from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Final

from perudo.engine.actions import Seat
from perudo.engine.errors import Error
from perudo.engine.events import Event


@unique
class TableReason(Enum):
    NO_SUCH_TABLE = "no-such-table"
    CLOSED = "closed"
    NOT_SEATED = "not-seated"
    ALREADY_SEATED = "already-seated"
    NO_SUCH_SEAT = "no-such-seat"
    SEAT_TAKEN = "seat-taken"
    SEAT_EMPTY = "seat-empty"
    TABLE_FULL = "table-full"
    NAME_NOT_ALLOWED = "name-not-allowed"
    NAME_TAKEN = "name-taken"
    COLOUR_TAKEN = "colour-taken"
    UNKNOWN_COLOUR = "unknown-colour"
    SEATS_EMPTY = "seats-empty"
    NOT_HOST = "not-host"
    SENT_AWAY = "sent-away"
    NOT_SENT_AWAY = "not-sent-away"
    MATCH_ON = "match-on"
    NO_MATCH = "no-match"
    MATCH_ENDED = "match-ended"
    RESIGNED = "resigned"
    STALE = "stale"
    VERSION_AHEAD = "version-ahead"
    KEY_REUSED = "key-reused"
    SUPERSEDED = "superseded"
    ALREADY_CLAIMED = "already-claimed"
    NAME_THE_BID = "name-the-bid"
    NOT_HELD = "not-held"
    NOT_AWAY = "not-away"
    HOST_THERE = "host-there"
    STILL_PLAYING = "still-playing"
    STARTS_ITSELF = "starts-itself"
    NOT_IN_LOBBY = "not-in-lobby"
    NOT_PAUSED = "not-paused"
    ALREADY_READY = "already-ready"
    NO_TOUCAN = "no-toucan"
    PLEDGE_NOT_ALLOWED = "pledge-not-allowed"
    LINK_NOT_PLEDGED = "link-not-pledged"
    NOT_GATHERING = "not-gathering"
    TEXT_NOT_ALLOWED = "text-not-allowed"
    MUTED = "muted"
    TOO_FAST = "too-fast"
    UNKNOWN_REACTION = "unknown-reaction"
    UNKNOWN_LEVEL = "unknown-level"
    OUT_OF_RANGE = "out-of-range"
    COACH_AND_CLOCK = "coach-and-clock"
    NO_COACH = "no-coach"
    COACH_OFF = "coach-off"
    NO_HINT_NOW = "no-hint-now"
    NOT_DUE = "not-due"
    """Only for ``Tick`` and ``Credit``: it was done already. No person gets to see it."""


_RULES: Final = {
    "T1": "no-such-table closed",
    "T2": (
        "not-seated already-seated no-such-seat seat-taken seat-empty table-full "
        "name-not-allowed name-taken colour-taken unknown-colour resigned"
    ),
    "T3": "not-host starts-itself not-in-lobby host-there sent-away not-sent-away",
    "T4": "seats-empty match-on no-match match-ended not-paused already-ready no-toucan",
    "T5": "stale version-ahead key-reused",
    "T6": "superseded already-claimed name-the-bid",
    "T7": "not-held not-away still-playing not-due",
    "T8": "pledge-not-allowed link-not-pledged not-gathering",
    "T9": "text-not-allowed muted too-fast unknown-reaction",
    "T10": "unknown-level out-of-range",
    "T18": "coach-and-clock no-coach coach-off no-hint-now",
}
RULE_OF: Final = {
    TableReason(reason): rule for rule, reasons in _RULES.items() for reason in reasons.split()
}
"""The rule of the table behind each reason."""


@dataclass(frozen=True, slots=True)
class TableRefusal:
    """``asked`` is what was refused, ``allowed`` what would work, ``seat`` whom it concerns, and
    ``by`` the event that came first, when somebody acted too late."""

    reason: TableReason
    asked: str = ""
    allowed: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    seat: Seat | None = None
    by: Event | None = field(default=None)

    @property
    def clause(self) -> str:
        return RULE_OF[self.reason]


class TableRefused(Error):
    def __init__(self, refusal: TableRefusal) -> None:
        super().__init__(f"{refusal.reason.value} ({refusal.clause})")
        self.refusal = refusal


def refuse(reason: TableReason, **facts: object) -> TableRefused:
    """``raise refuse(TableReason.SEAT_TAKEN, seat=2)``"""
    return TableRefused(TableRefusal(reason, **facts))  # type: ignore[arg-type]
