"""From a table's log to the record of one of its matches."""

from collections.abc import Sequence

from perudo.records.record import Record
from perudo.server.room import Landed
from perudo.table.live.matches import logged_matches


def record_from(log: Sequence[Landed], number: int) -> Record | None:
    """The match with this number, with the proof of its dice; None until it is over."""
    table = log[0].table.id
    for place, match in enumerate(logged_matches(table, (landed.entry for landed in log)), 1):
        if place == number:
            return match.record() if match.over else None
    return None
