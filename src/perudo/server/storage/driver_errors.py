"""Map driver errors to StorageAway and StorageFull."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors as postgres
from sqlalchemy import exc

from perudo.server.storage.values import StorageAway, StorageFull

_SQLITE_AWAY = {
    sqlite3.SQLITE_BUSY: "another process holds the database",
    sqlite3.SQLITE_LOCKED: "another process holds the database",
    sqlite3.SQLITE_IOERR: "the disk does not read or write",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_READONLY: "the file may not be written to",
    sqlite3.SQLITE_PERM: "the file may not be opened",
    sqlite3.SQLITE_PROTOCOL: "another process holds the database",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_NOTADB: "the file is not a database",
}


def storage_problem(error: BaseException) -> StorageAway | StorageFull | None:
    """Map a driver error to a storage error; None if the fault is ours."""
    if isinstance(error, exc.TimeoutError):
        return StorageAway("all connections to the database are in use")
    if isinstance(error, exc.DBAPIError) and error.orig is not None:
        error = error.orig
    if isinstance(error, sqlite3.Error):
        return _sqlite_problem(error)
    if isinstance(error, postgres.DiskFull):
        return StorageFull("the database server has no room left on its disk")
    # A server that has become a standby refuses to write.
    if isinstance(
        error,
        psycopg.OperationalError | psycopg.InterfaceError | postgres.ReadOnlySqlTransaction,
    ):
        return StorageAway(f"the database server does not answer: {_first_line(error)}")
    return None


def _sqlite_problem(error: sqlite3.Error) -> StorageAway | StorageFull | None:
    extended = getattr(error, "sqlite_errorcode", None)
    if extended is None:
        return None
    code = extended & 0xFF  # the low byte is the primary code
    if code == sqlite3.SQLITE_FULL:
        return StorageFull(f"no room is left for the database: {error}")
    cause = _SQLITE_AWAY.get(code)
    return StorageAway(f"{cause} ({error})") if cause else None


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


@contextmanager
def translated_errors() -> Iterator[None]:
    """Raise StorageAway or StorageFull for driver errors inside the block."""
    try:
        yield
    except (exc.SQLAlchemyError, sqlite3.Error, psycopg.Error) as error:
        ours = storage_problem(error)
        if ours is None:
            raise
        raise ours from error
