"""A table's page, and the stream that keeps it up to date."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from perudo.server.api.watching import check_room_for
from perudo.server.context import HANDS, context_of, player_of, public_url, table_named
from perudo.server.site.answering import page_answer, reader_of
from perudo.server.site.page_listener import PageListener
from perudo.server.stream import Stream
from perudo.web.table.page import table_page

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}")
async def table_for(request: Request, table: str) -> Response:
    """Where the link for friends leads: the table as they may see it."""
    context = context_of(request)
    table = await table_named(request, table)
    player = player_of(request, table)
    room = await context.tables.fresh(table)
    hand = request.query_params.get("hand", "")
    page = table_page(
        room.seen_by(player),
        reader_of(request),
        url=public_url(request),
        now=context.tables.outside.now,
        hand=hand if hand in HANDS else "",
    )
    return page_answer(request, page)


@router.get("/t/{table}/live")
async def live(request: Request, table: str) -> Response:
    """The page's stream: first the whole picture, then what changes, for one seat."""
    context = context_of(request)
    table = await table_named(request, table)
    player = player_of(request, table)
    room = await context.tables.fresh(table)
    check_room_for(room, player)
    listener = PageListener(
        player, reader_of(request), public_url(request), lambda: context.tables.outside.now
    )
    first = b"retry: 1000\n\n" + listener.picture(room.table)
    # From here to the listener's place in the room nothing waits, so nothing is missed.
    listener.last = room.table.seq
    room.listeners.add(listener)
    if context.stopping:
        listener.end()
    return Stream(room, listener, first)
