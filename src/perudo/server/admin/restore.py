"""Restore a backup: check, migrate and renew a copy of it, then swap it in at once."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_bytes
from typing import NamedTuple

from sqlalchemy import URL, make_url

from perudo.server.admin.backup import private_file
from perudo.server.admin.marks import FORMAT, Mark, mark, mark_of, unmark
from perudo.server.admin.offline import alone_with
from perudo.server.admin.problems import AdminFault, AdminProblem
from perudo.server.admin.renewing import Renewed, renew
from perudo.server.storage import StorageAway, Store
from perudo.server.storage.copies import copy_file, open_to_read
from perudo.server.storage.database import Progress
from perudo.server.storage.values import StorageNewer
from perudo.table.live.outside import SystemOutside

OURS = {"tables", "entries", "timers", "pulses", "settings", "alembic_version"}
"""Tables that every version of our database has."""

Steps = Callable[[], Progress]
"""Called at the beginning of each step; returns where to report progress."""


class PutBack(NamedTuple):
    mark: Mark | None
    """When and where the backup was taken; None for a plain copy of a database."""
    tables: int
    entries: int
    renewed: Renewed


def restore(file: Path, url: str, replace: bool, steps: Steps) -> PutBack:
    """Replace the database at ``url`` by the backup, with new secrets in every table.

    The old database stays untouched until the last step, whatever fails before it. The copy in
    preparation is marked as a backup, which no server serves.
    """
    _check(file)
    target = Store(url)
    try:
        with alone_with(target):
            _check_empty(target, replace)
            with _aside(url) as staged:
                copy_file(file, staged, steps())
                put_back = _renewed(staged, target.now, steps())
                if make_url(url).get_backend_name() != "sqlite":
                    target.migrate()
                target.take_over(staged, steps())
            return put_back
    finally:
        target.close()


def _check(file: Path) -> None:
    """Raise ``AdminProblem`` unless this is an intact database of ours, ``OSError`` if none."""
    with file.open("rb"):
        pass
    try:
        with closing(open_to_read(file)) as backup:
            found = {name for (name,) in backup.execute("SELECT name FROM sqlite_master")}
            damage = backup.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise AdminProblem(AdminFault.NOT_A_BACKUP, str(file), str(error)) from error
    if not found >= OURS:
        raise AdminProblem(AdminFault.NOT_A_BACKUP, str(file), ", ".join(sorted(OURS - found)))
    if damage != "ok":
        raise AdminProblem(AdminFault.NOT_A_BACKUP, str(file), damage)


def _check_empty(target: Store, replace: bool) -> None:
    if replace:
        return
    try:
        tables = target.operating.counts()[0] if target.has_schema() else 0
    except StorageAway as error:  # not a database, or damaged: not ours to delete unasked
        raise AdminProblem(AdminFault.NOT_EMPTY, detail=str(error)) from error
    if tables:
        raise AdminProblem(AdminFault.NOT_EMPTY, str(tables))


@contextmanager
def _aside(url: str) -> Iterator[Path]:
    """A private folder for the copy in preparation: beside the database, if it is a file."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        with private_file(Path(str(parsed.database))) as part:
            yield part
    else:
        with (
            tempfile.TemporaryDirectory(prefix="perudo-restore-") as folder,
            private_file(Path(folder) / "staged.db") as part,
        ):
            yield part


def _renewed(staged: Path, clock: Callable[[], int], progress: Progress) -> PutBack:
    store = Store(URL.create("sqlite", database=str(staged)))
    try:
        found = mark_of(store)
        if found is not None and found.format > FORMAT:
            raise AdminProblem(AdminFault.NEWER, found.perudo)
        try:
            store.migrate(backup_too=True)
        except StorageNewer as error:
            raise AdminProblem(AdminFault.NEWER, "?" if found is None else found.perudo) from error
        if found is None:
            # No server may serve it as long as it has the old secrets.
            mark(store, Mark(clock(), "sqlite", ""))
        renewed = renew(store, SystemOutside(clock, token_bytes), progress)
        tables, entries = store.operating.counts()
        unmark(store)
        return PutBack(found, tables, entries, renewed)
    finally:
        store.close()
