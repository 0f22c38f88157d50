"""Static files: drawings, separate scripts, and what makes the site installable."""

from importlib.resources import files
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from perudo import web
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.site.answering import packed, reader_of
from perudo.table.live.log import json_bytes
from perudo.web import assets
from perudo.web.away_page import worker
from perudo.web.card import PICTURE
from perudo.web.manifest import manifest

router = APIRouter(include_in_schema=False)

MEDIA: Final = {
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "png": "image/png",
}
_DRAWINGS: Final = ("icon.svg", "icon-call.svg", "icon-192.png", "icon-512.png", PICTURE)
_CHECK: Final = (
    "match-check.js",
    "check.js",
    "kept.js",
    "chain.js",
    "storage.js",
    "proof.js",
    "record.js",
    "hashing.js",
    "fair.css",
)
"""The check at the end of a match, never cached: it must match the page."""

_LATER: Final = ("own-part.js", "coach.js")
"""What a page loads after it has been drawn, in one file with its imports."""


@router.get("/static/{name}")
async def static(request: Request, name: str) -> Response:
    if name in _LATER:
        body = assets.module(name.removesuffix(".js"))
        return packed(request, body, MEDIA["js"], {"cache-control": "no-cache"})
    file = files(web).joinpath("static", name)
    if name not in (*_DRAWINGS, *_CHECK) or not file.is_file():
        raise RequestRefused(RequestReason.NOT_FOUND)
    media = MEDIA[name.rpartition(".")[2]]
    headers = {"cache-control": "no-cache" if name in _CHECK else "max-age=3600"}
    if name == PICTURE:
        headers["cross-origin-resource-policy"] = "cross-origin"  # others show it beside our links
    return packed(request, file.read_bytes(), media, headers)


@router.get("/manifest.webmanifest")
async def web_manifest(request: Request) -> Response:
    body = json_bytes(manifest(reader_of(request)))
    return packed(request, body, "application/manifest+json", {"cache-control": "max-age=3600"})


@router.get("/sw.js")
async def service_worker(request: Request) -> Response:
    """At the root, because a service worker only serves addresses below its own."""
    return packed(request, worker().encode(), "text/javascript", {"cache-control": "no-cache"})
