"""Server processes in which something is changed by a few lines that Python runs when it starts."""

import os
from pathlib import Path

from testkit.serving import Serving

HIDDEN = 'import sys\n\nsys.modules["numpy"] = None\n'
"""An import then fails as if there were no such package."""
WAITING = "from perudo.table.live import rounds\n\nrounds.LINK_MS = 60_000\n"


def bare_server(folder: Path, database: str = "") -> Serving:
    """A server that cannot import NumPy, as where only the least is installed."""
    return _changed_server(folder, HIDDEN, database)


def unhurried_server(folder: Path, *flags: str) -> Serving:
    """A server whose tables wait for links for a minute.

    A real one deals without them after three seconds, as docs/fair-dice.md says. On a busy machine
    a test and the client that it starts may be later, and then their dice are not checked.
    """
    return _changed_server(folder, WAITING, "", *flags)


def _changed_server(folder: Path, lines: str, database: str, *flags: str) -> Serving:
    """A server in this folder, where its database is, too, unless another one is given."""
    (folder / "sitecustomize.py").write_text(lines)
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    database = database or f"sqlite:///{folder}/tables.db"
    return Serving(database, *flags, environment={"PYTHONPATH": path})
