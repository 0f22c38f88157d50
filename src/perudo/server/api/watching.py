"""Routes to look at a table: its state, its stream, and records of finished matches."""

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response

from perudo.records.jsonl import write_jsonl
from perudo.records.notation import write_text
from perudo.server import bodies
from perudo.server.answers import json_answer
from perudo.server.api.asking import REFUSALS
from perudo.server.context import context_of, player_of, table_named
from perudo.server.listener import Listener, Style, ndjson, sse
from perudo.server.missed import Missed
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.room import Room
from perudo.server.stream import Stream, is_head, stream_head
from perudo.table.live.log import json_bytes

router = APIRouter(responses=REFUSALS)

_FORMS: Final = {
    "text": (write_text, "text/plain; charset=utf-8"),
    "jsonl": (write_jsonl, "application/x-ndjson"),
}
MOST_ONLOOKERS = 64
"""Streams of onlookers at one table in one process."""
MOST_OWN_STREAMS = 8
"""Streams of one player, for tabs and devices. Onlookers have their own limit."""


@router.get("/api/tables/{table}", response_model=bodies.TableAnswer)
async def look(request: Request, table: str) -> Response:
    """The table as you may see it: your own cup, nobody else's."""
    table = await table_named(request, table)
    player = player_of(request, table)
    room = await context_of(request).tables.fresh(table)
    room.note_request(player)
    return json_answer(room.json_for(player))


@router.get(
    "/api/tables/{table}/stream",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def stream(
    request: Request,
    table: str,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> Response:
    """Your seat's events as they happen (SSE). Reconnects resume at Last-Event-ID."""
    after = last_event_id if last_event_id and last_event_id.isdecimal() else None
    return await _stream(request, table, sse, None if after is None else int(after))


@router.get(
    "/api/tables/{table}/stream.ndjson",
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}},
)
async def stream_lines(
    request: Request,
    table: str,
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
) -> Response:
    """The same as JSON lines, for bots. `after` is the last version that you have seen."""
    return await _stream(request, table, ndjson, after)


async def _stream(request: Request, table: str, style: Style, after: int | None) -> Response:
    context = context_of(request)
    table = await table_named(request, table)
    player = player_of(request, table)
    room = await context.tables.fresh(table)
    check_room_for(room, player)
    if is_head(request):
        return stream_head(style)
    listener = Listener(player, style)
    first = b"retry: 1000\n\n" if style is sse else b""
    missed = None
    # No await from here until the listener has joined, so nothing is missed.
    if after is None or after > room.table.version:
        # Nothing seen so far, or at another table: begin with the whole table.
        picture = {"version": room.table.version, "table": room.json_for(player)}
        first += style(room.table.version, json_bytes(picture))
        listener.last = room.table.seq
    else:
        missed = Missed(context.tables, room, listener, after)
    room.join(listener)
    if context.stopping:
        listener.end()
    return Stream(room, listener, first, missed)


def check_room_for(room: Room, player: str | None) -> None:
    seat_of = room.table.seat_of
    if player is not None and sum(1 for other in room.listeners if other.player == player) >= (
        MOST_OWN_STREAMS
    ):
        raise RequestRefused(RequestReason.TOO_MANY_STREAMS, most=MOST_OWN_STREAMS)
    if seat_of(player) is None:
        onlookers = sum(1 for other in room.listeners if seat_of(other.player) is None)
        if onlookers >= MOST_ONLOOKERS:
            raise RequestRefused(RequestReason.TOO_MANY_STREAMS, most=MOST_ONLOOKERS)


@router.get("/api/tables/{table}/record", response_class=Response)
async def record(
    request: Request,
    table: str,
    match: Annotated[int | None, Query(ge=1, le=10_000)] = None,
    form: Annotated[Literal["text", "jsonl"], Query()] = "text",
) -> Response:
    """A finished match as a record, with the proof of its dice: `perudo verify` checks it."""
    context = context_of(request)
    room = await context.tables.fresh(await table_named(request, table))
    finished = await context.finished.match(room, match or room.table.number)
    write, media = _FORMS[form]
    text = await context.tables.histories.work(write, finished.record)
    return Response(text, media_type=media)
