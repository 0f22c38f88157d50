"""Drawings and scripts that are asked for by themselves."""

from importlib.resources import files
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from perudo import web
from perudo.server.refusals import RequestReason, RequestRefused
from perudo.server.site.answering import packed

router = APIRouter(include_in_schema=False)

MEDIA: Final = {"js": "text/javascript", "svg": "image/svg+xml", "png": "image/png"}
_FILES: Final = ("fair.js", "icon.svg", "icon-192.png", "icon-512.png")


@router.get("/static/{name}")
async def static(request: Request, name: str) -> Response:
    if name not in _FILES:
        raise RequestRefused(RequestReason.NOT_FOUND)
    body = files(web).joinpath("static", name).read_bytes()
    media = MEDIA[name.rpartition(".")[2]]
    return packed(request, body, media, {"cache-control": "max-age=3600"})
