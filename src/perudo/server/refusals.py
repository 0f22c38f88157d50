"""Why a request is refused before a table is even asked; typed, like all refusals."""

from dataclasses import dataclass
from enum import Enum, unique
from typing import Final


@unique
class RequestReason(Enum):
    NOT_FOUND = "not-found"
    WRONG_METHOD = "wrong-method"
    MALFORMED = "malformed"
    NOT_JSON = "not-json"
    TOO_LARGE = "too-large"
    TOO_MANY = "too-many"
    TOO_MANY_STREAMS = "too-many-streams"
    BAD_TOKEN = "bad-token"  # noqa: S105
    OTHER_TABLE = "other-table"
    NO_RECORD = "no-record"
    STORAGE_AWAY = "storage-away"
    STORAGE_FULL = "storage-full"
    TABLE_UNREADABLE = "table-unreadable"


_RULES: Final = {
    "T11": "not-found wrong-method malformed not-json too-large",
    "T12": "too-many too-many-streams",
    "T13": "bad-token other-table",
    "T14": "no-record",
    "T15": "storage-away storage-full table-unreadable",
}
RULE_OF: Final = {
    RequestReason(reason): rule for rule, reasons in _RULES.items() for reason in reasons.split()
}
STATUS: Final = {
    RequestReason.NOT_FOUND: 404,
    RequestReason.WRONG_METHOD: 405,
    RequestReason.MALFORMED: 422,
    RequestReason.NOT_JSON: 415,
    RequestReason.TOO_LARGE: 413,
    RequestReason.TOO_MANY: 429,
    RequestReason.TOO_MANY_STREAMS: 429,
    RequestReason.BAD_TOKEN: 401,
    RequestReason.OTHER_TABLE: 403,
    RequestReason.NO_RECORD: 409,
    RequestReason.STORAGE_AWAY: 503,
    RequestReason.STORAGE_FULL: 507,
    RequestReason.TABLE_UNREADABLE: 503,
}


@dataclass(frozen=True, slots=True)
class RequestRefusal:
    reason: RequestReason
    asked: str = ""
    """Where in the request, or what, is wrong."""
    most: int | None = None

    @property
    def clause(self) -> str:
        return RULE_OF[self.reason]


class RequestRefused(Exception):
    def __init__(self, reason: RequestReason, asked: str = "", most: int | None = None) -> None:
        super().__init__(reason.value)
        self.refusal = RequestRefusal(reason, asked, most)
