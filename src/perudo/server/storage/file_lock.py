"""Lock a SQLite file against a second server, which would continue from its own copy of a table.

The lock is on a separate file beside the database, since SQLite uses locks on the database itself.
The system releases it when the process ends in any way; the file remains and has no meaning.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from perudo.server.storage.values import StorageAway, StorageHeld

ENDING = ".lock"


@contextmanager
def alone(database: Path) -> Iterator[None]:
    """Hold the lock inside the block; raise StorageHeld if another process has it."""
    path = Path(os.path.realpath(database) + ENDING)  # one lock for all names of the file
    try:
        opened = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise StorageAway(f"{path} cannot be opened or made: {error.strerror}") from error
    try:
        if not _locked(opened):
            raise StorageHeld(str(database))
        yield
    finally:
        os.close(opened)


if sys.platform == "win32":
    import msvcrt

    def _locked(opened: int) -> bool:
        try:
            msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(opened: int) -> bool:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system without locks: see docs/hosting.md
        return True
