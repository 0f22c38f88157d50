"""Limits on the connections of a server process: how many an address may hold, and how slow.

Worker processes import this first, so it imports little itself.
"""

import asyncio
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any

import uvicorn

if TYPE_CHECKING:
    from perudo.server.connection import Connection

REQUEST_SECONDS = 20.0
"""Time from a request's first byte to its last, and for a new connection until its first."""
STUCK_SECONDS = 30.0
"""How long a client may read nothing of what waits for it."""
LOOK_SECONDS = 1.0
_PROTOCOL = "perudo.server.connection:Connection"


class Door:
    """All connections of a server process.

    A trusted proxy may hold any number: it speaks for many people.
    """

    def __init__(
        self,
        most: int = 0,
        trusted: str = "",
        *,
        request_seconds: float = REQUEST_SECONDS,
        stuck_seconds: float = STUCK_SECONDS,
    ) -> None:
        self.most, self.request_seconds, self.stuck_seconds = most, request_seconds, stuck_seconds
        self._trusted = frozenset(name.strip() for name in trusted.split(",") if name.strip())
        self._open: set[Connection] = set()
        self._held: dict[str, int] = {}
        self._looking = False

    def admits(self, connection: "Connection") -> bool:
        """Add a connection; return whether its address may hold one more."""
        self._open.add(connection)
        if not self._looking:
            self._looking = True
            connection.loop.call_later(LOOK_SECONDS, self._look, connection.loop)
        address = connection.address
        self._held[address] = self._held.get(address, 0) + 1
        return not self.most or self._held[address] <= self.most or self._is_proxy(connection)

    def forget(self, connection: "Connection") -> None:
        self._open.discard(connection)
        left = self._held[connection.address] - 1
        if left:
            self._held[connection.address] = left
        else:
            del self._held[connection.address]

    def _is_proxy(self, connection: "Connection") -> bool:
        if connection.client is None or "*" in self._trusted:
            return True
        return is_among(connection.client[0], self._trusted)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for connection in list(self._open):
            connection.look(now)
        self._looking = bool(self._open)
        if self._looking:
            loop.call_later(LOOK_SECONDS, self._look, loop)


def is_among(address: str, names: Iterable[str]) -> bool:
    """Whether an address is one of these addresses or in one of these networks."""
    if address in names:
        return True
    try:
        ip = ip_address(address)
        return any(ip in ip_network(name, strict=False) for name in names if "/" in name)
    except ValueError:
        return False


class Options(uvicorn.Config):
    """uvicorn's settings, with the limits on connections."""

    def __init__(self, app: Any, *, door: Door, **options: Any) -> None:
        super().__init__(app, http=_PROTOCOL, ws="none", **options)
        self.door = door
