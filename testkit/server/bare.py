"""A server process that cannot import NumPy, as where only the least is installed."""

import os
from pathlib import Path

from testkit.serving import Serving

HIDDEN = 'import sys\n\nsys.modules["numpy"] = None\n'
"""Run by Python when it starts: an import then fails as if there were no such package."""


def bare_server(folder: Path, database: str = "") -> Serving:
    """A server without NumPy; its database is new unless one is given."""
    (folder / "sitecustomize.py").write_text(HIDDEN)
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    return Serving(database or f"sqlite:///{folder}/tables.db", environment={"PYTHONPATH": path})
