"""The progress bar of long commands, shown on terminals only."""

import io

import pytest

from perudo.cli.progress import Bar
from perudo.i18n.tongue import Tongue


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_shows_how_far_and_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """After 90 s, 300 of the 600 matches that this run has to play are done: 90 s are left."""
    now = iter([1000.0, 1090.0])
    monkeypatch.setattr("perudo.cli.progress.monotonic", lambda: next(now))
    stream = Terminal()
    with Bar(stream, Tongue("en", "weekend")) as bar:
        bar.show(400, 1000)  # what an earlier run had done
        bar.show(700, 1000)
    first, second, end = stream.getvalue().split("\r")[1:]
    assert "400/1000" in first
    assert "left" not in first
    assert second.endswith(f"[{'#' * 21}{'.' * 9}] 700/1000  1:30 left")
    assert end == "\x1b[K", "the line is wiped at the end"


def test_a_bar_without_a_terminal_is_silent() -> None:
    stream = io.StringIO()
    with Bar(stream, Tongue("en", "weekend")) as bar:
        bar.show(1, 2)
    assert stream.getvalue() == ""
