"""Make the record of a match from a table's log."""

from collections.abc import Sequence

from perudo.records.record import Record
from perudo.server.room import CommittedEntry
from perudo.table.live.matches import logged_matches


def record_from(log: Sequence[CommittedEntry], number: int) -> Record | None:
    """The record of this match, with the proof of its dice; None until it is over."""
    table = log[0].table.id
    for place, match in enumerate(logged_matches(table, (committed.entry for committed in log)), 1):
        if place == number:
            return match.record() if match.over else None
    return None
