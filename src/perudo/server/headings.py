"""Headings: what the list of open tables shows of a table, stored beside its log."""

from collections.abc import Container, Iterable
from typing import Any

import orjson

from perudo.server.storage import Heading
from perudo.table.live.log import json_bytes
from perudo.table.live.state import LiveTable


def heading_of(table: LiveTable) -> Heading:
    waiting = table.match is None and not table.closed
    settings = table.settings
    summary = {
        "edition": settings.edition,
        "options": settings.options,
        "house": dict(settings.house),
        "seats": settings.seats,
        "free": table.chairs.count(None),
        "names": [chair.name for chair in table.chairs if chair is not None],
        "turn_seconds": settings.turn_seconds,
        "lobby": table.gathers,
        "coach": settings.coach,
    }
    return Heading(
        code=table.code,
        listed=settings.listed and waiting,
        over=table.closed or table.winner is not None,
        summary=json_bytes(summary).decode(),
        running=settings.listed and table.on and not table.closed,
    )


def changed(known: Heading | None, before: LiveTable, after: LiveTable) -> Heading | None:
    """The new heading if it changed; most entries do not change it."""
    same = (
        known is not None
        and before.chairs is after.chairs
        and before.winner is after.winner
        and (before.match is None) == (after.match is None)
        and before.closed == after.closed
    )
    if same:
        return None
    heading = heading_of(after)
    return None if heading == known else heading


def listing(
    found: Iterable[tuple[str, Heading, int]], set_aside: Container[str]
) -> list[dict[str, Any]]:
    """A list of public tables, without unreadable ones."""
    listed: list[dict[str, Any]] = []
    for table, heading, _ in found:
        if table in set_aside:
            continue
        try:
            summary = dict(orjson.loads(heading.summary))
        except (ValueError, TypeError):
            continue  # a damaged heading; the table itself may be fine
        listed.append({"table": table, "code": heading.code, **summary})
    return listed
