"""The page of a table, and the stream that keeps it up to date."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import RedirectResponse, Response

from perudo.engine.actions import Seat
from perudo.server.answers import json_answer
from perudo.server.api.watching import check_room_for
from perudo.server.context import (
    HANDS,
    context_of,
    player_of,
    public_url,
    table_named,
)
from perudo.server.listener import sse
from perudo.server.room import Room
from perudo.server.site.answering import page_answer, reader_of
from perudo.server.site.page_listener import PageListener
from perudo.server.site.seat_links import way_back
from perudo.server.stream import Stream, is_head, stream_head
from perudo.table.live.state import HAND
from perudo.web.hot_page import hot_page
from perudo.web.table.page import frame, table_page
from perudo.web.table.page_context import PageContext

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}")
async def table_for(request: Request, table: str) -> Response:
    """The page of a table, as the reader may see it."""
    hand = request.query_params.get("hand", "")
    room, player = await _room(request, table)
    page = table_page(
        room.view_for(player),
        _page_context(request, room)()._replace(outcast=room.table.is_outcast(player)),
        hand=hand if hand in HANDS else "",
        own=way_back(request, room.table),
    )
    return page_answer(request, page)


@router.get("/hot")
async def hot(request: Request) -> Response:
    """Set up a table for one device that is passed around."""
    return page_answer(request, hot_page(reader_of(request)))


@router.get("/hot/{table}")
async def hot_table(request: Request, table: str) -> Response:
    """The page of a table whose players share this device: nobody's hand is shown at first."""
    room, guest = await _room(request, table)
    hands = (f"{guest}{HAND}{hand}" for hand in HANDS)
    if guest is None or all(room.table.seat_of(hand) is None for hand in hands):
        return RedirectResponse(f"/t/{room.table.code}", 303)
    page = table_page(room.view_for(None), _page_context(request, room)(), hot=True)
    return page_answer(request, page)


@router.get("/t/{table}/pieces")
async def pieces(request: Request, table: str) -> Response:
    """The changing parts of the page for one hand of a device that is passed around."""
    room, player = await _room(request, table)
    return json_answer(frame(room.view_for(player), (), _page_context(request, room)(), {}))


async def _room(request: Request, table: str) -> tuple[Room, str | None]:
    """The current table, and who is asking for it."""
    table = await table_named(request, table)
    return await context_of(request).tables.fresh(table), player_of(request, table)


def _page_context(request: Request, room: Room) -> Callable[[], PageContext]:
    tables = context_of(request).tables
    reader, url = reader_of(request), public_url(request)
    shared = tables.shared
    return lambda: PageContext(
        reader,
        url,
        tables.outside.now,
        _away(room, shared),
        not shared,
        room.onlookers,
    )


def _away(room: Room, shared: bool) -> frozenset[Seat]:
    """The seats whose players are away; with several processes, one alone cannot tell."""
    if shared:
        return frozenset()
    return frozenset(seat for seat in range(len(room.table.chairs)) if room.is_away(seat))


@router.get("/t/{table}/live")
async def live(
    request: Request,
    table: str,
    shown: Annotated[str, Query(max_length=200)] = "",
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> Response:
    """The stream of the page: first its parts, then what changes. ``shown`` says what a new page
    came with; a browser that reconnects by itself repeats it, though it shows other things."""
    context = context_of(request)
    room, player = await _room(request, table)
    check_room_for(room, player)
    if is_head(request):
        return stream_head(sse)
    listener = PageListener(room, player, _page_context(request, room))
    first = b"retry: 1000\n\n" + listener.picture("" if last_event_id else shown)
    # No await from here until the listener has joined, so nothing is missed.
    listener.last = room.table.seq
    room.join(listener)
    if context.stopping:
        listener.end()
    return Stream(room, listener, first)
