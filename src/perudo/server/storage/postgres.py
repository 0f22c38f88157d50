"""PostgreSQL: several processes may write at once."""

import select
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, cast

import orjson
import psycopg
from psycopg import errors
from sqlalchemy import URL, Connection, create_engine, event, exc, text
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.sql.schema import Table

from perudo.server.storage import postgres_copies
from perudo.server.storage.database import Database, Progress, why_not
from perudo.server.storage.values import Append, Outcome, StorageAway

PROGRAM = "perudo"
READERS = 8
WRITERS = 2
TRIES = 5
ENDING_SECONDS = 2.0
"""How long a connection that was closed may still be listed."""
SCHEMA_LOCK = 0x70657275646F  # any number that nobody else locks: "perudo"
LOBBY_LOCK = SCHEMA_LOCK + 1

# The batch is passed as one JSON text, which costs this process less than arrays by column.
_GIVEN = """given AS (
  SELECT * FROM json_to_recordset(%s::json) AS given (
    "table" text, seq int, at bigint, key text, digest text, body text, due bigint,
    due_changed bool, code text, listed bool, over bool, summary text, running bool)
)"""

_OPEN_TABLES = f"""
WITH {_GIVEN}
INSERT INTO tables (id, code, opened_at, touched_at, listed, over, summary, running)
SELECT "table", code, at, at, listed, over, summary, running FROM given WHERE seq = 1
ORDER BY "table"
ON CONFLICT DO NOTHING"""  # noqa: S608 (nothing of this comes from outside)

# One statement is one transaction and one round trip. `standing` locks the tables against being
# pruned, in the order of their ids so that two processes never deadlock.
_APPEND = f"""
WITH {_GIVEN}, standing AS (
  SELECT id FROM tables WHERE id IN (SELECT "table" FROM given) ORDER BY id FOR KEY SHARE
), written AS (
  INSERT INTO entries (table_id, seq, at, key, digest, body)
  SELECT id, seq, at, key, digest, body FROM given JOIN standing ON id = "table" ORDER BY id
  ON CONFLICT DO NOTHING RETURNING table_id
), news AS (
  SELECT given.* FROM given JOIN written ON table_id = "table"
), headed AS (
  UPDATE tables SET touched_at = at, listed = news.listed, over = news.over,
    summary = news.summary, running = news.running
  FROM news WHERE id = "table" AND seq > 1 AND news.code IS NOT NULL
), timed AS (
  INSERT INTO timers (table_id, due_at)
  SELECT "table", due FROM news WHERE due_changed AND due IS NOT NULL ORDER BY "table"
  ON CONFLICT (table_id) DO UPDATE SET due_at = excluded.due_at
), untimed AS (
  DELETE FROM timers USING news WHERE table_id = "table" AND due_changed AND due IS NULL
)
SELECT table_id FROM written"""  # noqa: S608

_PLAYS = """
WITH given AS (
  SELECT * FROM json_to_recordset(%s::json) AS given (
    guest text, "table" text, number int, at bigint, state text, facts text)
), gone AS (
  DELETE FROM plays USING given WHERE given.state = 'gone' AND plays.guest = given.guest
    AND table_id = "table" AND plays.number = given.number
)
INSERT INTO plays (guest, table_id, number, at, state, facts)
SELECT guest, "table", number, at, state, facts FROM given WHERE state <> 'gone'
ORDER BY "table", guest
ON CONFLICT (guest, table_id, number)
DO UPDATE SET at = excluded.at, state = excluded.state, facts = excluded.facts"""

_IN_THE_WAY = f"""
WITH {_GIVEN}
SELECT "table", seq,
       EXISTS (SELECT 1 FROM entries e WHERE e.table_id = "table" AND e.key = given.key),
       EXISTS (SELECT 1 FROM entries e WHERE e.table_id = "table" AND e.seq = given.seq),
       EXISTS (SELECT 1 FROM tables WHERE id = "table")
FROM given"""  # noqa: S608


