"""Counts over the matches of a contest: whole numbers, so that their order does not matter."""

from dataclasses import dataclass, field
from typing import Any, Final

from perudo.engine.actions import DUDO
from perudo.engine.dice import count_face, counting_faces, has_jokers
from perudo.engine.events import Dealt, Showdown
from perudo.odds.chances import at_least
from perudo.table.bot_seat import BotSeat
from perudo.table.local import LocalTable

LOSSES: Final = ("caught", "wrong-dudo", "wrong-calza")
"""How a die is lost: by a bid that was called and did not hold, or by a wrong call."""
BUCKETS: Final = 10


@dataclass
class Tally:
    """Counts by place in the lineup, so that copies of a bot are separate."""

    places: int
    matches: int = 0
    rounds: int = 0
    bids: int = 0
    wins: list[int] = field(default_factory=list)
    winners: str = ""
    """The winning place of each match, for ratings."""
    losses: list[list[int]] = field(default_factory=list)
    calibration: list[list[list[int]]] = field(default_factory=list)
    """For each place, bids by the odds the bidder saw, in tenths: [made, held]."""
    faults: list[dict[str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.wins:
            self.wins = [0] * self.places
            self.losses = [[0] * len(LOSSES) for _ in range(self.places)]
            self.calibration = [[[0, 0] for _ in range(BUCKETS)] for _ in range(self.places)]
            self.faults = [{} for _ in range(self.places)]

    def add(self, other: "Tally") -> None:
        self.matches += other.matches
        self.rounds += other.rounds
        self.bids += other.bids
        self.winners += other.winners
        for place in range(self.places):
            self.wins[place] += other.wins[place]
            for kind in range(len(LOSSES)):
                self.losses[place][kind] += other.losses[place][kind]
            for bucket in range(BUCKETS):
                for what in (0, 1):
                    self.calibration[place][bucket][what] += other.calibration[place][bucket][what]
            for fault, times in other.faults[place].items():
                self.faults[place][fault] = self.faults[place].get(fault, 0) + times

    def as_json(self) -> dict[str, Any]:
        return dict(vars(self))

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Tally":
        return cls(**value)


def count_match(tally: Tally, table: LocalTable, chairs: tuple[BotSeat, ...], shift: int) -> None:
    """Add a finished match whose lineup had moved ``shift`` chairs."""
    places = tally.places
    assert table.match.winner is not None
    winner = (table.match.winner - shift) % places
    tally.matches += 1
    tally.wins[winner] += 1
    tally.winners += str(winner)
    for chair, seat in enumerate(chairs):
        for problem in seat.problems:
            faults = tally.faults[(chair - shift) % places]
            name = f"{problem.fault.value}: {problem.detail}"
            if name in faults or len(faults) < 20:
                faults[name] = faults.get(name, 0) + 1
    deals = [event for event in table.events if isinstance(event, Dealt)]
    for deal, played in zip(deals, table.match.score.past, strict=True):
        tally.rounds += 1
        _count_loss(tally, played.showdown, shift)
        cups = [cup for cup in deal.cups or () if cup is not None]
        jokers = has_jokers(deal.palifico)
        dice = sum(map(len, cups))
        for made in played.bids:
            tally.bids += 1
            quantity, face = made.bid
            cup = cups[made.seat]
            own = count_face((cup,), face, jokers=jokers)
            hits = len(counting_faces(face, jokers=jokers))
            chance = at_least(hits, dice - len(cup), quantity - own)
            bucket = min(BUCKETS - 1, int(chance * BUCKETS))
            group = tally.calibration[(made.seat - shift) % places][bucket]
            group[0] += 1
            group[1] += count_face(cups, face, jokers=jokers) >= quantity


def _count_loss(tally: Tally, showdown: Showdown, shift: int) -> None:
    if showdown.loser is None:
        return
    wrong = "wrong-dudo" if showdown.call is DUDO else "wrong-calza"
    kind = LOSSES.index("caught" if showdown.loser == showdown.bidder else wrong)
    tally.losses[(showdown.loser - shift) % tally.places][kind] += 1
