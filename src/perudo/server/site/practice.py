"""Pages to practise on. The server keeps nothing: progress is in the browser."""

from datetime import UTC, date, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from perudo.server.coaching import require_coach
from perudo.server.context import context_of
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.site.answering import page_answer, reader_of

router = APIRouter(include_in_schema=False)

Short = Annotated[str, Query(max_length=40)]


@router.get("/practice")
async def practice(request: Request, theme: Short = "", position: Short = "") -> Response:
    """The overview, or a position: the one that is named, or the first of a theme."""
    require_coach()
    from perudo.coach.practice import Theme, position_named, positions  # noqa: PLC0415 - needs NumPy
    from perudo.web.practice_page import position_page, practice_page  # noqa: PLC0415

    reader = reader_of(request)
    if theme and not position:
        known = {one.value: one for one in Theme}
        found = positions(known[theme])[0] if theme in known else None
    else:
        found = position_named(position)
    if found is not None:
        return page_answer(request, position_page(reader, found))
    if theme or position:
        raise RequestRefused(RequestReason.NOT_FOUND)
    return page_answer(request, practice_page(reader, _today(request)))


@router.get("/practice/daily")
async def daily_puzzle(request: Request) -> Response:
    """The puzzle of the day, by universal time: the same for everybody."""
    require_coach()
    from perudo.coach.practice import daily  # noqa: PLC0415 - needs NumPy
    from perudo.web.practice_page import position_page  # noqa: PLC0415

    today = _today(request)
    return page_answer(request, position_page(reader_of(request), daily(today), today))


def _today(request: Request) -> date:
    return datetime.fromtimestamp(context_of(request).tables.outside.now / 1000, UTC).date()
