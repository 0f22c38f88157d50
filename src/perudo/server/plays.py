"""Who plays in which match: stored beside the logs, so that guests find their matches.

Everything follows from the log. Most entries change nothing of it.
"""

from collections.abc import Iterable
from typing import Any

from perudo.engine.actions import Seat
from perudo.records.habits import habits_of
from perudo.server.storage.values import Play, PlayState
from perudo.table.live.log import json_bytes
from perudo.table.live.state import HAND, LiveTable, guest_behind

Plays = dict[tuple[str, int], Play]
"""Plays of a table by guest and number of the match."""


def changed(before: LiveTable | None, after: LiveTable) -> tuple[Play, ...]:
    """The plays that an entry changes."""
    if before is not None and _same(before, after):
        return ()
    known = {} if before is None else _plays(before)
    now = _plays(after)
    ended = [
        play._replace(state=PlayState.GONE, facts="")
        for key, play in known.items()
        if key not in now and play.state is not PlayState.OVER
    ]
    resigned = set() if before is None else _resigned(before)
    news = [
        play
        for key, play in now.items()
        # Whoever has resigned keeps what was noted then: a bot played the rest.
        if known.get(key) != play and not (play.guest in resigned and key in known)
    ]
    return (*ended, *news)


def _same(before: LiveTable, after: LiveTable) -> bool:
    return (
        before.chairs is after.chairs
        and before.number == after.number
        and before.winner is after.winner
        and (before.match is None) == (after.match is None)
        and before.closed == after.closed
    )


def plays_of(tables: Iterable[LiveTable]) -> Plays:
    """The plays after a whole log, given the table after each of its entries."""
    plays: Plays = {}
    before: LiveTable | None = None
    for table in tables:
        for play in changed(before, table):
            if play.state is PlayState.GONE:
                plays.pop((play.guest, play.number), None)
            else:
                plays[play.guest, play.number] = play
        before = table
    return plays


def _resigned(table: LiveTable) -> set[str]:
    return {chair.player for chair in table.chairs if chair and chair.resigned and chair.player}


def _plays(table: LiveTable) -> Plays:
    """The plays of the match that is on, over, or waited for."""
    if table.closed and table.winner is None:
        return {}
    number = table.number + (table.match is None)
    seats: dict[str, list[Seat]] = {}
    for seat in table.persons:
        seats.setdefault(guest_behind(table.chair(seat).player), []).append(seat)
    return {(guest, number): _play(table, guest, number, own) for guest, own in seats.items()}


def _play(table: LiveTable, guest: str, number: int, seats: list[Seat]) -> Play:
    chair = table.chair(seats[0])
    passed_around = HAND in (chair.player or "")
    facts: dict[str, Any] = {
        "edition": table.settings.edition,
        "names": [None if chair is None else chair.name for chair in table.chairs],
        "seats": seats,
        "hot": passed_around,
    }
    state = PlayState.WAITING if table.match is None else PlayState.ON
    if table.match is not None and (table.winner is not None or chair.resigned):
        state = PlayState.OVER
        facts["winner"], facts["resigned"] = table.winner, chair.resigned
        if not passed_around:
            facts["habits"] = habits_of(table.match.score.past, seats[0])
    return Play(guest, number, state, json_bytes(facts).decode())
