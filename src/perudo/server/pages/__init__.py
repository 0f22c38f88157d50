"""Pages and their scripts."""

from importlib.resources import files
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from perudo.engine.editions import DEFAULT
from perudo.server.answers import language
from perudo.server.context import table_named
from perudo.server.pages.fair import fair_page
from perudo.server.pages.home import home_page
from perudo.server.refusals import RequestReason, RequestRefused

router = APIRouter(include_in_schema=False)

_STATIC: Final = {"fair.js": "text/javascript", "pages.css": "text/css"}


@router.get("/")
async def home(request: Request) -> Response:
    page = home_page(language(request), DEFAULT.key)
    return Response(page, media_type="text/html", headers={"vary": "accept-language"})


@router.get("/t/{table}")
async def table(request: Request, table: str) -> Response:
    """Where the link for friends leads: the table as they may see it."""
    return RedirectResponse(f"/api/tables/{await table_named(request, table)}", 303)


@router.get("/fair")
async def fair(request: Request) -> Response:
    """Checks the dice of a record in the reader's own browser."""
    page = fair_page(language(request), DEFAULT.key)
    return Response(page, media_type="text/html", headers={"vary": "accept-language"})


@router.get("/static/{name}")
async def static(name: str) -> Response:
    if name not in _STATIC:
        raise RequestRefused(RequestReason.NOT_FOUND)
    return Response(files(__name__).joinpath(name).read_bytes(), media_type=_STATIC[name])
