"""From a table's log to the record of one of its matches."""

from collections.abc import Iterable

from perudo.engine.events import Event, MatchWon
from perudo.records.fair import FairRound
from perudo.records.record import Record
from perudo.records.writing import record_of
from perudo.server.room import Landed
from perudo.table.live.events import Happening, MatchOpened, Revealed, WonByResignation

_ENDS = (MatchWon, WonByResignation)


def record_from(log: Iterable[Landed], number: int) -> Record | None:
    """The match with this number, with the proof of its dice; None until it is over."""
    events: list[Event] = []
    fair: dict[int, FairRound] = {}
    names: tuple[str, ...] = ()
    label, over = "", False
    for landed in log:
        for event in landed.entry.events:
            if isinstance(event, MatchOpened):
                if names:
                    return record_of(names, events, label=label, fair=fair) if over else None
                if event.number == number:
                    names, label = event.names, f"{landed.table.id}/{number}"
            elif not names:
                continue
            elif isinstance(event, Revealed):
                secret = bytes.fromhex(event.secret)
                fair[event.round] = FairRound(event.commitment, secret, event.seeds)
            elif not isinstance(event, Happening):
                events.append(event)
            over = over or (bool(names) and isinstance(event, _ENDS))
    return record_of(names, events, label=label, fair=fair) if over else None
