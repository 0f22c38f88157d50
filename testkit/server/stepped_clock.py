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
        # What the wrapper itself is told would come before what the file says.
        wrap = ("faketime", "-f", "+0", "env", "-u", "FAKETIME")
        self.server = Serving(database, environment=environment, wrapped_in=wrap)

    def set(self, shift: str) -> None:
        """``-1h``: an hour behind the real time, from now on."""
        self._file.write_text(shift)
