"""The app as a real process in a real terminal: started, interrupted, hung up on."""

import errno
import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, cast

import pytest
from textual.drivers._writer_thread import WriterThread

from perudo.records.replay import read_record
from perudo.terminal.app import LastingFile
from perudo.terminal.closing import HUNG_UP
from testkit.commands import OWN_TERMINAL, perudo, prepared

DIE = "┌───────┐".encode()
COLOUR = re.compile(rb"\x1b\[[\d;]*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[\d;]*m")


class InTerminal:
    """A command in a pseudo-terminal of 80x24."""

    def __init__(self, *words: str, started_by: Sequence[str] = (), **environment: str) -> None:
        self.tty, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        settings = {**os.environ, "TERM": "xterm-256color", "LANG": "en_US.UTF-8", **environment}
        self.process = subprocess.Popen(
            prepared(OWN_TERMINAL, [*started_by, *perudo(*words)]),
            stdin=side,
            stdout=side,
            stderr=side,
            env=settings,
            start_new_session=True,
        )
        os.close(side)
        self.said = b""

    def until(self, awaited: bytes | None) -> None:
        """Read until these bytes, or until the command ends."""
        while awaited is None or awaited not in self.said:
            ready, _, _ = select.select([self.tty], [], [], 60)
            assert ready, self.said[-2000:]
            try:
                chunk = os.read(self.tty, 65_536)
            except OSError:  # the other side is closed
                chunk = b""
            if not chunk:
                assert awaited is None, self.said[-2000:]
                return
            self.said += chunk

    def press(self, keys: bytes) -> None:
        self.said = b""
        os.write(self.tty, keys)


PLAY = ("play", "--lang", "en", "--edition", "asmodee-2009", "--seed", "7", "--pace", "0")


def test_ctrl_c_twice_leaves_cleanly_and_saves_the_match(tmp_path: Path) -> None:
    file = tmp_path / "match.perudo"
    terminal = InTerminal(*PLAY, "--record", str(file), NO_COLOR="1")
    terminal.until(DIE)
    assert not COLOUR.search(terminal.said), COLOUR.search(terminal.said)
    terminal.press(b"\x03")
    terminal.until(b"Leave the table?")
    terminal.press(b"\x03")
    terminal.until(None)
    assert terminal.process.wait(30) == 130
    os.close(terminal.tty)
    assert b"Traceback" not in terminal.said
    assert b"\x1b[?1049l" in terminal.said  # the terminal is as it was
    after = terminal.said.split(b"\x1b[?1049l")[-1]
    assert b"The match is saved in" in after
    assert b"You leave the table. Until next time!" in after
    assert read_record(file.read_bytes()).names[0] == "Guest"


WAITS_FOR_IT = ("/bin/sh", "-c", 'trap : HUP; "$@"; exit $?', "sh")
"""A program that starts another one and waits for it, as ``make play`` does, is told alone that the
terminal was closed."""


@pytest.mark.parametrize("started_by", [(), WAITS_FOR_IT], ids=["by itself", "by another program"])
def test_a_terminal_that_is_closed_ends_the_command_and_the_match_is_saved(
    tmp_path: Path, started_by: tuple[str, ...]
) -> None:
    file = tmp_path / "match.perudo"
    terminal = InTerminal(*PLAY, "--record", str(file), started_by=started_by)
    terminal.until(DIE)
    os.close(terminal.tty)  # as when a window is closed, or a line to another machine breaks
    try:
        assert terminal.process.wait(30) == HUNG_UP
    finally:
        with suppress(ProcessLookupError):
            os.killpg(terminal.process.pid, signal.SIGKILL)
    assert len(read_record(file.read_bytes()).rounds) == 1


def test_writing_to_a_closed_terminal_never_waits() -> None:
    """Up to thirty pieces wait for Textual's thread; more would wait for ever if it had ended."""

    class Closed(io.StringIO):
        def write(self, text: str, /) -> int:
            raise OSError(errno.EIO, text)

        def flush(self) -> None:
            raise OSError(errno.EIO, "flush")

    writer = WriterThread(cast("IO[str]", LastingFile(Closed())))
    writer.start()

    def much() -> None:
        for _ in range(99):
            writer.write("x")

    writing = threading.Thread(target=much, daemon=True)
    writing.start()
    writing.join(20)
    assert not writing.is_alive()
    writer.stop()


def test_a_dumb_terminal_gets_lines_and_is_told_so() -> None:
    terminal = InTerminal(*PLAY, TERM="dumb")
    terminal.until(b"Your turn: ")
    assert b"This terminal cannot show the table: here it is line by line." in terminal.said
    terminal.press(b"q\n")
    terminal.until(None)
    assert terminal.process.wait(30) == 0
    os.close(terminal.tty)
