"""Copy whole SQLite databases while others write, and replace one by another."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from perudo.server.storage.database import Progress

PAGES_AT_ONCE = 2_000
"""Pages of 4 kB between two reports of progress."""
SIDE_FILES = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps beside a database."""


def copy_file(source: Path, target: Path, progress: Progress) -> None:
    """Copy a database as of one moment, while others may write to it.

    SQLite's online backup starts again whenever another process writes between two steps. An open
    transaction pins it to one moment.
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
    """Open a file that nobody writes to; it must exist."""
    return sqlite3.connect(f"file:{quote(str(file.absolute()))}?mode=ro", uri=True)


def put_in_place(file: Path, place: Path) -> None:
    """Rename the file over the database, without the old one's write-ahead log."""
    make_one_file(file)
    with suppress(sqlite3.DatabaseError):
        # First merge the old log into the old file: if we stop here, nothing of it is lost.
        make_one_file(place)
    for end in SIDE_FILES:  # left behind by a damaged database
        place.with_name(place.name + end).unlink(missing_ok=True)
    sync(file)
    file.replace(place)
    sync(place.parent)


def make_one_file(file: Path) -> None:
    """Merge the write-ahead log into the file itself."""
    with closing(_open(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")


def sync(path: Path) -> None:
    """Force a file, or the names in a folder, to the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _open(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, isolation_level=None, timeout=5)
