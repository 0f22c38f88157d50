"""Whether the terminal is still there: its window may be closed, or the line to it may break."""

import select
from typing import Final, TextIO

HUNG_UP: Final = 129
"""The exit status of a program that its terminal's end has ended: 128 and the signal's number."""


def is_closed(stream: TextIO | None) -> bool:
    """Return whether whatever was at the other side of this stream is gone."""
    if stream is None or not hasattr(select, "poll"):  # on Windows
        return False
    watched = select.poll()
    watched.register(stream, 0)
    return any(events & select.POLLHUP for _, events in watched.poll(0))
