"""Health, readiness and metrics, for the operator of the server."""

import hmac
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from perudo.server import metrics
from perudo.server.answers import json_answer
from perudo.server.context import context_of, own_address
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.threads import in_thread

router = APIRouter(include_in_schema=False)

THROUGH_A_PROXY: Final = ("x-forwarded-for", "x-real-ip", "forwarded", "x-forwarded-host", "via")
"""Headers that a proxy adds. A request that has one may come from anybody."""


@router.get("/healthz")
async def healthy() -> Response:
    """Say that the process runs."""
    return json_answer({"health": "up"})


@router.get("/readyz")
async def ready(request: Request) -> Response:
    """Say whether the process can serve tables: the database answers, all background tasks work,
    and it is not about to stop."""
    context = context_of(request)
    if context.stopping:
        return json_answer({"ready": False, "why": "stopping"}, 503)
    await in_thread(context.tables.store.ready)
    down = context.watch.down()
    if down:
        return json_answer({"ready": False, "why": "tasks-down", "tasks": down}, 503)
    return json_answer({"ready": True})


@router.get("/metrics")
async def exposition(request: Request) -> Response:
    """Metrics for Prometheus, for those the operator allows."""
    if not _may_measure(request, context_of(request).config.metrics):
        raise RequestRefused(RequestReason.METRICS_CLOSED)
    body, media = metrics.exposition()
    return Response(body, headers={"content-type": media})


def _may_measure(request: Request, setting: str) -> bool:
    match setting:
        case "off":
            return False
        case "local":
            return _is_local(request)
        case token:
            kind, _, given = request.headers.get("authorization", "").partition(" ")
            same = hmac.compare_digest(given.strip().encode(), token.encode())
            return kind.lower() == "bearer" and same


def _is_local(request: Request) -> bool:
    """Whether the request comes from this machine and through no proxy."""
    if any(name in request.headers for name in THROUGH_A_PROXY):
        return False
    address = own_address(request)
    return address is not None and address.is_loopback
