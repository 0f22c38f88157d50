"""Pages to play with, without a table: the lesson, and the phone as a dice cup."""

from random import SystemRandom
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from perudo.server.site.answering import page_answer, reader_of
from perudo.server.site.lesson_deals import deal_lesson, taught_rules
from perudo.web.cup_page import cup_page
from perudo.web.defaults import default_box
from perudo.web.lesson_page import lesson_page

router = APIRouter(include_in_schema=False)

_CHANCE: Final = SystemRandom()
Short = Annotated[str, Query(max_length=40)]


@router.get("/learn")
async def learn(request: Request, edition: Short = "", step: Short = "") -> Response:
    """The lesson, with new dice at each visit."""
    reader = reader_of(request)
    rules = taught_rules(edition or default_box(reader.lang).key)
    return page_answer(request, lesson_page(reader, deal_lesson(rules, _CHANCE), step))


@router.get("/cup")
async def cup(request: Request) -> Response:
    return page_answer(request, cup_page(reader_of(request)))
