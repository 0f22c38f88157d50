"""The table in a terminal: how soon the dice are there, how fast keys are, what waiting costs.

    make terminal-bench

It runs ``perudo play`` in a pseudo-terminal of 80x24, as a person would, and types.
"""

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import termios
import time
from contextlib import suppress
from typing import Final

import psutil

STARTS: Final = 5
KEYS: Final = 40
IDLE_SECONDS: Final = 5.0
FIRST_DICE: Final = 1.0
"""The most seconds from the command to the own dice."""
KEY_TO_SCREEN: Final = 0.050
IDLE_SHARE: Final = 0.02
_QUIET: Final = 0.3
_DIE: Final = "┌───────┐"


class Terminal:
    """``perudo play`` in a pseudo-terminal."""

    def __init__(self) -> None:
        words = ["play", "--seed", "7", "--pace", "0", "--edition", "asmodee-2009", "--lang", "en"]
        self.began = time.perf_counter()
        self.pid, self._tty = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.environ["TERM"] = "xterm-256color"
            os.execv(sys.executable, [sys.executable, "-m", "perudo.cli.main", *words])  # noqa: S606
        fcntl.ioctl(self._tty, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self._seen = ""

    def until(self, text: str) -> float:
        """Read until the screen has shown this; return the seconds since the start."""
        while text not in self._seen:
            self._seen += os.read(self._tty, 65_536).decode(errors="replace")
        return time.perf_counter() - self.began

    def cpu_seconds(self) -> float:
        """Processor time so far: on a busy machine it says more than the clock."""
        return float(sum(psutil.Process(self.pid).cpu_times()[:2]))

    def press(self, key: bytes) -> float:
        """Press a key; return the seconds until something has changed on the screen."""
        begin = time.perf_counter()
        os.write(self._tty, key)
        select.select([self._tty], [], [], 5.0)
        took = time.perf_counter() - begin
        self.settle()
        return took

    def settle(self) -> None:
        """Read until nothing more comes."""
        while select.select([self._tty], [], [], _QUIET)[0]:
            os.read(self._tty, 65_536)

    def idle_share(self) -> float:
        """How much of a core is used while nothing happens."""
        before = self.cpu_seconds()
        time.sleep(IDLE_SECONDS)
        return (self.cpu_seconds() - before) / IDLE_SECONDS

    def close(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._tty)


def main() -> int:
    starts, work = [], []
    for _ in range(STARTS):
        terminal = Terminal()
        starts.append(terminal.until(_DIE))
        work.append(terminal.cpu_seconds())
        terminal.close()
    terminal = Terminal()
    terminal.until(_DIE)
    terminal.settle()
    keys = [terminal.press(b"\x1b[C" if turn % 4 < 2 else b"\x1b[D") for turn in range(KEYS)]
    idle = terminal.idle_share()
    terminal.close()
    first, key = statistics.median(starts), statistics.median(keys)
    slow = statistics.quantiles(keys, n=20)[-1]
    print(f"start to first dice   {first:.2f} s (median of {STARTS}), at most {FIRST_DICE:g} s")
    print(f"  processor time      {statistics.median(work):.2f} s")
    print(f"key to screen         {1000 * key:.0f} ms, 95 %: {1000 * slow:.0f} ms, "
          f"at most {1000 * KEY_TO_SCREEN:g} ms")  # fmt: skip
    print(f"idle                  {100 * idle:.1f} % of a core, at most {100 * IDLE_SHARE:g} %")
    return int(first > FIRST_DICE or slow > KEY_TO_SCREEN or idle > IDLE_SHARE)


if __name__ == "__main__":
    sys.exit(main())
