"""For whoever runs the server: health, readiness, metrics."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from perudo.server import metrics
from perudo.server.answers import json_answer
from perudo.server.context import context_of
from perudo.server.threads import in_thread

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthy() -> Response:
    """The process runs."""
    return json_answer({"health": "up"})


@router.get("/readyz")
async def ready(request: Request) -> Response:
    """The process can serve tables: the database answers, every task in the background does its
    work, and it is not about to stop."""
    context = context_of(request)
    if context.stopping:
        return json_answer({"ready": False, "why": "stopping"}, 503)
    await in_thread(context.tables.store.ready)
    down = context.watch.down()
    if down:
        return json_answer({"ready": False, "why": "tasks-down", "tasks": down}, 503)
    return json_answer({"ready": True})


@router.get("/metrics")
async def exposition() -> Response:
    body, media = metrics.exposition()
    return Response(body, headers={"content-type": media})
