"""The HTTP status of every refusal."""

from typing import Final

from perudo.engine.house import SetupProblem
from perudo.engine.refusals import Refusal
from perudo.server.request_refusals import RequestReason, RequestRefusal
from perudo.table.live.refusals import TableReason, TableRefusal

AnyRefusal = Refusal | TableRefusal | RequestRefusal | SetupProblem

BAD_SETUP: Final = 422
AGAINST_THE_RULES: Final = 409
"""The request was fine; the match is not at that point."""

_TABLE_REASONS: Final = {
    403: "not-seated not-host sent-away muted",
    404: "no-such-table",
    # The request was fine; the table is not at that point.
    409: (
        "already-seated seat-taken seat-empty table-full name-taken colour-taken seats-empty "
        "not-sent-away match-on no-match match-ended resigned stale version-ahead superseded "
        "already-claimed not-held not-away host-there still-playing not-paused already-ready "
        "no-toucan not-gathering too-fast starts-itself not-in-lobby not-due "
        "coach-off no-hint-now"
    ),
    410: "closed",
    422: (
        "no-such-seat name-not-allowed unknown-colour key-reused name-the-bid pledge-not-allowed "
        "link-not-pledged text-not-allowed unknown-reaction unknown-level out-of-range "
        "coach-and-clock no-coach"
    ),
}
_REQUEST_REASONS: Final = {
    401: "bad-token",
    403: "foreign-page other-table banned metrics-closed push-off",
    404: "not-found",
    405: "wrong-method",
    408: "too-slow",
    409: "no-record",
    413: "too-large",
    415: "not-json",
    422: "malformed no-push-service",
    429: "too-many too-many-streams too-many-connections too-many-tables too-many-codes",
    431: "headers-too-large",
    503: "storage-away table-unreadable no-analysis",
    507: "storage-full",
}
STATUS: Final[dict[TableReason | RequestReason, int]] = {
    **{TableReason(name): code for code, names in _TABLE_REASONS.items() for name in names.split()},
    **{
        RequestReason(name): code
        for code, names in _REQUEST_REASONS.items()
        for name in names.split()
    },
}
STATUSES: Final = sorted({BAD_SETUP, AGAINST_THE_RULES, *STATUS.values()})
"""All statuses of refusals."""


def status_of(refusal: AnyRefusal) -> int:
    match refusal:
        case Refusal():
            return AGAINST_THE_RULES
        case SetupProblem():
            return BAD_SETUP
        case TableRefusal() | RequestRefusal():
            return STATUS[refusal.reason]
