"""Read the matches of a table from its log, each with its events and the proof of its dice."""

from collections.abc import Iterable, Iterator

from perudo.engine.events import Dealt, Event, MatchStarted, MatchWon
from perudo.records.fair_dice import FairRound
from perudo.records.record import Record
from perudo.records.writing import Proof, record_of
from perudo.table.live.events import (
    Gathering,
    LogEvent,
    MatchOpened,
    Restored,
    Revealed,
    TableEvent,
    WonByResignation,
)
from perudo.table.live.fold import LogEntry

_ENDS = (MatchWon, WonByResignation)


class LoggedMatch:
    """One match of a log: the events that count, and the proof of its dice."""

    def __init__(self, opened: MatchOpened, label: str) -> None:
        self.names = opened.names
        self.events: list[Event] = []
        self.over = False
        self._opened, self._label = opened, label
        self._rounds: dict[int, FairRound] = {}
        self._pledges: dict[int, tuple[str, ...]] = {}
        self._redealt: dict[int, int] = {}

    def add(self, event: LogEvent) -> None:
        self.over = self.over or isinstance(event, _ENDS)
        match event:
            case Gathering(number, pledges=pledges):
                self._pledges[number] = pledges
            case Revealed(number, commitment, secret, seeds):
                self._rounds[number] = FairRound(commitment, bytes.fromhex(secret), seeds)
            case Restored(number):
                if number is not None and not self.over:
                    self._deal_again(number)
            case _ if not isinstance(event, TableEvent):
                self.events.append(event)

    def _deal_again(self, number: int) -> None:
        """Drop the first deal of a round, and with round 1 the choice of its starter."""
        if number == 1:
            kept = 1
            assert isinstance(self.events[0], MatchStarted)
        else:
            dealt = (isinstance(e, Dealt) and e.number == number for e in self.events)
            # A round that was only gathered for has no events yet.
            kept = next((place for place, it in enumerate(dealt) if it), len(self.events))
        del self.events[kept:]
        self._pledges.pop(number, None)
        self._redealt[number] = self._redealt.get(number, 0) + 1

    def record(self) -> Record:
        proof = Proof(
            label=self._label,
            version=self._opened.proof,
            bots=self._opened.bots,
            rounds=self._rounds,
            pledges=self._pledges,
            redealt=self._redealt,
        )
        return record_of(self.names, self.events, proof=proof)


def logged_matches(table: str, log: Iterable[LogEntry]) -> Iterator[LoggedMatch]:
    """Yield the matches of a table in order; the last one may still be on."""
    match: LoggedMatch | None = None
    for entry in log:
        for event in entry.events:
            if isinstance(event, MatchOpened):
                if match is not None:
                    yield match
                match = LoggedMatch(event, f"{table}/{event.number}")
            elif match is not None:
                match.add(event)
    if match is not None:
        yield match
