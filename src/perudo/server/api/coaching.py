"""The route to the coach, at tables where it is on."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from perudo.engine.actions import Action
from perudo.engine.bid import Bid
from perudo.odds.odds import BidOdds
from perudo.server import bodies
from perudo.server.answers import json_answer, language
from perudo.server.api.asking import REFUSALS
from perudo.server.context import context_of, player_of, table_named
from perudo.web.rendering import tongue

router = APIRouter(responses=REFUSALS)


@router.get("/api/tables/{table}/hint", response_model=bodies.HintAnswer)
async def hint(request: Request, table: str) -> Response:
    """The odds of the standing bid, and what the coach would do in your place: in your turn, at a
    table that was opened with `coach`. It knows what your seat may see, and nobody learns of it."""
    table = await table_named(request, table)
    player = player_of(request, table)
    context = context_of(request)
    room = await context.tables.fresh(table)
    room.note_request(player)
    version = room.table.version
    view, advice = await context.coaching.advice(room, player)
    # Imported only here, since the coach needs NumPy, which its thread has loaded by now.
    from perudo.web.hint import hint_lines, standing_lines  # noqa: PLC0415

    t = tongue(language(request), view.rules.words.value)
    return json_answer(
        {
            "version": version,
            "odds": _odds(advice.plain),
            "read": _odds(advice.read),
            "best": action_json(advice.best.action),
            "wins": advice.wins,
            "odds_lines": standing_lines(t, view, advice),
            "lines": hint_lines(t, advice),
        }
    )


def action_json(action: Action | None) -> dict[str, object]:
    """An action as requests have it; a pass is empty."""
    if action is None:
        return {}
    return {"bid": action} if isinstance(action, Bid) else {"call": action.value}


def _odds(odds: BidOdds | None) -> dict[str, object] | None:
    return None if odds is None else odds._asdict()
