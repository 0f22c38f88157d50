"""Devices that want to be called when it is their guest's turn (Web Push)."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from perudo.engine.errors import InvalidValue
from perudo.server import bodies
from perudo.server.answers import json_answer, language
from perudo.server.api.asking import REFUSALS
from perudo.server.config import LOOPBACK
from perudo.server.context import Context, context_of, guest_of
from perudo.server.push.encryption import Recipient
from perudo.server.push.sending import check_endpoint
from perudo.server.push.vapid import Vapid
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.storage.subscriptions import Subscription
from perudo.server.threads import in_thread
from perudo.table.live.state import guest_behind

router = APIRouter(responses=REFUSALS)


@router.get("/api/push/key", response_model=bodies.PushKeyAnswer)
async def push_key(request: Request) -> Response:
    """The key of this server to which a browser subscribes."""
    return json_answer({"key": _vapid(context_of(request)).public_key})


@router.post("/api/push/subscribe", response_model=bodies.DoneAnswer)
async def subscribe(request: Request, body: bodies.SubscriptionBody) -> Response:
    """Call this device when it is your turn at a slow table and none of your pages is open."""
    context, guest = context_of(request), _guest(request, body)
    _vapid(context)
    try:
        check_endpoint(body.endpoint, loopback=context.config.push == LOOPBACK)
        Recipient(body.p256dh, body.auth)
    except InvalidValue:
        raise RequestRefused(RequestReason.NO_PUSH_SERVICE) from None
    device = Subscription(
        body.endpoint,
        guest,
        body.p256dh,
        body.auth,
        language(request),
        context.tables.outside.now,
    )
    await in_thread(context.tables.store.subscriptions.add, device)
    return json_answer({"done": True})


@router.post("/api/push/unsubscribe", response_model=bodies.DoneAnswer)
async def unsubscribe(request: Request, body: bodies.EndpointBody) -> Response:
    """Call this device no more."""
    guest = _guest(request, body)
    await in_thread(context_of(request).tables.store.subscriptions.remove, body.endpoint, guest)
    return json_answer({"done": True})


def _guest(request: Request, body: bodies.EndpointBody) -> str:
    """Who is to be called here: the guest of the seat, if a personal link opened it."""
    guest = guest_of(request, body.table or None)
    if guest is None:
        raise RequestRefused(RequestReason.BAD_TOKEN)
    return guest_behind(guest)


def _vapid(context: Context) -> Vapid:
    if context.vapid is None:
        raise RequestRefused(RequestReason.PUSH_OFF)
    return context.vapid
