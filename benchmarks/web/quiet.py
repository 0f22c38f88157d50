"""Waits until the machine has time: a browser that shares its core measures its neighbours."""

import sys
import time
from dataclasses import dataclass, field

import psutil

CALM_PERCENT = 20.0
LOOK_SECONDS = 0.4


@dataclass
class Quiet:
    """Patience is for the whole run; when it is spent, what comes is measured as it comes."""

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
