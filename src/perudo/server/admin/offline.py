"""Make sure that no server runs on a database."""

from collections.abc import Iterator
from contextlib import contextmanager

from perudo.server.admin.problems import AdminFault, AdminProblem
from perudo.server.storage import StorageHeld, Store

BEATS_MS = 3_000
"""A running server leaves a pulse every second."""


@contextmanager
def alone_with(store: Store) -> Iterator[None]:
    """Keep servers out inside the block; raise ``AdminProblem`` if one runs already.

    SQLite has a lock for this. PostgreSQL knows who is connected, even a suspended server.
    """
    try:
        with store.alone():
            if store.others():
                raise AdminProblem(AdminFault.SERVER_RUNS)
            yield
    except StorageHeld as held:
        raise AdminProblem(AdminFault.SERVER_RUNS) from held


def server_runs(store: Store) -> bool:
    """Whether a server left a pulse a moment ago."""
    last = store.last_pulse()
    return last is not None and store.now() - last < BEATS_MS
