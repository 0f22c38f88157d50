"""What commands keep for their user between runs, in the folder that the system has for it."""

import json
import os
import sys
from pathlib import Path


def state_file(name: str) -> Path:
    """Return where a file of the user's state lies; it need not exist."""
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or Path.home()
    else:
        given = os.environ.get("XDG_STATE_HOME", "")
        # The standard says to ignore a path that is not absolute.
        home = given if Path(given).is_absolute() else Path.home() / ".local" / "state"
    return Path(home) / "perudo" / name


def read_state(name: str) -> dict[str, object]:
    """Return what was kept; nothing if there is nothing that can be read."""
    try:
        kept = json.loads(state_file(name).read_text(encoding="utf-8"))
    except (OSError, ValueError, RuntimeError):
        return {}
    return kept if isinstance(kept, dict) else {}


def write_state(name: str, state: dict[str, object]) -> None:
    """Keep this; raise ``OSError`` where nothing can be written."""
    try:
        file = state_file(name)
    except RuntimeError as error:  # nobody knows where the home is
        raise OSError(str(error)) from None
    file.parent.mkdir(parents=True, exist_ok=True)
    # A program that is stopped in the middle leaves the old file whole.
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        fresh.write_text(json.dumps(state, indent=1), encoding="utf-8")
        fresh.replace(file)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
