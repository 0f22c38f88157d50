"""Changes by an operator, also while servers run: bans, keys, rewritten logs.

Every change leaves a notice in the same transaction. Running servers read new notices once a
second.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import orjson
from sqlalchemy import Connection, delete, func, or_, select, update

from perudo.server.storage.database import Database
from perudo.server.storage.driver_errors import translated_errors
from perudo.server.storage.schema import bans, entries, notices, plays, settings, tables
from perudo.server.storage.values import Heading, Play, StoredEntry

BANS, KEYS, REWRITTEN, ADDED = "bans", "keys", "rewritten", "added"
"""Kinds of notices. With the last two, ``what`` is a table whose log was rewritten or has grown."""
KEY, OLD_KEYS = "key", "old-keys"
"""Settings: the key that signs tokens, and earlier keys that are still valid for a while."""
KEPT_MS = 7 * 24 * 60 * 60 * 1000
"""How long notices are kept. A server suspended for longer must be restarted."""


class Ban(NamedTuple):
    who: str
    """A guest's id, an address or a network."""
    made_at: int
    until: int | None
    why: str


class Notice(NamedTuple):
    number: int
    kind: str
    what: str


class OldKey(NamedTuple):
    key: str
    until: int


class TableRow(NamedTuple):
    """What the database knows of a table without reading its log."""

    id: str
    heading: Heading
    opened_at: int
    touched_at: int
    version: int
    log_bytes: int


class Rewriting(NamedTuple):
    """New contents for existing entries, and what is stored beside the log with them."""

    entries: Sequence[StoredEntry]
    heading: Heading
    plays: Sequence[Play]


