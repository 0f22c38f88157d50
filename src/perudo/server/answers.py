"""Answers as JSON, and refusals in the reader's language."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from perudo.engine.house import SetupProblem
from perudo.engine.refusals import Refusal
from perudo.i18n.languages import DEFAULT as DEFAULT_LANGUAGE
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.records.events_json import event_json
from perudo.server.context import ACTION
from perudo.server.refusal_texts import request_refusal_text, table_refusal_text
from perudo.server.request_refusals import RequestRefusal
from perudo.server.statuses import AnyRefusal, status_of
from perudo.table.live.log import json_bytes
from perudo.table.live.refusals import TableRefusal
from perudo.table.live.state import LiveTable
from perudo.web.defaults import default_box
from perudo.wording.refusal_text import refusal_text
from perudo.wording.setup_text import setup_problem_text

LANGUAGE_COOKIE = "perudo_lang"


def json_answer(value: object, status: int = 200) -> Response:
    return Response(json_bytes(value), status, media_type="application/json")


def refused(request: Request, refusal: AnyRefusal, table: LiveTable | None) -> Response:
    status, text = in_words(request, refusal, table)
    body = {"refusal": {**_facts(refusal), "text": text}, "version": table and table.version}
    answer = json_answer(body, status)
    if status in (429, 503):
        answer.headers["retry-after"] = str(getattr(refusal, "wait", None) or 1)
    if status == 401:
        answer.headers["www-authenticate"] = "Bearer"
    return answer


def in_words(request: Request, refusal: AnyRefusal, table: LiveTable | None) -> tuple[int, str]:
    """Return the status and the text of a refusal, in the reader's language."""
    lang = language(request)
    box = default_box(lang).key if table is None else table.settings.setup().rules.words.value
    t = Tongue(lang, box)
    names = () if table is None else tuple("" if c is None else c.name for c in table.chairs)
    match refusal:
        case Refusal():
            action = request.scope.get(ACTION)
            text = refusal_text(t, refusal, names, action)
        case TableRefusal():
            text = table_refusal_text(t, refusal, names)
        case RequestRefusal():
            text = request_refusal_text(t, refusal)
        case SetupProblem():
            text = setup_problem_text(t, refusal)
    return status_of(refusal), text


def _facts(refusal: AnyRefusal) -> dict[str, Any]:
    if isinstance(refusal, SetupProblem):
        return {
            "reason": refusal.fault.value,
            "clause": "T10",
            "asked": refusal.asked,
            "allowed": refusal.allowed,
        }
    facts: dict[str, Any] = {"reason": refusal.reason.value, "clause": refusal.clause}
    for name in ("asked", "allowed", "least", "most", "seat", "wait", "until"):
        value = getattr(refusal, name, None)
        if value not in (None, "", ()):
            facts[name] = value
    if isinstance(refusal, TableRefusal) and refusal.by is not None:
        facts["by"] = event_json(refusal.by)
    return facts


def language(request: Request) -> str:
    """The reader's language: from the address, else chosen on a page, else the browser's first
    language that we have."""
    for asked in (request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE)):
        if asked in LANGUAGES:
            return asked
    wanted: list[tuple[float, str]] = []
    for part in request.headers.get("accept-language", "")[:200].split(","):
        name, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        if name[:2].lower() in LANGUAGES and not name[2:3].isalpha():
            wanted.append((-weight, name[:2].lower()))
    return min(wanted, key=lambda pair: pair[0])[1] if wanted else DEFAULT_LANGUAGE
