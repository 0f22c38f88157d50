"""A bar that shows how far a long command is, and how long it will still take."""

from time import monotonic
from types import TracebackType
from typing import TextIO

from perudo.i18n.tongue import Tongue

WIDTH = 30


class Bar:
    """Drawn over itself on a terminal; elsewhere silent, so that logs stay readable."""

    def __init__(self, stream: TextIO, t: Tongue) -> None:
        self._stream, self._t = stream, t
        self._shown = stream.isatty()
        self._start = monotonic()
        self._first: int | None = None

    def __enter__(self) -> "Bar":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def show(self, done: int, total: int) -> None:
        if self._first is None:
            # What an earlier run had done says nothing about the speed of this one.
            self._first = done
        if not self._shown or not total:
            return
        filled = WIDTH * done // total
        text = f"\r\x1b[K[{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{total}"
        fresh = done - self._first
        if fresh:
            left = (monotonic() - self._start) / fresh * (total - done)
            text += "  " + self._t.say(
                "{time} left", time=f"{int(left) // 60}:{int(left) % 60:02d}"
            )
        self._stream.write(text)
        self._stream.flush()
