"""Routes of a match: start, act, and what people do around it."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from perudo.engine.actions import Action, Call
from perudo.engine.bid import Bid
from perudo.server import bodies
from perudo.server.api.asking import REFUSALS, answer_for, ask
from perudo.server.context import (
    GUEST_COOKIE,
    context_of,
    guest_of,
    new_guest,
    remember,
    table_named,
)
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.table.live.commands import (
    Act,
    Back,
    GiveLink,
    MakePledge,
    Mute,
    React,
    Ready,
    Remark,
    Rematch,
    Resign,
    Say,
    Skip,
    StandIn,
    Start,
    TakeHost,
)

router = APIRouter(responses=REFUSALS)

ACT_ROUTE = "/api/tables/{table}/act"
"""Requests that name the table by its id take the fast path (``fast_act``) instead."""


@router.post("/api/tables/{table}/start", response_model=bodies.Answer)
async def start(request: Request, table: str, body: bodies.StartBody) -> Response:
    """Begin the match (host)."""
    return await ask(request, table, Start(body.toucan, body.fill, tuple(body.company)), body.key)


@router.post(ACT_ROUTE, response_model=bodies.Answer)
async def act(request: Request, table: str, body: bodies.ActBody) -> Response:
    """Bid or call. `{"bid": [4, 5], "version": 17}`, `{"call": "dudo", "version": 18}`,
    `{"call": "calza", "answers": [4, 5], "version": 18}`."""
    return await ask(request, table, act_command(body), body.key)


def act_command(body: bodies.ActBody) -> Act:
    answers = None if body.answers is None else Bid(*body.answers)
    return Act(_action(body), body.version, answers)


def _action(body: bodies.ActBody) -> Action:
    if (body.bid is None) == (body.call is None):
        raise RequestRefused(RequestReason.MALFORMED, "bid, call")
    return Call(body.call) if body.bid is None else Bid(*body.bid)


@router.post("/api/tables/{table}/pledge", response_model=bodies.Answer)
async def make_pledge(request: Request, table: str, body: bodies.PledgeBody) -> Response:
    """Fix your share in the dice, from the next gathering on: docs/fair-dice.md."""
    return await ask(request, table, MakePledge(body.pledge), body.key)


@router.post("/api/tables/{table}/link", response_model=bodies.Answer)
async def give_link(request: Request, table: str, body: bodies.LinkBody) -> Response:
    """Reveal your link for the round that is being gathered for."""
    return await ask(request, table, GiveLink(body.round, body.link), body.key)


@router.post("/api/tables/{table}/ready", response_model=bodies.Answer)
async def ready(request: Request, table: str, body: bodies.Body) -> Response:
    """Say that you are ready; when all are, the next round begins at once."""
    return await ask(request, table, Ready(), body.key)


@router.post("/api/tables/{table}/back", response_model=bodies.Answer)
async def back(request: Request, table: str, body: bodies.Body) -> Response:
    """Take your seat back from the bot that holds it."""
    return await ask(request, table, Back(), body.key)


@router.post("/api/tables/{table}/standin", response_model=bodies.Answer)
async def stand_in(request: Request, table: str, body: bodies.SeatBody) -> Response:
    """Let a bot play for somebody who is away, or for yourself, until that player comes back. The
    host may at once; at a table without a clock anybody may, for a player who has not moved for a
    minute."""
    tables = context_of(request).tables
    room = await tables.room(await table_named(request, table))
    # With several processes, one alone cannot tell who is away.
    away = None if tables.shared else room.is_away(body.seat)
    return await ask(request, table, StandIn(body.seat, away), body.key)


@router.post("/api/tables/{table}/host", response_model=bodies.Answer)
async def take_host(request: Request, table: str, body: bodies.Body) -> Response:
    """Become the host in the place of one who is away, while no match is on."""
    tables = context_of(request).tables
    room = await tables.room(await table_named(request, table))
    host = room.table.seat_of(room.table.host)
    away = None if tables.shared else host is None or room.is_away(host)
    return await ask(request, table, TakeHost(away), body.key)


@router.post("/api/tables/{table}/skip", response_model=bodies.Answer)
async def skip(request: Request, table: str, body: bodies.Body) -> Response:
    """Let the bots play to the end at once, when no person is in the match any more."""
    return await ask(request, table, Skip(), body.key)


@router.post("/api/tables/{table}/resign", response_model=bodies.Answer)
async def resign(request: Request, table: str, body: bodies.Body) -> Response:
    """Resign: a bot plays your seat, or the last player left wins."""
    return await ask(request, table, Resign(), body.key)


@router.post("/api/tables/{table}/rematch", response_model=bodies.Answer)
async def rematch(request: Request, table: str, body: bodies.Body) -> Response:
    """Set up the next match after one, with everybody in their chairs."""
    return await ask(request, table, Rematch(), body.key)


@router.post("/api/tables/{table}/chat", response_model=bodies.Answer)
async def chat(request: Request, table: str, body: bodies.SayBody) -> Response:
    return await ask(request, table, Say(body.text), body.key)


@router.post("/api/tables/{table}/remark", response_model=bodies.Answer)
async def remark(request: Request, table: str, body: bodies.RemarkBody) -> Response:
    """Say something among the onlookers. Players do not see it while a match is on."""
    table = await table_named(request, table)
    guest = guest_of(request, table) or new_guest(request)
    tables, command = context_of(request).tables, Remark(body.name, body.text)
    room, committed = await tables.submit(table, guest, command, body.key)
    room.note_request(guest)
    answer = Response(answer_for(committed, None), media_type="application/json")
    remember(request, answer, GUEST_COOKIE, context_of(request).identity.token(guest))
    return answer


@router.post("/api/tables/{table}/react", response_model=bodies.Answer)
async def react(request: Request, table: str, body: bodies.ReactBody) -> Response:
    return await ask(request, table, React(body.reaction), body.key)


@router.post("/api/tables/{table}/mute", response_model=bodies.Answer)
async def mute(request: Request, table: str, body: bodies.MuteBody) -> Response:
    """Stop somebody's chat and reactions, or allow them again (host)."""
    return await ask(request, table, Mute(body.seat, body.muted), body.key)
