"""What a client wrote down while it played, against the record that the server gives out.

A record alone can be made up afterwards, secrets and commitments included. What one's own client
was told before it revealed a link cannot."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, unique
from typing import Any

from perudo.engine.actions import Seat
from perudo.records import fair_dice
from perudo.records.fair_dice import is_digest, is_pledge
from perudo.records.problems import RecordFault, RecordProblem
from perudo.records.proof import pledges_of
from perudo.records.record import Record


@dataclass(frozen=True, slots=True)
class Note:
    """What the client of ``seat`` was pledged for a round, and the link that it then gave."""

    label: str
    round: int
    commitment: str
    pledges: tuple[str, ...]
    seat: Seat
    link: str
    line: int = 0


@unique
class Differs(Enum):
    COMMITMENT = "commitment"
    PLEDGES = "pledges"
    LINK = "link"
    WITHHELD = "withheld"
    """The record says that one did not reveal the link that one sent."""
    NO_ROUND = "no-round"


@dataclass(frozen=True, slots=True)
class NoteCheck:
    """A round that one's own client took part in; ``differs`` says what is not as it was told."""

    number: int
    differs: Differs | None

    @property
    def ok(self) -> bool:
        return self.differs is None


def read_notes(text: str) -> list[Note]:
    """JSON lines, as docs/examples/http_bot.py writes them."""
    return [_kept(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]


def _kept(number: int, line: str) -> Note:
    expected = '{"label": …, "round": 1, "commitment": …, "pledges": […], "seat": 0, "link": …}'
    try:
        value: Any = json.loads(line)
        match value:
            case {
                "label": str(label),
                "round": int(round_number),
                "commitment": str(commitment),
                "pledges": [*pledges],
                "seat": int(seat),
                "link": str(link),
            } if (
                is_digest(commitment)
                and is_digest(link)
                and all(isinstance(pledge, str) and is_pledge(pledge) for pledge in pledges)
                and 0 <= seat < len(pledges)
            ):
                return Note(label, round_number, commitment, tuple(pledges), seat, link, number)
    except (ValueError, RecursionError):
        pass
    raise RecordProblem(RecordFault.FAIR, number, line, (expected,))


def compare(record: Record, kept: Iterable[Note]) -> Iterator[NoteCheck]:
    """One check for every round of this match that was written down; the last word on a round
    counts, since one that is dealt again is pledged again."""
    own = {written.round: written for written in kept if written.label == record.fair}
    pledges = pledges_of(record)
    for number, written in sorted(own.items()):
        yield NoteCheck(number, _difference(record, pledges, written))


def _difference(record: Record, pledges: list[tuple[str, ...]], written: Note) -> Differs | None:
    noted = record.rounds[written.round - 1] if 0 < written.round <= len(pledges) else None
    if noted is None or noted.fair is None:
        return Differs.NO_ROUND
    if noted.fair.commitment != written.commitment:
        return Differs.COMMITMENT
    if pledges[written.round - 1] != written.pledges:
        return Differs.PLEDGES
    match noted.fair.seeds[written.seat]:
        case written.link:
            return None
        case fair_dice.WITHHELD:
            return Differs.WITHHELD
        case _:
            return Differs.LINK
