"""Erase what a guest wrote from the logs: names and texts go, the game stays.

Entries are rewritten in place. A name becomes "Guest" with the number of the chair, a line
of chat an ellipsis, and the guest's id a new one that nobody holds a token for. Bids, dice and
times stay, so that the logs fold and the proofs hold as before.
"""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import orjson

from perudo.server import codes
from perudo.server.admin.problems import AdminProblem, unreadable
from perudo.server.headings import heading_of
from perudo.server.plays import plays_of
from perudo.server.room import TableUnreadable
from perudo.server.storage import Store, StoredEntry
from perudo.server.storage.operating import Rewriting
from perudo.server.tables import history
from perudo.table.live.events import BotSat, Sat
from perudo.table.live.state import LiveTable, guest_behind

NO_TEXT = "…"
NOTICED_SECONDS = 2.5
"""By then a running server has read its logs again and no longer writes the old name."""
PASSES = 5


class Erased(NamedTuple):
    tables: tuple[str, ...]
    unreadable: tuple[str, ...]
    """Tables with unreadable logs, where nothing was erased."""


def erase(store: Store, guest: str, random_bytes: codes.Bytes, server_runs: bool) -> Erased:
    """Erase the guest from all tables, including those in play."""
    new_ids: dict[str, str] = {}
    unreadable: set[str] = set()
    for _ in range(PASSES):
        changed = False
        for table in sorted({*store.operating.tables_naming(guest), *new_ids} - unreadable):
            new_ids.setdefault(table, codes.player_id(random_bytes))
            try:
                changed |= store.operating.rewrite(table, _without(guest, new_ids[table]))
            except AdminProblem:
                unreadable.add(table)
        if not changed:
            break
        if server_runs:
            # A server may have written the old name before it noticed: look once more.
            time.sleep(NOTICED_SECONDS)
    store.subscriptions.remove_all(guest)
    store.operating.sweep()
    return Erased(tuple(sorted(set(new_ids) - unreadable)), tuple(sorted(unreadable)))


def _without(guest: str, new_id: str) -> Callable[[list[StoredEntry]], Rewriting]:
    return lambda entries: _rewriting(entries, guest, new_id)


def _rewriting(entries: list[StoredEntry], guest: str, new_id: str) -> Rewriting:
    try:
        cleaner = _Cleaner(entries, guest, new_id)
        cleaned = [
            cleaner.cleaned(entry, committed.table)
            for entry, committed in zip(entries, history(entries), strict=True)
        ]
        log = history(cleaned)
        after = log[-1].table
    except TableUnreadable as error:
        raise unreadable(entries[0].table, error) from error
    changed = [new for new, old in zip(cleaned, entries, strict=True) if new != old]
    played = plays_of(committed.table for committed in log)
    return Rewriting(changed, heading_of(after), tuple(played.values()))


class _Cleaner:
    def __init__(self, entries: list[StoredEntry], guest: str, new_id: str) -> None:
        self._guest, self._new_id = guest, new_id
        self._taken = {
            event.name.casefold()
            for committed in history(entries)
            for event in committed.entry.events
            if isinstance(event, BotSat)
            or (isinstance(event, Sat) and not self._is_guest(event.player))
        }

    def _is_guest(self, player: str | None) -> bool:
        return guest_behind(player) in (self._guest, self._new_id)

    def cleaned(self, entry: StoredEntry, after: LiveTable) -> StoredEntry:
        """Remove what the guest wrote from an entry; ``after`` is the table after it."""
        seats = {
            seat
            for seat, chair in enumerate(after.chairs)
            if chair is not None and self._is_guest(chair.player)
        }
        before = orjson.loads(entry.body)
        clean = self._clean(before, seats)
        if clean != before:
            entry = entry._replace(body=orjson.dumps(clean).decode())
        owner = (entry.key or "").partition(":")[0]
        if self._is_guest(owner):
            # The guest chose the key, and a short text could be guessed from the digest.
            entry = entry._replace(key=None, digest=None)
        return entry

    def _clean(self, value: Any, seats: set[int]) -> Any:
        match value:
            case str():
                return self._id(value)
            case list():
                return [self._clean(item, seats) for item in value]
            case {"event": "said", "seat": seat} if seat in seats:
                return {**value, "text": NO_TEXT}
            case {"event": "remarked", "player": player} if self._is_guest(player):
                return {**value, "player": self._id(player), "name": "Guest", "text": NO_TEXT}
            case {"event": "sat", "seat": seat, "player": player} if self._is_guest(player):
                return {**value, "player": self._id(player), "name": self._name(seat)}
            case {"event": "match-opened", "names": names}:
                clean = [self._name(s) if s in seats else name for s, name in enumerate(names)]
                return {**value, "names": clean}
            case dict():
                return {name: self._clean(item, seats) for name, item in value.items()}
            case _:
                return value

    def _id(self, text: str) -> str:
        """Replace the guest's id, keeping the number of the hand; leave other ids alone."""
        if guest_behind(text) != self._guest:
            return text
        return self._new_id + text[len(self._guest) :]

    def _name(self, seat: int) -> str:
        name = f"Guest {seat + 1}"
        while name.casefold() in self._taken:
            name += "'"
        return name
