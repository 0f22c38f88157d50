"""A table in the memory of a server process: its state, its latest entries, its listeners.

A room is a cache. The log is the truth, and a room can be dropped at any time.
"""

import asyncio
import time
from collections import deque
from math import inf

from perudo.engine.actions import Seat
from perudo.engine.errors import Error, InvalidValue
from perudo.server.listener import Frames, Listener
from perudo.server.presence import Presence
from perudo.server.storage import Heading, StoredEntry
from perudo.table.live.audience import (
    Json,
    TableView,
    public_json,
    seat_json,
    table_json,
    table_view,
    visible_events,
)
from perudo.table.live.audiences import same_for_all, sealed
from perudo.table.live.clockwork import due_at
from perudo.table.live.fold import LogEntry, add_entry, first_entry
from perudo.table.live.log import json_bytes, read_events
from perudo.table.live.state import LiveTable, guest_behind

REMEMBERED = 32
"""Entries kept in memory, for streams that resume after a short absence."""


COUNT_SECONDS = 1.0
"""The number of onlookers is shown anew this often at most, however many come and go."""
SNAPSHOT_EVERY = 500
"""Entries between two snapshots of a table, from which older entries are folded."""


_UNKNOWN = -1
"""Marks a time that was not computed yet."""


class TableUnreadable(Error):
    """The log cannot be read from this entry on: damaged, or written by a newer version."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(f"table {table} cannot be read from entry {seq} on")
        self.table, self.seq = table, seq


class CommittedEntry:
    """A committed entry of the log, and the table after it."""

    __slots__ = ("_due", "_payloads", "_public", "entry", "same_for_all", "table")

    def __init__(self, entry: LogEntry, table: LiveTable) -> None:
        self.entry, self.table = entry, table
        self.same_for_all = same_for_all(entry.events)
        self._public: list[Json | None] | None = None
        self._payloads: dict[Seat | None, bytes | None] = {}
        self._due: int | None = _UNKNOWN

    @property
    def version(self) -> int:
        return self.table.version

    @property
    def due(self) -> int | None:
        """When the table is due to act by itself after this entry, if it is."""
        if self._due == _UNKNOWN:
            self._due = due_at(self.table)
        return self._due

    def is_news_after(self, version: int) -> bool:
        """Whether it came after this version. A sealed entry does not change the version, so a
        resumed stream may repeat the player's own claim."""
        return self.version > version or (self.version == version and sealed(self.entry.events))

    def audience(self, player: str | None) -> Seat | None:
        """The seat by which this player may know the entry; None for what everybody may know."""
        return None if self.same_for_all else self.table.seat_of(player)

    def concerns(self, seat: Seat | None) -> bool:
        """Whether this audience may notice the entry at all."""
        return bool(visible_events(self.entry.events, seat))

    def payload(self, seat: Seat | None) -> bytes | None:
        """The entry as JSON for this audience, made once; None if it may not notice it."""
        if self.same_for_all:
            seat = None
        if seat not in self._payloads:
            self._payloads[seat] = self._payload(seat)
        return self._payloads[seat]

    def _payload(self, seat: Seat | None) -> bytes | None:
        public = self._public or public_json(self.entry.events, self.table)
        if not self.same_for_all:
            self._public = public  # for the other seats
        events = seat_json(self.entry.events, public, seat)
        if not events:
            return None
        return json_bytes({"version": self.version, "at": self.entry.at, "events": events})


def read_entry(before: LiveTable | None, stored: StoredEntry) -> CommittedEntry:
    """Read an entry that follows the table ``before`` (None: the first entry) or raise
    TableUnreadable."""
    try:
        if type(stored.at) is not int:
            raise InvalidValue("an entry has no time")
        entry = LogEntry(stored.seq, stored.at, read_events(stored.body))
        table = first_entry(entry) if before is None else add_entry(before, entry)
        if table.id != stored.table:
            raise InvalidValue("an entry opens another table")
    except Exception as error:
        # This depends on nothing else: whatever fails, the entry is damaged.
        raise TableUnreadable(stored.table, stored.seq) from error
    return CommittedEntry(entry, table)


