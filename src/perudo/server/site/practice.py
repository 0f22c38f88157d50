"""Pages to practise on. The server keeps nothing: progress is in the browser."""

from datetime import UTC, date, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from perudo.server.coaching import require_coach
from perudo.server.context import context_of
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.site.answering import page_answer, reader_of
from perudo.web.reader import Reader
from perudo.web.rendering import Page

router = APIRouter(include_in_schema=False)

Short = Annotated[str, Query(max_length=40)]


@router.get("/practice")
async def practice(request: Request, theme: Short = "", position: Short = "") -> Response:
    """The overview, or a position: the one that is named, or the first of a theme."""
    require_coach()
    think, reader = context_of(request).coaching.think, reader_of(request)
    if theme or position:
        page = await think(_position_page, reader, theme, position)
    else:
        page = await think(_overview, reader, _today(request))
    if page is None:
        raise RequestRefused(RequestReason.NOT_FOUND)
    return page_answer(request, page)


@router.get("/practice/daily")
async def daily_puzzle(request: Request) -> Response:
    """The puzzle of the day, by universal time: the same for everybody."""
    require_coach()
    think = context_of(request).coaching.think
    return page_answer(request, await think(_daily_page, reader_of(request), _today(request)))


# These are run in the coach's thread: what they import needs NumPy and takes a moment to load.


def _overview(reader: Reader, today: date) -> Page | None:
    from perudo.web.practice_page import practice_page  # noqa: PLC0415

    return practice_page(reader, today)


def _position_page(reader: Reader, theme: str, key: str) -> Page | None:
    from perudo.coach.practice import Theme, position_named, positions  # noqa: PLC0415
    from perudo.web.practice_page import position_page  # noqa: PLC0415

    if key:
        found = position_named(key)
    else:
        found = next((positions(one)[0] for one in Theme if one.value == theme), None)
    return None if found is None else position_page(reader, found)


def _daily_page(reader: Reader, today: date) -> Page:
    from perudo.coach.practice import daily  # noqa: PLC0415
    from perudo.web.practice_page import position_page  # noqa: PLC0415

    return position_page(reader, daily(today), today)


def _today(request: Request) -> date:
    return datetime.fromtimestamp(context_of(request).tables.outside.now / 1000, UTC).date()
