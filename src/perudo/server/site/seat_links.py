"""Personal links: open a seat on another device, without losing the seat on this one."""

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from perudo.server.answers import json_answer
from perudo.server.context import SEAT_COOKIE, context_of, guest_of, remember
from perudo.server.identity import EVERYWHERE, BadToken
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.site.answering import page_answer, reader_of
from perudo.table.live.state import LiveTable, guest_behind
from perudo.web.seat_link_page import seat_link_page

router = APIRouter(include_in_schema=False)


@router.get("/seat/{token}")
async def personal_link(request: Request, token: str) -> Response:
    """Open a seat on this device: the link becomes a cookie for its table.

    A guest who sits at that table already is asked first, since the cookie would hide that seat.
    The guest's own link leads back to it.
    """
    player, table = _read(request, token)
    room = await context_of(request).tables.fresh(table)
    if guest_behind(player) == guest_of(request):
        answer = RedirectResponse(f"/{'t' if player == guest_of(request) else 'hot'}/{table}", 303)
        answer.delete_cookie(SEAT_COOKIE + table)
        return answer
    current = guest_of(request, table)
    own, other = seats_of(room.table, current), seats_of(room.table, player)
    if own and other and current != player:
        page = seat_link_page(reader_of(request), token, table, ", ".join(own), ", ".join(other))
        return page_answer(request, page)
    answer = RedirectResponse(f"/t/{table}", 303)
    if not own:
        remember(request, answer, SEAT_COOKIE + table, token)
    return answer


@router.post("/seat/{token}")
async def take_seat(request: Request, token: str) -> Response:
    """Open the seat after the guest confirmed it."""
    _, table = _read(request, token)
    await context_of(request).tables.room(table)
    answer = json_answer({"page": f"/t/{table}"})
    remember(request, answer, SEAT_COOKIE + table, token)
    return answer


def _read(request: Request, token: str) -> tuple[str, str]:
    """The player and the table of a personal link."""
    try:
        player, table = context_of(request).identity.read(token)
    except BadToken:
        raise RequestRefused(RequestReason.BAD_TOKEN) from None
    if table == EVERYWHERE:
        raise RequestRefused(RequestReason.BAD_TOKEN)
    return player, table


def way_back(request: Request, table: LiveTable) -> tuple[str, str]:
    """Names and link of the guest's own seats, while another one is open here; else empty."""
    guest = guest_of(request)
    own = seats_of(table, guest)
    if guest is None or not own or guest_of(request, table.id) == guest:
        return "", ""
    return ", ".join(own), f"/seat/{context_of(request).identity.token(guest, table.id)}"


def seats_of(table: LiveTable, player: str | None) -> list[str]:
    """The names of the chairs that a player has, with one or several hands."""
    chairs = (chair for chair in table.chairs if chair is not None and chair.player is not None)
    if player is None:
        return []
    return [c.name for c in chairs if c.player == player or guest_behind(c.player) == player]
