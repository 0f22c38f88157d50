"""Judged matches, for everybody who may look at their replays."""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from perudo.engine.actions import Seat
from perudo.server.coaching import require_coach
from perudo.server.context import address_of, context_of, public_url, table_named
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.site.answering import page_answer, reader_of
from perudo.web.analysis_wait import wait_page
from perudo.web.reader import Reader
from perudo.web.rendering import Page
from perudo.web.replay_page import PlayedMatch

if TYPE_CHECKING:
    # It needs NumPy, without which this module must load.
    from perudo.coach.judging import Analysis

router = APIRouter(include_in_schema=False)

ACCEPTED = 202
"""The status of an answer that is not ready yet."""


@router.get("/t/{table}/analysis")
async def analysis(
    request: Request,
    table: str,
    match: Annotated[int | None, Query(ge=1, le=10_000)] = None,
    seat: Annotated[int | None, Query(ge=0, le=5)] = None,
) -> Response:
    """A match that is over, judged decision by decision; ``seat`` is whose decisions are shown."""
    context = context_of(request)
    room = await context.tables.fresh(await table_named(request, table))
    require_coach()
    over = room.table.number - room.table.on
    number = match or over
    finished = await context.finished.match(room, number)
    if seat is not None and seat >= len(finished.record.names):
        raise RequestRefused(RequestReason.NOT_FOUND)
    found = await context.analyses.analysis(
        room.table.id, number, finished.record, address_of(request)
    )
    reader = reader_of(request)
    if found is None:
        return page_answer(request, wait_page(reader, room.table.code, number), ACCEPTED)
    played = PlayedMatch(room.table.id, room.table.code, number, over, *finished)
    page = await context.tables.histories.work(
        _page, reader, played, found, seat, public_url(request)
    )
    return page_answer(request, page)


def _page(
    reader: Reader, played: PlayedMatch, found: "Analysis", seat: Seat | None, site: str
) -> Page:
    from perudo.web.analysis_page import analysis_page  # noqa: PLC0415 - needs NumPy

    return analysis_page(reader, played, found, seat, site)
