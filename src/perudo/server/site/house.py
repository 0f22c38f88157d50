"""Pages without a table: home, set-up, comparison of boxes, check of dice."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from perudo.engine.editions import EDITIONS
from perudo.engine.house import SetupProblem, table_rules
from perudo.server.answers import json_answer
from perudo.server.api.lobby import RUNNING_MS
from perudo.server.context import context_of, public_url
from perudo.server.headings import listing
from perudo.server.own_matches import own_matches
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.site.answering import page_answer, reader_of
from perudo.server.threads import in_thread
from perudo.web.away_page import away_page
from perudo.web.editions_page import editions_page
from perudo.web.fair_page import fair_page, fair_words
from perudo.web.home_page import Listed, home_page, open_tables
from perudo.web.own_matches import mine_page
from perudo.web.privacy_page import Keeping, privacy_page
from perudo.web.rendering import tongue
from perudo.web.rule_note import rule_note
from perudo.web.setup_page import setup_page
from perudo.wording.setup_text import setup_problem_text

router = APIRouter(include_in_schema=False)

MOST_SHOWN = 30
SHOWN_OWN = 20
"""Of a guest's matches, those that the home page looks at."""


@router.get("/")
async def home(request: Request) -> Response:
    reader, url = reader_of(request), public_url(request)
    own = await own_matches(request, SHOWN_OWN)
    return page_answer(request, home_page(reader, await _listed(request), own, url))


@router.get("/mine")
async def mine(request: Request) -> Response:
    """The guest's own matches and statistics."""
    return page_answer(request, mine_page(reader_of(request), await own_matches(request)))


@router.get("/open-tables")
async def listed_tables(request: Request) -> Response:
    """The list of open tables alone, to update an open page."""
    html = open_tables(reader_of(request), await _listed(request))
    return HTMLResponse(html, headers={"cache-control": "no-store"})


async def _listed(request: Request) -> Listed:
    tables = context_of(request).tables
    waiting = await in_thread(tables.store.listed, MOST_SHOWN)
    since = tables.outside.now - RUNNING_MS
    running = await in_thread(tables.store.running, since, MOST_SHOWN)
    return Listed(listing(waiting, tables.set_aside), listing(running, tables.set_aside))


@router.get("/new")
async def new_table(request: Request, edition: str = "") -> Response:
    return page_answer(request, setup_page(reader_of(request), edition))


@router.get("/new/check")
async def check_rules(
    request: Request,
    edition: str,
    option: Annotated[tuple[str, ...], Query(max_length=10)] = (),
    house: Annotated[tuple[str, ...], Query(max_length=20)] = (),
) -> Response:
    """Say whether the chosen rules go together; a house rule is ``point=value``."""
    pairs = (rule.partition("=") for rule in house)
    try:
        table_rules(edition, option, {point: value for point, _, value in pairs})
    except SetupProblem as problem:
        text = setup_problem_text(tongue(reader_of(request).lang), problem, plain=True)
        return json_answer({"asked": problem.asked, "text": text})
    return json_answer({"asked": "", "text": ""})


@router.get("/rule/{clause}")
async def rule(request: Request, clause: str, box: str = "") -> Response:
    """A rule in a sentence, for a page whose reader asks why."""
    html = rule_note(reader_of(request), clause, box if box in EDITIONS else "")
    if html is None:
        raise RequestRefused(RequestReason.NOT_FOUND)
    return HTMLResponse(html, headers={"cache-control": "no-store"})


@router.get("/editions")
async def editions(request: Request) -> Response:
    return page_answer(request, editions_page(reader_of(request)))


@router.get("/fair")
async def fair(request: Request) -> Response:
    """The page that checks the dice of a record in the reader's browser."""
    return page_answer(request, fair_page(reader_of(request)))


@router.get("/privacy")
async def privacy(request: Request) -> Response:
    """What this server stores about guests, by its configuration."""
    config = context_of(request).config
    keeping = Keeping(config.keep_finished_days, config.keep_idle_days, config.contact)
    return page_answer(request, privacy_page(reader_of(request), keeping))


@router.get("/fair/words")
async def words_of_check(request: Request) -> Response:
    """The part for the check at the end of a match, to update an open page."""
    html = fair_words(reader_of(request))
    return HTMLResponse(html, headers={"cache-control": "no-store"})


@router.get("/away")
async def away(request: Request) -> Response:
    """The page that devices show when the server does not answer."""
    return page_answer(request, away_page(reader_of(request)))
