"""Progress of long commands: how much is done and how long the rest will take."""

from time import monotonic
from types import TracebackType
from typing import Self, TextIO

from perudo.i18n.tongue import Tongue

WIDTH = 30


class _StatusLine:
    """A line written over itself on a terminal; elsewhere silent, so that logs stay readable."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shown = stream.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._write("")

    def _write(self, text: str) -> None:
        if self._shown:
            self._stream.write(f"\r\x1b[K{text}")
            self._stream.flush()


class Ticker(_StatusLine):
    """The latest news of a long command."""

    def show(self, text: str) -> None:
        self._write(text)


class Bar(_StatusLine):
    """How much of something that can be counted is done."""

    def __init__(self, stream: TextIO, t: Tongue) -> None:
        super().__init__(stream)
        self._t = t
        self._start = monotonic()
        self._first: int | None = None

    def show(self, done: int, total: int) -> None:
        if self._first is None:
            # The work of an earlier run does not count for the speed of this one.
            self._first = done
        if not total:
            return
        filled = WIDTH * done // total
        text = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{total}"
        fresh = done - self._first
        if fresh:
            left = (monotonic() - self._start) / fresh * (total - done)
            text += "  " + self._t.say(
                "{time} left", time=f"{int(left) // 60}:{int(left) % 60:02d}"
            )
        self._write(text)
