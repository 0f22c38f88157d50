"""Who is at a table, as one server process sees it: by streams, and by requests without one."""

import asyncio
from collections import Counter
from collections.abc import Callable

GRACE_SECONDS = 4.0
"""A page that reloads has no stream for a moment."""
POLLING_SECONDS = 30.0
"""A program that polls at least this often is present."""


class Presence:
    """The guests who are at a table. ``changed`` is called with a guest who has come or gone."""

    def __init__(self, changed: Callable[[str], None]) -> None:
        self._changed = changed
        self._streams: Counter[str] = Counter()
        self._until: dict[str, asyncio.TimerHandle] = {}
        """Guests without a stream who are present for a while, and what ends that."""
        self._leaving: set[str] = set()
        """Those of them whose last stream has just ended."""

    def has_page(self, guest: str) -> bool:
        """Whether this guest has a stream, or had one a moment ago."""
        return guest in self._streams or guest in self._leaving

    def is_here(self, guest: str) -> bool:
        """Whether this guest has a stream, had one a moment ago, or asked for something lately."""
        return guest in self._streams or guest in self._until

    def join(self, guest: str) -> None:
        """Note that a stream has begun."""
        came = not self.is_here(guest)
        self._streams[guest] += 1
        self._forget(guest)
        if came:
            self._changed(guest)

    def leave(self, guest: str) -> None:
        """Note that a stream has ended; its guest is present a moment longer, to reload a page."""
        self._streams[guest] -= 1
        if not self._streams[guest]:
            del self._streams[guest]
            self._leaving.add(guest)
            self._stays(guest, GRACE_SECONDS)

    def ask(self, guest: str) -> None:
        """Note a request: a program that polls is present without a stream.

        What a page sent before it was closed may come after its stream has ended, and says nothing.
        """
        if self.has_page(guest):
            return
        came = guest not in self._until
        self._forget(guest)
        self._stays(guest, POLLING_SECONDS)
        if came:
            self._changed(guest)

    def _stays(self, guest: str, seconds: float) -> None:
        self._until[guest] = asyncio.get_running_loop().call_later(seconds, self._gone, guest)

    def _forget(self, guest: str) -> None:
        self._leaving.discard(guest)
        if guest in self._until:
            self._until.pop(guest).cancel()

    def _gone(self, guest: str) -> None:
        self._forget(guest)
        self._changed(guest)