class Operating:
    def __init__(self, database: Database) -> None:
        self._database = database

    # Bans

    def ban(self, ban: Ban) -> None:
        row = self._database.insert(bans).values(ban._asdict())
        changed = {name: value for name, value in ban._asdict().items() if name != "who"}
        with translated_errors(), self._database.writing.begin() as connection:
            connection.execute(row.on_conflict_do_update(bans.primary_key, set_=changed))
            self._notice(connection, BANS)

    def unban(self, who: str) -> bool:
        """Remove a ban; return whether there was one."""
        with translated_errors(), self._database.writing.begin() as connection:
            gone = connection.execute(delete(bans).where(bans.c.who == who)).rowcount
            self._notice(connection, BANS)
        return bool(gone)

    def bans(self) -> list[Ban]:
        query = select(bans.c.who, bans.c.made_at, bans.c.until, bans.c.why)
        with translated_errors(), self._database.reading.connect() as connection:
            return [Ban._make(row) for row in connection.execute(query.order_by(bans.c.made_at))]

    # Keys

    def old_keys(self) -> list[OldKey]:
        query = select(settings.c.value).where(settings.c.name == OLD_KEYS)
        with translated_errors(), self._database.reading.connect() as connection:
            value: str | None = connection.execute(query).scalar()
        return [OldKey(**old) for old in orjson.loads(value or "[]")]

    def rotate_key(self, new: str, old_until: int | None) -> None:
        """Sign with a new key. The old one is valid until ``old_until``; None makes it invalid now.

        Older keys keep their time, unless the old one becomes invalid now: then all do.
        """
        with translated_errors(), self._database.writing.begin() as connection:
            self._database.lock_schema(connection)
            known = settings.c.name.in_((KEY, OLD_KEYS))
            query = select(settings.c.name, settings.c.value).where(known)
            values: dict[str, str] = dict(connection.execute(query).all())
            old = []
            if old_until is not None and KEY in values:
                now = self._database.now()
                old = [OldKey(**one) for one in orjson.loads(values.get(OLD_KEYS, "[]"))]
                old = [OldKey(values[KEY], old_until), *(one for one in old if one.until > now)]
            kept = orjson.dumps([one._asdict() for one in old]).decode()
            for name, value in ((KEY, new), (OLD_KEYS, kept)):
                row = self._database.insert(settings).values(name=name, value=value)
                connection.execute(
                    row.on_conflict_do_update(settings.primary_key, set_={"value": value})
                )
            self._notice(connection, KEYS)

    # Tables

    def tables(self, limit: int | None) -> list[TableRow]:
        """Tables with the size of their logs, the latest touched first."""
        newest = (
            select(tables).order_by(tables.c.touched_at.desc(), tables.c.id).limit(limit).subquery()
        )
        logs = (
            select(
                entries.c.table_id,
                func.max(entries.c.seq).label("version"),
                func.max(entries.c.at).label("at"),
                func.sum(func.length(entries.c.body)).label("bytes"),
            )
            .where(entries.c.table_id.in_(select(newest.c.id)))
            .group_by(entries.c.table_id)
            .subquery()
        )
        query = (
            select(newest, logs.c.version, logs.c.at, logs.c.bytes)
            .outerjoin(logs, logs.c.table_id == newest.c.id)
            .order_by(newest.c.touched_at.desc(), newest.c.id)
        )
        with translated_errors(), self._database.reading.connect() as connection:
            return [
                TableRow(
                    row.id,
                    Heading(
                        row.code, bool(row.listed), bool(row.over), row.summary, bool(row.running)
                    ),
                    row.opened_at,
                    max(row.touched_at, row.at or 0),
                    row.version or 0,
                    int(row.bytes or 0),
                )
                for row in connection.execute(query)
            ]

    def counts(self) -> tuple[int, int]:
        """The number of tables and of entries."""
        with translated_errors(), self._database.reading.connect() as connection:
            return (
                connection.execute(select(func.count()).select_from(tables)).scalar_one(),
                connection.execute(select(func.count()).select_from(entries)).scalar_one(),
            )

    def tables_naming(self, guest: str) -> list[str]:
        """Tables whose logs contain this guest's id. Reads all logs."""
        there = f"%{guest}%"
        query = (
            select(entries.c.table_id)
            .where(or_(entries.c.body.like(there), entries.c.key.like(there)))
            .distinct()
            .order_by(entries.c.table_id)
        )
        with translated_errors(), self._database.reading.connect() as connection:
            return list(connection.execute(query).scalars())

    def rewrite(self, table: str, rewrite: Callable[[list[StoredEntry]], Rewriting]) -> bool:
        """Rewrite entries of a log in place, while nobody appends; return whether any changed."""
        with translated_errors(), self._database.writing.begin() as connection:
            self._database.forget_overwritten(connection)
            connection.execute(select(tables.c.id).where(tables.c.id == table).with_for_update())
            log = connection.execute(
                select(*entries.c).where(entries.c.table_id == table).order_by(entries.c.seq)
            )
            rewriting = rewrite([StoredEntry._make(row) for row in log])
            heading = rewriting.heading._asdict()
            same = [tables.c[name] == value for name, value in heading.items()]
            known = select(tables.c.id).where(tables.c.id == table, *same)
            if not rewriting.entries and connection.execute(known).first() is not None:
                return False
            for entry in rewriting.entries:
                connection.execute(
                    update(entries)
                    .where(entries.c.table_id == table, entries.c.seq == entry.seq)
                    .values(key=entry.key, digest=entry.digest, body=entry.body)
                )
            connection.execute(update(tables).where(tables.c.id == table).values(heading))
            self._rewrite_plays(connection, table, rewriting.plays)
            self._notice(connection, REWRITTEN, table)
        return True

    def _rewrite_plays(self, connection: Connection, table: str, made: Sequence[Play]) -> None:
        ours = plays.c.table_id == table
        found = connection.execute(select(plays.c.number, plays.c.at).where(ours))
        at = {row.number: row.at for row in found}
        connection.execute(delete(plays).where(ours))
        for play in made:
            facts = {**play._asdict(), "state": play.state.value, "table_id": table}
            connection.execute(self._database.insert(plays).values(at=at[play.number], **facts))

    def sweep(self) -> None:
        """Remove overwritten data, as far as the database allows."""
        with translated_errors():
            self._database.sweep()

    # Notices

    def notice(self, kind: str, what: str = "") -> None:
        with translated_errors(), self._database.writing.begin() as connection:
            self._notice(connection, kind, what)

    def _notice(self, connection: Connection, kind: str, what: str = "") -> None:
        # Locked, so that a notice never becomes visible after one with a higher number.
        self._database.lock_schema(connection)
        at = self._database.now()
        last = connection.execute(select(func.max(notices.c.number))).scalar() or 0
        connection.execute(delete(notices).where(notices.c.at < at - KEPT_MS))
        row = self._database.insert(notices).values(number=last + 1, at=at, kind=kind, what=what)
        connection.execute(row)

    def notices(self, after: int) -> list[Notice]:
        query = (
            select(notices.c.number, notices.c.kind, notices.c.what)
            .where(notices.c.number > after)
            .order_by(notices.c.number)
        )
        with translated_errors(), self._database.reading.connect() as connection:
            return [Notice._make(row) for row in connection.execute(query)]

    def last_notice(self) -> int:
        with translated_errors(), self._database.reading.connect() as connection:
            return connection.execute(select(func.max(notices.c.number))).scalar() or 0
