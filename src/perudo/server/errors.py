"""Turn exceptions into answers: every refusal has the same form."""

from collections.abc import Sequence
from typing import Any

import structlog
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from perudo.engine.house import SetupProblem
from perudo.engine.refusals import IllegalAction
from perudo.server import metrics
from perudo.server.answers import in_words, refused
from perudo.server.context import TABLE, context_of
from perudo.server.request_refusals import RequestReason, RequestRefusal, RequestRefused
from perudo.server.room import TableUnreadable
from perudo.server.site.answering import refused_page, wants_page
from perudo.server.statuses import AnyRefusal
from perudo.server.storage import StorageAway, StorageFull
from perudo.table.live.refusals import TableRefused
from perudo.table.live.state import LiveTable

EXPECTED = (
    IllegalAction,
    TableRefused,
    RequestRefused,
    SetupProblem,
    RequestValidationError,
    ValidationError,
    StorageAway,
    StorageFull,
    TableUnreadable,
    HTTPException,
)
"""Exceptions that are no fault of the server."""

log = structlog.get_logger()


def answer_to(request: Request, error: Exception) -> Response:
    """Make the answer to one of the ``EXPECTED`` errors."""
    refusal = _refusal(error)
    if not isinstance(refusal, SetupProblem):
        metrics.REFUSALS.labels(refusal.reason.value).inc()
    table = _table_of(request)
    if wants_page(request):
        return refused_page(request, *in_words(request, refusal, table))
    answer = refused(request, refusal, table)
    if isinstance(error, HTTPException):
        answer.headers.update(error.headers or {})
        if answer.headers.get("allow") == "GET":
            answer.headers["allow"] = "GET, HEAD"
    return answer


def _refusal(error: Exception) -> AnyRefusal:
    match error:
        case IllegalAction() | TableRefused() | RequestRefused():
            return error.refusal
        case SetupProblem():
            return error
        case RequestValidationError():
            return RequestRefusal(RequestReason.MALFORMED, _where(error.errors()))
        case ValidationError():
            problems = [{**p, "loc": ("body", *p["loc"])} for p in error.errors()]
            return RequestRefusal(RequestReason.MALFORMED, _where(problems))
        case StorageAway():
            log.warning("storage-away", cause=str(error)[:200])
            return RequestRefusal(RequestReason.STORAGE_AWAY)
        case StorageFull():
            log.error("storage-full", cause=str(error)[:200])
            return RequestRefusal(RequestReason.STORAGE_FULL)
        case TableUnreadable():  # reported when it was set aside
            return RequestRefusal(RequestReason.TABLE_UNREADABLE)
        case HTTPException():
            reasons = {404: RequestReason.NOT_FOUND, 405: RequestReason.WRONG_METHOD}
            reason = reasons.get(error.status_code, RequestReason.MALFORMED)
            detail = error.detail if reason is RequestReason.MALFORMED else ""
            return RequestRefusal(reason, detail[:200])
    raise error


def _where(problems: Sequence[Any]) -> str:
    """Describe what is wrong and where: ``body.version: Field required; ...``."""
    told = (
        f"{'.'.join(str(part)[:40] for part in problem['loc'])}: {problem['msg']}"
        for problem in problems[:3]
    )
    return "; ".join(told)[:400]


def _table_of(request: Request) -> LiveTable | None:
    """The table of the request, if it was found; a wrong guess tells nothing."""
    room = context_of(request).tables.rooms.get(request.scope.get(TABLE, ""))
    return None if room is None else room.table
