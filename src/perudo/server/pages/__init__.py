"""Pages and their scripts."""

from importlib.resources import files

from fastapi import APIRouter
from starlette.responses import Response

router = APIRouter(include_in_schema=False)

_HERE = files(__name__)


@router.get("/fair")
async def fair_page() -> Response:
    """Checks the dice of a record in the reader's own browser."""
    return Response(_HERE.joinpath("fair.html").read_bytes(), media_type="text/html")


@router.get("/static/fair.js")
async def fair_script() -> Response:
    return Response(_HERE.joinpath("fair.js").read_bytes(), media_type="text/javascript")