class Room:
    def __init__(self, first: StoredEntry) -> None:
        committed = read_entry(None, first)
        self.table = committed.table
        self.keys: dict[str, tuple[int, str]] = {}
        """All keys of the log, with their entries and the digests of the requests."""
        self.recent: deque[CommittedEntry] = deque(maxlen=REMEMBERED)
        self.listeners: set[Listener] = set()
        self.lock = asyncio.Lock()
        self.stale = False
        """Whether the log may have newer entries, which must be read before the next decision."""
        self.heading: Heading | None = None
        self.used_at = 0.0
        self.made_at = time.monotonic()
        self._presence = Presence(self._came_or_went)
        self.other_onlookers = 0
        self._counted, self._counted_at = 0, -inf
        """The number of onlookers that pages show, and since when."""
        self._counting = False
        self._snapshots: list[LiveTable] = []
        """Snapshots of the table, every ``SNAPSHOT_EVERY`` entries."""
        self._note(first.key, first.digest, committed)

    @property
    def due(self) -> int | None:
        return self.recent[-1].due

    def read(self, stored: StoredEntry) -> CommittedEntry | None:
        """Add an entry that another process wrote; return None if it is known."""
        if stored.seq <= self.table.seq:
            return None
        return self.add(stored, read_entry(self.table, stored))

    def read_again(self, log: list[tuple[StoredEntry, CommittedEntry]]) -> None:
        """Replace everything by a log that was rewritten."""
        self.keys.clear()
        self.recent.clear()
        self._snapshots.clear()
        for stored, committed in log:
            self.table = committed.table
            self._note(stored.key, stored.digest, committed)
        self.heading = None

    def add(self, stored: StoredEntry, committed: CommittedEntry) -> CommittedEntry:
        """Apply a committed entry and notify listeners."""
        self.table = committed.table
        self._note(stored.key, stored.digest, committed)
        if self.listeners:
            self._notify(committed)
        return committed

    def _note(self, key: str | None, digest: str | None, committed: CommittedEntry) -> None:
        if key is not None:
            self.keys[key] = (committed.entry.seq, digest or "")
        self.recent.append(committed)
        if committed.entry.seq % SNAPSHOT_EVERY == 0:
            self._snapshots.append(committed.table)

    def _notify(self, committed: CommittedEntry) -> None:
        frames: Frames = {}
        for listener in self.listeners:
            listener.hear(committed, frames)

    def join(self, listener: Listener) -> None:
        guest = guest_behind(listener.player)
        self.listeners.add(listener)
        self._presence.join(guest)
        if guest not in self._seated():
            self._count_again()

    def leave(self, listener: Listener) -> None:
        guest = guest_behind(listener.player)
        self.listeners.discard(listener)
        self._presence.leave(guest)
        if guest not in self._seated():
            self._count_again()

    @property
    def onlookers(self) -> int:
        """How many watch the table, through any process."""
        return self.own_onlookers + self.other_onlookers

    def count_others(self, people: int) -> None:
        """Note how many watch through other processes."""
        self.other_onlookers = people
        self._count_again()

    @property
    def own_onlookers(self) -> int:
        """How many follow the table here without sitting there; one guest counts once."""
        seated = self._seated()
        guests = [guest_behind(listener.player) for listener in self.listeners]
        known = {guest for guest in guests if guest and guest not in seated}
        return len(known) + guests.count("")

    def _count_again(self) -> None:
        """Show the number of onlookers if it changed: now, or in a moment if it did just before."""
        if self._counting or self.onlookers == self._counted:
            return
        wait = self._counted_at + COUNT_SECONDS - time.monotonic()
        if wait <= 0:
            self._count()
        else:
            self._counting = True
            asyncio.get_running_loop().call_later(wait, self._count)

    def _count(self) -> None:
        self._counting = False
        self._counted, self._counted_at = self.onlookers, time.monotonic()
        self._presence_changed()

    def has_page(self, guest: str) -> bool:
        """Whether this guest has a stream here, or had one a moment ago."""
        return self._presence.has_page(guest)

    def note_request(self, player: str | None) -> None:
        if player is not None:
            self._presence.ask(guest_behind(player))

    def is_away(self, seat: Seat) -> bool:
        """Whether the person on this chair has no stream and sent no request lately."""
        chair = self.table.chairs[seat] if seat < len(self.table.chairs) else None
        if chair is None or chair.player is None:
            return False
        return not self._presence.is_here(guest_behind(chair.player))

    def _seated(self) -> set[str]:
        return {guest_behind(chair.player) for chair in self.table.chairs if chair and chair.person}

    def _came_or_went(self, guest: str) -> None:
        if guest in self._seated():
            self._presence_changed()

    def _presence_changed(self) -> None:
        for listener in self.listeners:
            listener.presence_changed()

    def since(self, version: int) -> list[CommittedEntry] | None:
        """The entries after this version; None if they are not all in memory."""
        if self.recent[0].version > version + 1:
            return None
        return [committed for committed in self.recent if committed.is_news_after(version)]

    def after(self, seq: int) -> list[CommittedEntry] | None:
        """The entries after this one; None if they are not all in memory."""
        if self.recent[0].entry.seq > seq + 1:
            return None
        return [committed for committed in self.recent if committed.entry.seq > seq]

    def entry(self, seq: int) -> CommittedEntry | None:
        """An entry, if it is still in memory."""
        return next((committed for committed in self.recent if committed.entry.seq == seq), None)

    def before(self, seq: int) -> LiveTable | None:
        """The latest snapshot before this entry; None if there is none."""
        earlier = (mark for mark in reversed(self._snapshots) if mark.seq < seq)
        return next(earlier, None)

    def before_version(self, version: int) -> LiveTable | None:
        """The latest snapshot before this version."""
        earlier = (mark for mark in reversed(self._snapshots) if mark.version < version)
        return next(earlier, None)

    def json_for(self, player: str | None) -> dict[str, object]:
        return table_json(self.table, self.table.seat_of(player))

    def view_for(self, player: str | None) -> TableView:
        return table_view(self.table, self.table.seat_of(player))
