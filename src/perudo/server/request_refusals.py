"""Refusals of requests before they reach a table (``table.live.refusals``): typed values."""

from dataclasses import dataclass
from enum import Enum, unique
from typing import Final

from perudo.engine.errors import Error


@unique
class RequestReason(Enum):
    NOT_FOUND = "not-found"
    WRONG_METHOD = "wrong-method"
    MALFORMED = "malformed"
    NOT_JSON = "not-json"
    TOO_LARGE = "too-large"
    HEADERS_TOO_LARGE = "headers-too-large"
    TOO_SLOW = "too-slow"
    TOO_MANY = "too-many"
    TOO_MANY_STREAMS = "too-many-streams"
    TOO_MANY_CONNECTIONS = "too-many-connections"
    TOO_MANY_TABLES = "too-many-tables"
    TOO_MANY_CODES = "too-many-codes"
    FOREIGN_PAGE = "foreign-page"
    BAD_TOKEN = "bad-token"  # noqa: S105
    OTHER_TABLE = "other-table"
    BANNED = "banned"
    METRICS_CLOSED = "metrics-closed"
    NO_RECORD = "no-record"
    NO_ANALYSIS = "no-analysis"
    PUSH_OFF = "push-off"
    NO_PUSH_SERVICE = "no-push-service"
    STORAGE_AWAY = "storage-away"
    STORAGE_FULL = "storage-full"
    TABLE_UNREADABLE = "table-unreadable"


_RULES: Final = {
    "T11": "not-found wrong-method malformed not-json too-large headers-too-large too-slow",
    "T12": "too-many too-many-streams too-many-connections too-many-tables too-many-codes",
    "T13": "bad-token other-table foreign-page",
    "T14": "no-record no-analysis",
    "T15": "storage-away storage-full table-unreadable",
    "T16": "banned metrics-closed",
    "T17": "push-off no-push-service",
}
RULE_OF: Final = {
    RequestReason(reason): rule for rule, reasons in _RULES.items() for reason in reasons.split()
}


@dataclass(frozen=True, slots=True)
class RequestRefusal:
    reason: RequestReason
    asked: str = ""
    """What is wrong, or where in the request."""
    most: int | None = None
    wait: int | None = None
    """Seconds until it may be tried again."""
    until: int | None = None
    """Until when it is refused, in milliseconds since 1970."""

    @property
    def clause(self) -> str:
        return RULE_OF[self.reason]


class RequestRefused(Error):
    def __init__(
        self,
        reason: RequestReason,
        asked: str = "",
        most: int | None = None,
        wait: int | None = None,
        until: int | None = None,
    ) -> None:
        super().__init__(reason.value)
        self.refusal = RequestRefusal(reason, asked, most, wait, until)
