"""List tables, and the guests of one table, for an operator."""

from typing import Any, NamedTuple

import orjson

from perudo.server.admin.deciding import table_from
from perudo.server.admin.problems import AdminProblem
from perudo.server.storage import Store, StoredEntry
from perudo.server.storage.operating import TableRow
from perudo.server.tables import history
from perudo.table.live.events import Sat

WAITING, PLAYING, OVER, CLOSED, UNREADABLE = "waiting", "playing", "over", "closed", "unreadable"


class ListedTable(NamedTuple):
    table: str
    code: str
    edition: str
    state: str
    seats: int
    names: list[str]
    version: int
    log_bytes: int
    opened_at: int
    touched_at: int


class ListedGuest(NamedTuple):
    guest: str
    """With the number of the hand, if the guest plays several."""
    name: str
    seat: int
    sits: bool
    """Whether the guest still sits there with this name."""
    host: bool


def tables(store: Store, limit: int | None) -> list[ListedTable]:
    """At most ``limit`` tables, the latest touched first."""
    return [_listed(store, row) for row in store.operating.tables(limit)]


def _listed(store: Store, row: TableRow) -> ListedTable:
    summary: dict[str, Any] = orjson.loads(row.heading.summary)
    return ListedTable(
        row.id,
        row.heading.code,
        summary["edition"],
        _state(store, row.id),
        summary["seats"],
        summary["names"],
        row.version,
        row.log_bytes,
        row.opened_at,
        row.touched_at,
    )


def _state(store: Store, table: str) -> str:
    try:
        live = table_from(store.entries(table))
    except AdminProblem:
        return UNREADABLE
    if live.closed:
        return CLOSED
    if live.winner is not None:
        return OVER
    return PLAYING if live.on else WAITING


def guests(entries: list[StoredEntry]) -> list[ListedGuest]:
    """Everybody who ever sat at the table, in order of arrival."""
    live = table_from(entries)
    found: dict[tuple[str, int, str], ListedGuest] = {}
    for committed in history(entries):
        for event in committed.entry.events:
            if isinstance(event, Sat):
                chair = live.chairs[event.seat]
                sits = chair is not None and (chair.player, chair.name) == event[1:3]
                host = event.player == live.host
                key = (event.player, event.seat, event.name)
                found[key] = ListedGuest(event.player, event.name, event.seat, sits, host)
    return list(found.values())
