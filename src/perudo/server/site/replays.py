"""Replays of finished matches, for everybody: their dice are no longer secret."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from perudo.server.context import context_of, public_url, table_named
from perudo.server.site.answering import page_answer, reader_of
from perudo.web.replay_page import PlayedMatch, replay_page

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}/replay")
async def replay(
    request: Request, table: str, match: Annotated[int | None, Query(ge=1, le=10_000)] = None
) -> Response:
    context = context_of(request)
    room = await context.tables.fresh(await table_named(request, table))
    over = room.table.number - room.table.on
    number = match or over
    finished = await context.finished.match(room, number)
    played = PlayedMatch(room.table.id, room.table.code, number, over, *finished)
    page = await context.tables.histories.work(
        replay_page, reader_of(request), played, public_url(request)
    )
    return page_answer(request, page)
