"""A server whose tables wait for links for a minute.

A real one deals without them after three seconds, as docs/fair-dice.md says. On a busy machine a
test and the client that it starts may be later than that, and then their dice are not checked.
"""

import os
from pathlib import Path

from testkit.serving import Serving

WAITING = "from perudo.table.live import rounds\n\nrounds.LINK_MS = 60_000\n"
"""Run by Python when it starts."""


def unhurried_server(folder: Path, *flags: str) -> Serving:
    """A server with a new database in this folder."""
    (folder / "sitecustomize.py").write_text(WAITING)
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    return Serving(f"sqlite:///{folder}/tables.db", *flags, environment={"PYTHONPATH": path})
