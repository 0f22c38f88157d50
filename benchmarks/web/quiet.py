"""Wait until the machine is quiet: other processes on the browser's core would distort figures."""

import sys
import time
from dataclasses import dataclass, field

import psutil

CALM_PERCENT = 20.0
LOOK_SECONDS = 0.4


@dataclass
class Quiet:
    """Waits for a quiet machine, for at most ``patience`` seconds in the whole run."""

    patience: float
    busy: list[float] = field(default_factory=list)
    """How busy others kept the machine just before each measurement, in percent."""
    load: list[float] = field(default_factory=list)

    def wait(self) -> None:
        while (busy := psutil.cpu_percent(LOOK_SECONDS)) > CALM_PERCENT and self.patience > 0:
            began = time.monotonic()
            if sys.stderr.isatty():
                sys.stderr.write(f"others use {busy:.0f}% of the machine: waiting\x1b[K\r")
            time.sleep(1.0)
            self.patience -= LOOK_SECONDS + time.monotonic() - began
        self.busy.append(busy)
        self.load.append(psutil.getloadavg()[0])
