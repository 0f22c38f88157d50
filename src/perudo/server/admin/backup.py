"""Take a backup: one private SQLite file with everything, from either kind of database."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from alembic.util import CommandError
from sqlalchemy import URL

from perudo.server.admin.marks import Mark, mark, mark_of
from perudo.server.admin.problems import AdminFault, AdminProblem
from perudo.server.storage import Store
from perudo.server.storage.copies import SIDE_FILES, make_one_file, sync
from perudo.server.storage.database import Progress
from perudo.version import __version__


class Taken(NamedTuple):
    file: Path
    at: int
    tables: int
    entries: int
    size: int


def take_backup(
    store: Store, source: str, file: Path, overwrite: bool, progress: Progress
) -> Taken:
    """Write everything in the store to ``file``. Servers may keep running.

    Only its owner can read the file from its first byte on, and it gets its name when it is
    complete. Raises ``OSError`` if it cannot be written.
    """
    if file.exists() and not overwrite:
        raise AdminProblem(AdminFault.FILE_EXISTS, str(file))
    if mark_of(store) is not None:
        raise AdminProblem(AdminFault.ALREADY_BACKUP)
    with private_file(file) as part:
        at = store.now()
        try:
            store.copy_out(part, progress)
        except CommandError as error:  # its schema is not ours
            raise AdminProblem(AdminFault.NEWER, "?") from error
        copy = Store(URL.create("sqlite", database=str(part)))
        try:
            mark(copy, Mark(at, source, __version__))
            tables, entries = copy.operating.counts()
        finally:
            copy.close()
        make_one_file(part)
        sync(part)
        size = part.stat().st_size
        _give_name(part, file, overwrite)
    return Taken(file, at, tables, entries, size)


@contextmanager
def private_file(beside: Path) -> Iterator[Path]:
    """Make an empty private file in the same folder, removed afterwards."""
    number, name = tempfile.mkstemp(prefix=f".{beside.name}.", suffix=".part", dir=beside.parent)
    os.close(number)  # made with mode 0600
    part = Path(name)
    try:
        yield part
    finally:
        for end in ("", *SIDE_FILES):
            part.with_name(part.name + end).unlink(missing_ok=True)


def _give_name(part: Path, file: Path, overwrite: bool) -> None:
    if overwrite:
        part.replace(file)
    else:
        try:
            os.link(part, file)  # unlike a rename it never replaces another file
        except FileExistsError:
            raise AdminProblem(AdminFault.FILE_EXISTS, str(file)) from None
    sync(file.parent)
