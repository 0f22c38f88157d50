"""What this program keeps for its user between runs, in the folder that the system has for it."""

import json
import os
import sys
from pathlib import Path

from perudo.engine.errors import Error


class NoHome(Error, OSError):
    """Nobody knows where the user's home is."""


def state_folder() -> Path:
    """Return where it is kept; the folder need not exist. Raise ``NoHome`` if nobody knows."""
    given = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_STATE_HOME", "")
    # The standard says to ignore a path that is not absolute.
    if Path(given).is_absolute():
        return Path(given) / "perudo"
    try:
        home = Path.home()
    except RuntimeError as error:
        raise NoHome(str(error)) from None
    inside = ("AppData", "Local") if sys.platform == "win32" else (".local", "state")
    return home.joinpath(*inside, "perudo")


def read_state(name: str) -> dict[str, object]:
    """Return what was kept under this name; nothing if there is nothing that can be read."""
    try:
        kept = json.loads((state_folder() / name).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def write_state(name: str, state: dict[str, object]) -> None:
    """Keep this; raise ``OSError`` where nothing can be written."""
    file = state_folder() / name
    file.parent.mkdir(parents=True, exist_ok=True)
    # A program that is stopped in the middle leaves the old file whole.
    fresh = file.with_name(f"{name}.{os.getpid()}")
    try:
        fresh.write_text(json.dumps(state, indent=1), encoding="utf-8")
        fresh.replace(file)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
