"""Copy a PostgreSQL database to a SQLite file and back, row by row."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from sqlalchemy import URL

from perudo.server.storage.database import Progress
from perudo.server.storage.migrating import migrate
from perudo.server.storage.schema import metadata
from perudo.server.storage.sqlite import Sqlite

ROWS_AT_ONCE = 1_000

_FREE_OF_TIME_LIMITS = "SET LOCAL statement_timeout = 0"


def copy_out(connection: "psycopg.Connection[Any]", file: Path, progress: Progress) -> None:
    """Write all rows, as of one moment, to an empty SQLite file."""
    connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
    connection.execute(_FREE_OF_TIME_LIMITS)
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    _make_schema(file, "base" if found is None else found[0])
    with closing(sqlite3.connect(file, isolation_level=None)) as target:
        target.execute("PRAGMA journal_mode = DELETE")
        target.execute("BEGIN")
        names = _tables_in(target)
        counter = _Counter(progress, sum(_count(connection, name) for name in names))
        for name in names:
            columns = _columns_of(target, name)
            asked = sql.SQL("SELECT {} FROM {}").format(_identifiers(columns), sql.Identifier(name))
            marks = ", ".join("?" * len(columns))
            insert = f'INSERT INTO "{name}" ({_quoted(columns)}) VALUES ({marks})'  # noqa: S608
            with connection.cursor(name="copy_out") as rows:
                rows.itersize = ROWS_AT_ONCE
                rows.execute(asked)
                target.executemany(insert, counter.counting(rows))
        target.execute("COMMIT")
    connection.rollback()


def copy_in(connection: "psycopg.Connection[Any]", file: Path, progress: Progress) -> None:
    """Replace all rows by those of the file, in one transaction."""
    connection.execute(_FREE_OF_TIME_LIMITS)
    connection.execute("SET LOCAL lock_timeout = '10s'")
    with closing(sqlite3.connect(file)) as source:
        names = _tables_in(source)
        connection.execute(sql.SQL("TRUNCATE {}").format(_identifiers(names)))
        total = sum(
            source.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]  # noqa: S608
            for name in names
        )
        counter = _Counter(progress, total)
        for name in names:
            columns = _columns_of(source, name)
            statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
                sql.Identifier(name), _identifiers(columns)
            )
            rows = source.execute(f'SELECT {_quoted(columns)} FROM "{name}"')  # noqa: S608
            with connection.cursor() as cursor, cursor.copy(statement) as copy:
                for row in counter.counting(rows):
                    copy.write_row(row)
    connection.commit()


class _Counter:
    """Yield the rows and report progress."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0

    def counting(self, rows: Any) -> Iterator[Any]:
        for row in rows:
            yield row
            self._done += 1
            if self._done % ROWS_AT_ONCE == 0 or self._done == self._total:
                self._progress(self._done, self._total)


def _make_schema(file: Path, revision: str) -> None:
    """Create the schema of the source, which may be older than ours."""
    made = Sqlite(URL.create("sqlite", database=str(file)))
    migrate(made, revision)
    made.close()


def _tables_in(connection: sqlite3.Connection) -> list[str]:
    """The tables of the file, each after the tables that it refers to."""
    there = {
        name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
    }
    return [table.name for table in metadata.sorted_tables if table.name in there]


def _columns_of(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]


def _count(connection: "psycopg.Connection[Any]", table: str) -> int:
    asked = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))
    found = connection.execute(asked).fetchone()
    return 0 if found is None else int(found[0])


def _quoted(columns: list[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _identifiers(names: list[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, names))
