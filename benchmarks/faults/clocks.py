"""Read from the log whether clocks and timers were kept."""

from collections.abc import Sequence
from itertools import pairwise

from perudo.server.room import CommittedEntry
from perudo.table.live.clockwork import due_at
from perudo.table.live.events import ClockCredited, TimedOut
from testkit.server.crowd import Crowd, Place
from testkit.server.ledger import Books
from testkit.server.wire import Line


async def open_bot_tables(crowd: Crowd, tables: int, pace_ms: int) -> None:
    """Open tables with bots only, which play by themselves while the host watches."""
    line = Line(crowd.ports[0])
    token = (await line.ask("POST", "/api/guests")).json()["token"]
    for _ in range(tables):
        opening = {"seats": 6, "pace_ms": pace_ms, "pause_ms": pace_ms, "hearing_ms": 0}
        opened = await line.ask("POST", "/api/tables", token, opening)
        table = str(opened.json()["table"])
        path = f"/api/tables/{table}/start"
        assert (await line.ask("POST", path, token, {"fill": "easy"})).status == 200
        own = (Line(crowd.ports[0]),)
        crowd.places.append(Place(table, (token,), own, own))
    line.close()


def lateness(log: Sequence[CommittedEntry], begun: int, ended: int) -> list[float]:
    """Return how many seconds late each due entry in this period was."""
    late = []
    for before, after in pairwise(log):
        due = due_at(before.table)
        if due is not None and begun <= after.entry.at < ended and not credits_in(after):
            late.append((after.entry.at - due) / 1000)
    return late


def credits_in(committed: CommittedEntry) -> list[ClockCredited]:
    return [event for event in committed.entry.events if isinstance(event, ClockCredited)]


def credited(books: Books, table: str) -> list[float]:
    """Return the seconds of every clock credit of the table."""
    return [c.ms / 1000 for committed in books.log(table) for c in credits_in(committed)]


def timeouts(books: Books, table: str) -> list[CommittedEntry]:
    return [
        committed
        for committed in books.log(table)
        if any(isinstance(event, TimedOut) for event in committed.entry.events)
    ]
