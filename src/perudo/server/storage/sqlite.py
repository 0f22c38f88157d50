"""SQLite: one file, one writer at a time, readers that never wait."""

import errno
import os
import sqlite3
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, cast

from sqlalchemy import URL, Connection, QueuePool, create_engine, event
from sqlalchemy.dialects.sqlite import Insert, insert
from sqlalchemy.sql.schema import Table

from perudo.engine.errors import InvalidValue
from perudo.server.storage import copies
from perudo.server.storage.database import Database, Progress, why_not
from perudo.server.storage.driver_errors import storage_problem
from perudo.server.storage.file_lock import alone
from perudo.server.storage.values import Append, Outcome, PlayState, StorageAway, StorageFull

BUSY_SECONDS = 5
READERS = 8

_OPEN_TABLE = """
INSERT INTO tables (id, code, opened_at, touched_at, listed, "over", summary, running)
VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"""
_ENTRY = """
INSERT INTO entries (table_id, seq, at, "key", digest, body) VALUES (?, ?, ?, ?, ?, ?)"""
_HEADING = """
UPDATE tables SET touched_at = ?, listed = ?, "over" = ?, summary = ?, running = ? WHERE id = ?"""
_PLAY = """
INSERT INTO plays (guest, table_id, number, at, state, facts) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (guest, table_id, number)
DO UPDATE SET at = excluded.at, state = excluded.state, facts = excluded.facts"""
_NO_PLAY = "DELETE FROM plays WHERE guest = ? AND table_id = ? AND number = ?"
_TIMER = """
INSERT INTO timers (table_id, due_at) VALUES (?, ?)
ON CONFLICT (table_id) DO UPDATE SET due_at = excluded.due_at"""
_NO_TIMER = "DELETE FROM timers WHERE table_id = ?"
_IN_THE_WAY = """
SELECT EXISTS (SELECT 1 FROM entries WHERE table_id = :table AND "key" = :key),
       EXISTS (SELECT 1 FROM entries WHERE table_id = :table AND seq = :seq),
       EXISTS (SELECT 1 FROM tables WHERE id = :table)"""


class Sqlite(Database):
    def __init__(self, url: URL) -> None:
        if not url.database or url.database == ":memory:":
            raise InvalidValue(
                "a table in memory would be lost with the process: "
                "name a file, such as sqlite:////var/lib/perudo/tables.db"
            )
        self.file = Path(url.database)
        _make_private_file(self.file)
        arguments = {"timeout": BUSY_SECONDS}
        self.reading = create_engine(
            url,
            connect_args=arguments,
            isolation_level="AUTOCOMMIT",
            poolclass=QueuePool,
            pool_size=READERS,
        )
        # With a pool of one, the threads of this process queue up to write.
        self.writing = create_engine(
            url, connect_args=arguments, poolclass=QueuePool, pool_size=1, max_overflow=0
        )
        event.listen(self.reading, "connect", _set_up_reader)
        event.listen(self.writing, "connect", _set_up_writer)
        event.listen(self.writing, "begin", _begin)

    def insert(self, table: Table) -> Insert:
        return insert(table)

    def append(self, batch: Sequence[Append]) -> dict[str, Outcome]:
        pooled = self.writing.raw_connection()
        try:
            return _append(cast("sqlite3.Connection", pooled.driver_connection), batch)
        except sqlite3.Error as error:
            if isinstance(storage_problem(error), StorageAway):
                pooled.invalidate()
            raise
        finally:
            pooled.close()

    def lock_schema(self, connection: Connection) -> None:
        """Do nothing: a writing transaction locks the file when it begins."""

    def prepare(self) -> None:
        # The file remembers WAL. When several processes switch at once, SQLite fails instead of
        # waiting for its busy timeout, so we wait here.
        give_up = time.monotonic() + BUSY_SECONDS
        while True:
            pooled = self.writing.raw_connection()
            try:
                pooled.cursor().execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                    raise
                time.sleep(0.02)
            else:
                return
            finally:
                pooled.close()

    def alone(self) -> AbstractContextManager[None]:
        return alone(self.file)

    def lobby_turn(self) -> AbstractContextManager[None]:
        """Do nothing: one process has the file."""
        return nullcontext()

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def others(self) -> int:
        return 0  # the lock beside the file keeps others out

    def forget_overwritten(self, connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA secure_delete = ON")

    def sweep(self) -> None:
        pooled = self.writing.raw_connection()
        try:  # the write-ahead log has old pages too
            pooled.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            pooled.close()

    def copy_out(self, file: Path, progress: Progress) -> None:
        copies.copy_file(self.file, file, progress)

    def take_over(self, file: Path, progress: Progress) -> None:  # noqa: ARG002
        self.close()
        copies.put_in_place(file, self.file)


def _append(connection: sqlite3.Connection, batch: Sequence[Append]) -> dict[str, Outcome]:
    execute = connection.execute
    outcomes: dict[str, Outcome] = {}
    try:
        execute("BEGIN IMMEDIATE")
        for entry, due, due_changed, heading, plays in batch:
            if entry.seq == 1:
                assert heading is not None
                execute(
                    _OPEN_TABLE,
                    (
                        entry.table,
                        heading.code,
                        entry.at,
                        entry.at,
                        heading.listed,
                        heading.over,
                        heading.summary,
                        heading.running,
                    ),
                )
            try:
                execute(_ENTRY, entry)
            except sqlite3.IntegrityError:  # ends the statement, not the transaction
                outcomes[entry.table] = _why_not(connection, entry.table, entry.seq, entry.key)
                continue
            outcomes[entry.table] = Outcome.COMMITTED
            if heading is not None and entry.seq != 1:
                shown = (heading.listed, heading.over, heading.summary, heading.running)
                execute(_HEADING, (entry.at, *shown, entry.table))
            if due_changed:
                if due is None:
                    execute(_NO_TIMER, (entry.table,))
                else:
                    execute(_TIMER, (entry.table, due))
            for guest, number, state, facts in plays:
                if state is PlayState.GONE:
                    execute(_NO_PLAY, (guest, entry.table, number))
                else:
                    execute(_PLAY, (guest, entry.table, number, entry.at, state.value, facts))
        execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # some failures roll back by themselves
            execute("ROLLBACK")
        raise
    return outcomes


def _why_not(connection: sqlite3.Connection, table: str, seq: int, key: str | None) -> Outcome:
    there = connection.execute(_IN_THE_WAY, {"table": table, "seq": seq, "key": key}).fetchone()
    return why_not(seq, key_there=there[0], seq_there=there[1], table_there=there[2])


def _make_private_file(path: Path) -> None:
    """Create the file readable by its owner only: it holds cups in play and the signing key."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise StorageFull(f"no room is left to make {path}") from error
        raise StorageAway(f"{path} cannot be opened or made: {error.strerror}") from error


def _set_up_reader(connection: sqlite3.Connection, _record: Any) -> None:
    connection.execute("PRAGMA query_only = ON")
    # Invalid text must fail only for the one table that has it, not for the whole query.
    connection.text_factory = lambda text: text.decode(errors="surrogateescape")


def _set_up_writer(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # In pages, 16 MB. Fewer checkpoints write a page shared by many appends only once.
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
    connection.execute("PRAGMA journal_size_limit = 67108864")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
