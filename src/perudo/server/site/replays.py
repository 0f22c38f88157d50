"""A match that is over, to look at again. Everybody may: no dice of it are secret any more."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from perudo.engine.actions import Seat
from perudo.server.context import context_of, table_named
from perudo.server.exports import record_from
from perudo.server.refusals import RequestReason, RequestRefused
from perudo.server.room import Landed
from perudo.server.site.answering import page_answer, reader_of
from perudo.server.storage import Entry
from perudo.server.tables import history, in_thread
from perudo.table.live.audience import see
from perudo.table.live.events import MatchOpened, WonByResignation
from perudo.table.live.settings import COLOURS
from perudo.web.reader import Reader
from perudo.web.rendering import Page
from perudo.web.replay import PlayedMatch, replay_page

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}/replay")
async def replay(
    request: Request, table: str, match: Annotated[int | None, Query(ge=1, le=10_000)] = None
) -> Response:
    tables = context_of(request).tables
    room = await tables.fresh(await table_named(request, table))
    over = room.table.number - room.table.on
    entries = await in_thread(tables.store.entries, room.table.id)
    page = await in_thread(_page, entries, match or over, over, reader_of(request))
    return page_answer(request, page)


def _page(entries: list[Entry], number: int, over: int, reader: Reader) -> Page:
    """``over`` is how many matches of the table are."""
    log = history(entries)
    record = record_from(log, number)
    if record is None:
        raise RequestRefused(RequestReason.NO_RECORD)
    table = log[-1].table
    played = PlayedMatch(
        table.id, table.code, number, over, record, _colours(log, number), _resigned_to(log, number)
    )
    return replay_page(reader, played)


def _colours(log: list[Landed], number: int) -> tuple[str, ...]:
    """Of the cups as they stood when the match began; chairs may have changed hands since."""
    for landed in log:
        if MatchOpened in map(type, landed.entry.events) and landed.table.number == number:
            chairs = see(landed.table, None).chairs
            return tuple(
                COLOURS[seat] if chair is None else chair.colour
                for seat, chair in enumerate(chairs)
            )
    return COLOURS


def _resigned_to(log: list[Landed], number: int) -> Seat | None:
    for landed in log:
        for event in landed.entry.events:
            if isinstance(event, WonByResignation) and landed.table.number == number:
                return event.seat
    return None
