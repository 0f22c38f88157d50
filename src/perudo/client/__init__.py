"""A player's side of a live table: sit down, follow it, act, take part in the dice.

``Table`` waits for answers, ``AsyncTable`` is awaited. It needs the extra ``client`` (httpx). See
docs/client.md.
"""

from perudo.extras import require

require("client")

from perudo.client.aio import AsyncTable  # noqa: E402
from perudo.client.blocking import Table  # noqa: E402
from perudo.client.errors import NotPerudo, Refused, ServerAway  # noqa: E402
from perudo.client.seat import DiceCheck, SeatKey, Update  # noqa: E402
from perudo.client.state import Chair, Game, Gathering, TableState  # noqa: E402

__all__ = [
    "AsyncTable",
    "Chair",
    "DiceCheck",
    "Game",
    "Gathering",
    "NotPerudo",
    "Refused",
    "SeatKey",
    "ServerAway",
    "Table",
    "TableState",
    "Update",
]
