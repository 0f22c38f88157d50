"""Compare a server's record with what a player's own client noted during the match.

A record can be made up afterwards, secrets and commitments included. What a client was shown before
it revealed its link cannot.
"""

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
    """What the client of ``seat`` was shown before a round, and the link it then revealed."""

    label: str
    round: int
    commitment: str
    pledges: tuple[str, ...]
    seat: Seat
    link: str
    line: int = 0


@unique
class Differs(Enum):
    """Where the record contradicts a note."""

    COMMITMENT = "commitment"
    PLEDGES = "pledges"
    LINK = "link"
    WITHHELD = "withheld"
    """The record says that the link was not revealed, though the client sent it."""
    NO_ROUND = "no-round"


@dataclass(frozen=True, slots=True)
class NoteCheck:
    """The result for one noted round; ``differs`` is None where the record agrees."""

    number: int
    differs: Differs | None

    @property
    def ok(self) -> bool:
        return self.differs is None


def read_notes(text: str) -> list[Note]:
    """Read notes in JSON lines, as examples/http_bot.py writes them."""
    return [_note(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]


def _note(number: int, line: str) -> Note:
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


def compare(record: Record, notes: Iterable[Note]) -> Iterator[NoteCheck]:
    """Check every noted round of this match.

    The last note on a round counts: a round that is dealt again is pledged again.
    """
    own = {note.round: note for note in notes if note.label == record.fair}
    pledges = pledges_of(record)
    for number, note in sorted(own.items()):
        yield NoteCheck(number, _difference(record, pledges, note))


def _difference(record: Record, pledges: list[tuple[str, ...]], note: Note) -> Differs | None:
    noted = record.rounds[note.round - 1] if 0 < note.round <= len(pledges) else None
    if noted is None or noted.fair is None:
        return Differs.NO_ROUND
    if noted.fair.commitment != note.commitment:
        return Differs.COMMITMENT
    if pledges[note.round - 1] != note.pledges:
        return Differs.PLEDGES
    match noted.fair.seeds[note.seat]:
        case note.link:
            return None
        case fair_dice.WITHHELD:
            return Differs.WITHHELD
        case _:
            return Differs.LINK
