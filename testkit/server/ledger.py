"""Record what clients received, and compare it with the log.

A ledger keeps every answer by its key, and every frame of every stream. The log is read from the
database, not through the server, and must contain all of it, byte for byte.
"""

import asyncio
import sys
from collections import Counter
from typing import NamedTuple

from perudo.server.api.asking import answer_for
from perudo.server.room import CommittedEntry, Room
from perudo.server.storage import Store, StoredEntry
from testkit.commands import perudo
from testkit.server.wire import Answer

PUT_OFF = (503, 507)
"""Statuses that mean "not now": the request may be sent again with the same key."""


class Sent(NamedTuple):
    """A request with a key of its own."""

    key: str
    table: str
    seat: int
    token: str
    path: str
    body: dict[str, object]


class FollowedStream:
    """One stream of a seat (None: an onlooker), over all its reconnections, from entry 1."""

    def __init__(self, port: int, table: str, token: str | None) -> None:
        self.port, self.table, self.token = port, table, token
        self.frames: list[bytes] = []
        self.times: list[float] = []
        self.last = 0
        self.ended = self.lost = 0
        """How often the server ended the stream properly, and how often it was cut off."""


class Ledger:
    def __init__(self) -> None:
        self.answered: dict[str, tuple[Sent, bytes]] = {}
        self.refused: dict[str, tuple[Sent, str]] = {}
        self.unanswered: dict[str, Sent] = {}
        self.streams: list[FollowedStream] = []
        self.wrong: list[str] = []
        self.reasons: Counter[str] = Counter()
        """How often each reason was given, in refusals and in answers that mean "not now"."""
        self.repeated = 0
        """How often a request that was granted before was granted again."""

    def ask(self, sent: Sent) -> None:
        self.unanswered[sent.key] = sent

    def note(self, sent: Sent, answer: Answer) -> bool:
        """Record an answer; return whether the request is granted or refused for good."""
        if answer.status == 200:
            self._granted(sent, answer.body)
        elif not self._refused(sent, answer):
            return False
        self.unanswered.pop(sent.key, None)
        return True

    def _granted(self, sent: Sent, body: bytes) -> None:
        if sent.key in self.refused:
            self.wrong.append(f"{sent.key}: refused, then granted")
        before = self.answered.setdefault(sent.key, (sent, body))[1]
        if before is not body:
            self.repeated += 1
            if before != body:
                self.wrong.append(f"{sent.key}: {before!r}, then {body!r}")

    def _refused(self, sent: Sent, answer: Answer) -> bool:
        """Record a refusal; return False if it only means "not now"."""
        try:
            reason = str(answer.json()["refusal"]["reason"])
        except (ValueError, KeyError, TypeError):
            self.wrong.append(
                f"{sent.key}: {answer.status} without a reason: {answer.body[:200]!r}"
            )
            reason = "none"
        self.reasons[reason] += 1
        if answer.status in PUT_OFF:
            return False
        self.refused[sent.key] = (sent, reason)
        if sent.key in self.answered:
            self.wrong.append(f"{sent.key}: granted, then refused as {reason}")
        return True

    def unexpected(self, *allowed: str) -> list[str]:
        """Return the reasons given other than the allowed ones, with their counts."""
        return [f"{n} refused: {r}" for r, n in self.reasons.items() if r not in allowed]


class Books:
    """The log of every table as last read; an entry that was read once must never change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rooms: dict[str, Room] = {}
        self._entries: dict[str, list[StoredEntry]] = {}
        self._landed: dict[str, list[CommittedEntry]] = {}
        self._checked: set[str] = set()
        self._compared: Counter[FollowedStream] = Counter()

    def check(self, ledger: Ledger, *, all_heard: bool = False) -> list[str]:
        """Compare the ledger with the log, and return what is wrong.

        ``all_heard``: also report entries that a stream has not received yet.
        """
        tables = {sent.table for sent, _ in ledger.answered.values()}
        wrong = list(ledger.wrong)
        for table in tables | {heard.table for heard in ledger.streams}:
            wrong += self._read(table)
        for key, (sent, body) in ledger.answered.items():
            if key not in self._checked:
                self._checked.add(key)
                wrong += self._answer(sent, body)
        in_log = {entry.key for log in self._entries.values() for entry in log}
        for key, (sent, reason) in ledger.refused.items():
            if own_key(sent) in in_log:
                wrong.append(f"{key}: refused as {reason}, but it is in the log")
        for heard in ledger.streams:
            wrong += self._stream(heard, all_heard)
        return wrong

    @property
    def entries(self) -> int:
        return sum(map(len, self._entries.values()))

    def log(self, table: str) -> list[CommittedEntry]:
        self._read(table)
        return self._landed[table]

    def _read(self, table: str) -> list[str]:
        entries = self._store.entries(table)
        known = self._entries.get(table, [])
        wrong = []
        if entries[: len(known)] != known:
            wrong.append(f"{table}: an entry that was read before has changed or gone")
        if [e.seq for e in entries] != list(range(1, len(entries) + 1)):
            return [*wrong, f"{table}: the entries do not follow one another"]
        if table not in self._rooms:
            room = self._rooms[table] = Room(entries[0])
            self._landed[table] = [room.recent[-1]]
        for entry in entries[len(self._landed[table]) :]:
            committed = self._rooms[table].read(entry)
            assert committed is not None
            self._landed[table].append(committed)
        self._entries[table] = entries
        return wrong

    def _answer(self, sent: Sent, body: bytes) -> list[str]:
        version = version_of(body)
        if version > len(self._entries[sent.table]):
            return [f"{sent.key}: acknowledged as entry {version}, which is not in the log"]
        if self._entries[sent.table][version - 1].key != own_key(sent):
            return [f"{sent.key}: entry {version} is somebody else's"]
        committed = self._landed[sent.table][version - 1]
        if answer_for(committed, player(sent.token)) != body:
            return [f"{sent.key}: the log has other events than were answered"]
        return []

    def _stream(self, heard: FollowedStream, all_heard: bool) -> list[str]:
        """Check that the frames are those of the log, from entry 1, without gap or repetition."""
        who = None if heard.token is None else player(heard.token)
        log = self._landed[heard.table]
        position, at = self._compared[heard], 0
        if position:
            at = version_of(heard.frames[position - 1])
        for committed in log[at:]:
            payload = committed.payload(committed.audience(who))
            if payload is None:
                continue
            if position == len(heard.frames):
                missing = f"{heard.table}: a stream never heard entry {committed.entry.seq}"
                return [missing] if all_heard else []
            if heard.frames[position] != payload:
                return [f"{heard.table}: a stream showed {heard.frames[position]!r}: not the log"]
            position += 1
            self._compared[heard] = position
        extra = heard.frames[position:]
        return [f"{heard.table}: a stream showed {extra[0]!r}: not in the log"] if extra else []


def version_of(payload: bytes) -> int:
    """Return the version of an answer or frame, which comes first in it, without parsing it."""
    return int(payload[payload.index(b":") + 1 : payload.index(b",")])


def player(token: str) -> str:
    return token.partition(".")[0]


def own_key(sent: Sent) -> str:
    return f"{player(sent.token)}:{sent.key}"


async def audited(database: str, server: str | None = None) -> list[str]:
    """Return what ``perudo audit`` finds; with a server, nobody may be playing."""
    words = perudo("audit", "--database", database)
    if server is not None:
        words += ["--server", server]
    process = await asyncio.create_subprocess_exec(
        *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await process.communicate()
    if process.returncode == 0:
        return []
    sys.stderr.write(said.decode())
    return [f"audit: {line}" for line in said.decode().splitlines()[-5:]]
