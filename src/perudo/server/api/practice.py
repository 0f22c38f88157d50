"""The route that judges an answer to a position of the practice pages."""

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from perudo.engine.actions import Action, Call
from perudo.engine.bid import Bid
from perudo.engine.refusals import IllegalAction
from perudo.engine.view import View
from perudo.server import bodies
from perudo.server.answers import json_answer, language
from perudo.server.api.asking import REFUSALS
from perudo.server.api.coaching import action_json
from perudo.server.coaching import require_coach
from perudo.server.context import context_of
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.web.rendering import tongue

router = APIRouter(responses=REFUSALS)


@router.post("/api/practice", response_model=bodies.PracticeAnswer)
async def practise(request: Request, body: bodies.PracticeBody) -> Response:
    """Judge what you would do in a position to practise with. Where a calza is offered out of turn,
    neither `bid` nor `call` says that you let it pass. Nothing is stored."""
    require_coach()
    given, lang = _action(body), language(request)
    return json_answer(
        await context_of(request).coaching.think(_judged, body.position, given, lang)
    )


def _judged(name: str, given: Action | None, lang: str) -> dict[str, Any]:
    """Judge an answer, in the coach's thread: what it imports needs NumPy and takes a moment."""
    from perudo.coach.practice import answer, position_named  # noqa: PLC0415
    from perudo.web.practice_answer import answer_lines  # noqa: PLC0415

    position = position_named(name)
    if position is None:
        raise RequestRefused(RequestReason.NOT_FOUND)
    judged = answer(position, _legal(position.view, given, asking=position.asking))
    return {
        "verdict": judged.verdict.value,
        "lost": judged.lost,
        "best": action_json(judged.advice.best.action),
        "wins": judged.advice.wins,
        **answer_lines(tongue(lang, position.view.rules.words.value), position, judged),
    }


def _action(body: bodies.PracticeBody) -> Action | None:
    if body.bid is not None and body.call is not None:
        raise RequestRefused(RequestReason.MALFORMED, "bid, call")
    if body.bid is not None:
        return Bid(*body.bid)
    return None if body.call is None else Call(body.call)


def _legal(view: View, action: Action | None, *, asking: bool) -> Action | None:
    """Return the action, or refuse it as a table would."""
    if action is None:
        if not asking:
            raise RequestRefused(RequestReason.MALFORMED, "bid, call")
    elif action not in view.legal:
        if isinstance(action, Bid) and view.legal.bids is not None:
            refusal = view.legal.bids.refusal(action)
            assert refusal is not None
            raise IllegalAction(refusal)
        raise RequestRefused(RequestReason.MALFORMED, "bid" if isinstance(action, Bid) else "call")
    return action