class Postgres(Database):
    def __init__(self, url: URL) -> None:
        url = url.set(drivername="postgresql+psycopg")
        arguments: dict[str, Any] = {
            "connect_timeout": 5,
            "tcp_user_timeout": 15_000,
            "application_name": PROGRAM,
        }
        if "options" not in url.query:
            arguments["options"] = "-c statement_timeout=30s"
        # Settings in the address have precedence.
        arguments = {name: value for name, value in arguments.items() if name not in url.query}
        self.reading = create_engine(
            url, connect_args=arguments, isolation_level="AUTOCOMMIT", pool_size=READERS
        )
        self.writing = create_engine(
            url, connect_args=arguments, isolation_level="READ COMMITTED", pool_size=WRITERS
        )
        for engine in (self.reading, self.writing):
            event.listen(engine, "checkout", _renew_if_hung_up)

    def insert(self, table: Table) -> Insert:
        return insert(table)

    def append(self, batch: Sequence[Append]) -> dict[str, Outcome]:
        for _ in range(TRIES):
            pooled = self.writing.raw_connection()
            connection = cast("psycopg.Connection[Any]", pooled.driver_connection)
            try:
                connection.autocommit = True
                outcomes = _append(connection, batch)
                connection.autocommit = False
            except (errors.DeadlockDetected, errors.SerializationFailure):
                pooled.invalidate()
            except psycopg.Error:
                pooled.invalidate()
                raise
            else:
                return outcomes
            finally:
                pooled.close()
        raise StorageAway("other processes kept standing in the way of this write")

    def lock_schema(self, connection: Connection) -> None:
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": SCHEMA_LOCK})

    def prepare(self) -> None:
        """Do nothing: the server keeps its own settings."""

    def alone(self) -> AbstractContextManager[None]:
        """Do nothing: any number of servers may share the database."""
        return nullcontext()

    @contextmanager
    def lobby_turn(self) -> Iterator[None]:
        lock = {"lock": LOBBY_LOCK}
        with self.reading.connect() as connection:
            connection.execute(text("SELECT pg_advisory_lock(:lock)"), lock)
            try:
                yield
            finally:
                connection.execute(text("SELECT pg_advisory_unlock(:lock)"), lock)

    def now(self) -> int:
        question = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        with self.reading.connect() as connection:
            return int(connection.execute(question).scalar_one())

    def others(self) -> int:
        self.close()  # our own connections must not count
        question = text(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND application_name = :name AND pid <> pg_backend_pid()"
        )
        with self.reading.connect() as connection:
            # A program that has just ended may still be listed for a moment.
            until = time.monotonic() + ENDING_SECONDS
            while True:
                # Asked before the look: if this program is held up, it looks once more.
                last = time.monotonic() > until
                found = int(connection.execute(question, {"name": PROGRAM}).scalar_one())
                if not found or last:
                    return found
                time.sleep(0.05)

    def forget_overwritten(self, connection: Connection) -> None:
        """Do nothing: the server removes old rows when it vacuums."""

    def sweep(self) -> None:
        """Do nothing: the server removes old rows when it vacuums."""

    def copy_out(self, file: Path, progress: Progress) -> None:
        with self._raw() as connection:
            postgres_copies.copy_out(connection, file, progress)

    def take_over(self, file: Path, progress: Progress) -> None:
        with self._raw() as connection:
            postgres_copies.copy_in(connection, file, progress)

    @contextmanager
    def _raw(self) -> Iterator["psycopg.Connection[Any]"]:
        """A connection of the driver for one transaction."""
        pooled = self.writing.raw_connection()
        try:
            yield cast("psycopg.Connection[Any]", pooled.driver_connection)
        finally:
            pooled.invalidate()


def _append(connection: psycopg.Connection[Any], batch: Sequence[Append]) -> dict[str, Outcome]:
    given = _json(batch)
    opens = any(append.entry.seq == 1 for append in batch)
    if opens or any(append.plays for append in batch):
        with connection.transaction():
            if opens:
                connection.execute(_OPEN_TABLES, (given,), prepare=True)
            found = connection.execute(_APPEND, (given,), prepare=True).fetchall()
            plays = _plays_json(batch, {table for (table,) in found})
            if plays:
                connection.execute(_PLAYS, (orjson.dumps(plays).decode(),))
    else:
        found = connection.execute(_APPEND, (given,), prepare=True).fetchall()
    outcomes = {table: Outcome.COMMITTED for (table,) in found}
    if len(outcomes) < len(batch):
        missed = _json([append for append in batch if append.entry.table not in outcomes])
        for table, seq, key_there, seq_there, table_there in connection.execute(
            _IN_THE_WAY, (missed,)
        ).fetchall():
            outcomes[table] = why_not(
                seq, key_there=key_there, seq_there=seq_there, table_there=table_there
            )
    return outcomes


def _plays_json(batch: Sequence[Append], written: set[str]) -> list[dict[str, Any]]:
    return [
        {**play._asdict(), "state": play.state.value, "table": append.entry.table,
         "at": append.entry.at}
        for append in batch
        if append.entry.table in written
        for play in append.plays
    ]  # fmt: skip


def _json(batch: Sequence[Append]) -> str:
    rows = []
    for entry, due, due_changed, heading, _ in batch:
        row: dict[str, Any] = entry._asdict()
        if due_changed:
            row["due"] = due
            row["due_changed"] = True
        if heading is not None:
            row |= heading._asdict()
        rows.append(row)
    return orjson.dumps(rows).decode()


def _renew_if_hung_up(connection: Any, _record: Any, _proxy: Any) -> None:
    """Replace an idle connection that the server has closed.

    Polling the socket costs a microsecond; a ping would cost a round trip before every statement.
    """
    try:
        poll = select.poll()
        poll.register(connection.fileno(), select.POLLIN)
        spoken = bool(poll.poll(0))
    except psycopg.OperationalError:  # it is closed
        spoken = True
    if spoken:
        raise exc.DisconnectionError
