"""Guests, opening and finding tables, chairs."""

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from perudo.server import bodies
from perudo.server.answers import json_answer
from perudo.server.api.asking import REFUSALS, ask
from perudo.server.context import (
    GUEST_COOKIE,
    address_of,
    context_of,
    guest_of,
    hand_of,
    new_guest,
    public_url,
    remember,
    table_named,
)
from perudo.server.headings import listing
from perudo.server.own_matches import own_matches
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.room import CommittedEntry
from perudo.server.threads import in_thread
from perudo.table.live.commands import Readmit, SeatBot, Sit, Stand, Unseat, WishBots
from perudo.table.live.refusals import TableRefused
from perudo.table.live.state import guest_behind
from perudo.web.own_matches import OwnMatch

router = APIRouter(responses=REFUSALS)

MOST_LISTED = 100
RUNNING_MS = 2 * 60 * 60 * 1000
"""A table at which nobody has been for so long is not offered to be watched."""


@router.post("/api/guests", response_model=bodies.GuestAnswer, status_code=201)
async def become_guest(request: Request) -> Response:
    """Get a guest's token: send it as `Authorization: Bearer ...`. Browsers get it as a cookie."""
    player = guest_of(request) or new_guest(request)
    token = context_of(request).identity.token(player)
    answer = json_answer({"token": token}, 201)
    remember(request, answer, GUEST_COOKIE, token)
    return answer


@router.get("/api/tables", response_model=bodies.ListAnswer)
async def list_tables(
    request: Request, limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50
) -> Response:
    """Open tables with a free chair or waiting to start, the newest first."""
    tables = context_of(request).tables
    found = await in_thread(tables.store.listed, limit)
    return json_answer({"tables": listing(found, tables.set_aside)})


@router.get("/api/tables/running", response_model=bodies.ListAnswer)
async def running_tables(
    request: Request, limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50
) -> Response:
    """Public tables at which a match is being played, to watch; the newest first."""
    tables = context_of(request).tables
    since = tables.outside.now - RUNNING_MS
    found = await in_thread(tables.store.running, since, limit)
    return json_answer({"tables": listing(found, tables.set_aside)})


@router.get("/api/matches", response_model=bodies.MatchesAnswer)
async def list_matches(request: Request) -> Response:
    """Your own matches, the latest first: those that go on or wait, and those that are over. What
    `habits` counts of how you played can be added up."""
    return json_answer({"matches": [_match_json(match) for match in await own_matches(request)]})


def _match_json(match: OwnMatch) -> dict[str, object]:
    habits = None if match.habits is None else match.habits._asdict()
    return {**match._asdict(), "won": match.won, "habits": habits}


@router.post("/api/tables", response_model=bodies.OpenAnswer, status_code=201)
async def open_table(request: Request, body: bodies.OpenBody) -> Response:
    """Open a table; you are its host."""
    settings = body.settings()
    settings.check()
    guest = guest_of(request) or new_guest(request)
    player = hand_of(request, guest)
    seating = None if body.name is None else Sit(body.name, None, body.colour, body.pledge)
    context = context_of(request)
    table = None if body.key is None else context.identity.table_id(player, body.key)
    await _check_quota(request, guest, table)
    committed = await context.tables.open(settings, player, seating, table)
    return _seated(request, committed, guest, 201)


async def _check_quota(request: Request, guest: str, table: str | None) -> None:
    """Refuse too many new tables. A table that this very request opened before does not count."""
    context = context_of(request)
    if table is not None:
        with suppress(TableRefused):
            await context.tables.room(table)
            return
    if wait := context.quotas.wait_for_table(guest_behind(guest), address_of(request)):
        most = context.config.tables_per_hour
        raise RequestRefused(RequestReason.TOO_MANY_TABLES, most=most, wait=wait)


@router.post("/api/tables/{table}/sit", response_model=bodies.OpenAnswer)
async def sit(request: Request, table: str, body: bodies.SitBody) -> Response:
    """Take a chair at a table, given by id or code. The answer has a guest's token; no account."""
    table = await table_named(request, table)
    guest = guest_of(request, table) or new_guest(request)
    player = hand_of(request, guest)
    command = Sit(body.name, body.seat, body.colour, body.pledge)
    _, committed = await context_of(request).tables.submit(table, player, command, body.key)
    return _seated(request, committed, guest, 200)


@router.post("/api/lobby", response_model=bodies.OpenAnswer)
async def seat_in_lobby(request: Request, body: bodies.LobbyBody) -> Response:
    """Play with whoever is here: you get a chair at a waiting table, or at a new one. The match
    starts by itself when the table is full, or 40 seconds after the second player came."""
    guest = guest_of(request) or new_guest(request)
    context = context_of(request)
    if not context.quotas.lobby.admits(address_of(request)):
        raise RequestRefused(RequestReason.TOO_MANY)
    seating = Sit(body.name, None, body.colour, body.pledge, body.bots)
    committed = await context.lobby.seat(guest, seating, lambda: _check_quota(request, guest, None))
    return _seated(request, committed, guest, 200)


@router.post("/api/tables/{table}/wish", response_model=bodies.Answer)
async def wish_bots(request: Request, table: str, body: bodies.WishBody) -> Response:
    """In the open lobby: say whether bots may take the chairs that stay empty."""
    return await ask(request, table, WishBots(body.bots), body.key)


@router.post("/api/tables/{table}/stand", response_model=bodies.Answer)
async def stand(request: Request, table: str, body: bodies.Body) -> Response:
    """Leave your chair, while no match is on."""
    return await ask(request, table, Stand(), body.key)


@router.post("/api/tables/{table}/bots", response_model=bodies.Answer)
async def seat_bot(request: Request, table: str, body: bodies.BotBody) -> Response:
    """Put a bot on a chair (host)."""
    return await ask(request, table, SeatBot(body.level, body.seat), body.key)


@router.post("/api/tables/{table}/unseat", response_model=bodies.Answer)
async def unseat(request: Request, table: str, body: bodies.SeatBody) -> Response:
    """Free the chair of a bot or a person, while no match is on (host)."""
    return await ask(request, table, Unseat(body.seat), body.key)


@router.post("/api/tables/{table}/readmit", response_model=bodies.Answer)
async def readmit(request: Request, table: str, body: bodies.NameBody) -> Response:
    """Let somebody you sent away sit down again (host)."""
    return await ask(request, table, Readmit(body.name), body.key)


def _seated(request: Request, committed: CommittedEntry, guest: str, status: int) -> Response:
    context = context_of(request)
    table, identity, url = committed.table, context.identity, public_url(request)
    token, player = identity.token(guest), hand_of(request, guest)
    if table.id in context.tables.rooms:
        context.tables.rooms[table.id].note_request(player)
    answer = json_answer(
        {
            "table": table.id,
            "code": table.code,
            "link": f"{url}/t/{table.code}",
            "token": token,
            "personal_link": f"{url}/seat/{identity.token(player, table.id)}",
            "seat": table.seat_of(player),
            "version": committed.version,
        },
        status,
    )
    remember(request, answer, GUEST_COOKIE, token)
    return answer
