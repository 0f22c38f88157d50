"""Whole databases as SQLite files: copied while somebody writes, and put in place of another."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from perudo.server.storage.database import Progress

PAGES_AT_ONCE = 2_000
"""Of 4 kB each, between two signs of progress."""
SIDE_FILES = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file."""


def copy_file(source: Path, target: Path, progress: Progress) -> None:
    """Copy a database as it is at one moment, whoever writes to it meanwhile.

    The online backup starts again whenever another process writes between two steps. An open
    transaction keeps it to the moment in which it began.
    """
    with (
        closing(_open(source)) as reading,
        closing(sqlite3.connect(target, isolation_level=None)) as writing,
    ):
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
        reading.backup(
            writing,
            pages=PAGES_AT_ONCE,
            progress=lambda _, remaining, total: progress(total - remaining, total),
        )
    make_one_file(target)


def open_to_read(file: Path) -> sqlite3.Connection:
    """A file that nobody writes to; it is not made where there is none."""
    return sqlite3.connect(f"file:{quote(str(file.absolute()))}?mode=ro", uri=True)


def put_in_place(file: Path, place: Path) -> None:
    """Rename the file over the database, with nothing left of the old one's write-ahead log."""
    make_one_file(file)
    with suppress(sqlite3.DatabaseError):
        # Its log goes into the old file first: if we stop here, nothing of it is lost.
        make_one_file(place)
    for end in SIDE_FILES:  # of a database that is damaged, else they are gone
        place.with_name(place.name + end).unlink(missing_ok=True)
    sync(file)
    file.replace(place)
    sync(place.parent)


def make_one_file(file: Path) -> None:
    """Take what stands in the write-ahead log into the file itself."""
    with closing(_open(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")


def sync(path: Path) -> None:
    """Return when the file, or the names in a folder, are on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _open(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, isolation_level=None, timeout=5)
