"""Count all bytes between browser and server.

A browser reports only the requests of its pages, and not those of its service worker or its icon.
So it connects through this proxy, which counts every byte, including headers.
"""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

CHUNK = 65_536


class Wire:
    """A proxy in front of a server that counts the bytes in both directions."""

    def __init__(self, port: int) -> None:
        self._behind = ("127.0.0.1", port)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self.down = 0
        self.up = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._door.close()
        for line in self._open:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                front, _ = self._door.accept()
                back = socket.create_connection(self._behind)
                for line in (front, back):
                    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._open += [front, back]
                for ends in ((front, back, False), (back, front, True)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, here: socket.socket, there: socket.socket, down: bool) -> None:
        with suppress(OSError):
            while data := here.recv(CHUNK):
                with self._lock:
                    if down:
                        self.down += len(data)
                    else:
                        self.up += len(data)
                there.sendall(data)
        with suppress(OSError):
            there.shutdown(socket.SHUT_WR)
