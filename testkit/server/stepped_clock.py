"""A server whose time of day can be set while it runs; its steady clock is left alone."""

import shutil
from pathlib import Path

from testkit.services import Missing
from testkit.serving import Serving


class SteppedClock:
    def __init__(self, database: str, folder: Path) -> None:
        if shutil.which("faketime") is None:
            raise Missing("faketime is not installed (Debian package faketime)")
        self._file = folder / "clock"
        self.set("+0")
        environment = {
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        # faketime sets FAKETIME for what it starts, and that would take precedence over the file.
        wrap = ("faketime", "-f", "+0", "env", "-u", "FAKETIME")
        self.server = Serving(database, environment=environment, wrapped_in=wrap)

    def set(self, shift: str) -> None:
        """Shift the server's time of day from now on; ``-1h`` is an hour behind the real time."""
        self._file.write_text(shift)
