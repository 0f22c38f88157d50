"""Pages that are about no table: home and the check of dice."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from perudo.server.site.answering import page_answer, reader_of
from perudo.web.fair import fair_page

router = APIRouter(include_in_schema=False)


@router.get("/fair")
async def fair(request: Request) -> Response:
    """Checks the dice of a record in the reader's own browser."""
    return page_answer(request, fair_page(reader_of(request)))
