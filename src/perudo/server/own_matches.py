"""The matches of the guest who asks, and what they say about the guest's play."""

from collections.abc import Mapping
from typing import Any

import orjson
from starlette.requests import Request

from perudo.engine.editions import EDITIONS
from perudo.records.habits import Habits
from perudo.server.context import context_of, guest_of
from perudo.server.storage import StoredPlay
from perudo.server.threads import in_thread
from perudo.web.own_matches import OwnMatch

MOST_MATCHES = 500
"""How far back a guest's matches are listed and counted."""


async def own_matches(request: Request, limit: int = MOST_MATCHES) -> list[OwnMatch]:
    """The guest's matches, the latest first; none for strangers."""
    guest = guest_of(request)
    if guest is None:
        return []
    found = await in_thread(context_of(request).tables.store.plays, guest, limit)
    matches = (_own_match(stored) for stored in found)
    return [match for match in matches if match is not None]


def _own_match(stored: StoredPlay) -> OwnMatch | None:
    """Read a stored play; None if it is damaged."""
    try:
        facts: Mapping[str, Any] = orjson.loads(stored.facts)
        habits, winner = facts.get("habits"), facts.get("winner")
        if facts["edition"] not in EDITIONS:
            return None
        over = stored.state == "over"
        return OwnMatch(
            table=stored.table,
            code=stored.code,
            number=stored.number,
            at=stored.at,
            state=stored.state,
            edition=facts["edition"],
            names=tuple(facts["names"]),
            seats=tuple(facts["seats"]),
            hot=facts["hot"],
            winner=winner,
            resigned=facts.get("resigned", False),
            # The match of somebody who resigned may still be on.
            shown=over and (winner is not None or bool(stored.over)),
            habits=None if habits is None else Habits(*habits),
        )
    except (ValueError, KeyError, TypeError):
        return None
