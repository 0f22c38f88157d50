"""What a live table, or the line to it, may answer instead of doing what was asked."""

from typing import Any

from perudo.engine.errors import Error


class Refused(Error):
    """The server refused a request; nothing was changed.

    ``reason`` and ``clause`` are for programs, ``text`` is for people, in the language that the
    client asked for. ``facts`` has what else the refusal says, such as ``least`` and ``most``.
    """

    def __init__(self, status: int, facts: dict[str, Any], version: int | None) -> None:
        self.status, self.facts, self.version = status, facts, version
        self.reason: str = facts["reason"]
        self.clause: str = facts["clause"]
        super().__init__(facts["text"])
        self.text = facts["text"]

    def __reduce__(self) -> tuple[type["Refused"], tuple[int, dict[str, Any], int | None]]:
        return Refused, (self.status, self.facts, self.version)


class ServerAway(Error):
    """The server did not answer for longer than the client's patience.

    A request that fails so may have been done or not: send it again with the same key to know.
    """


class NotPerudo(Error):
    """Something answers at this address, but not as a Perudo server does."""
