"""Facts of a table beside those of its match; folding all of them rebuilds the table.

The events of the match (``perudo.engine.events``) stand among these in the same log.
"""

from typing import NamedTuple, TypeAlias

from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.events import Event, fact
from perudo.table.live.settings import Settings


@fact
class Opened(NamedTuple):
    table: str
    code: str
    settings: Settings
    host: str


@fact
class Sat(NamedTuple):
    """A person took a chair; ``player`` is the guest's id, which is nobody else's business."""

    seat: Seat
    player: str
    name: str
    colour: str = ""
    """Of the cup that was chosen; empty: one that is free."""


@fact
class BotSat(NamedTuple):
    seat: Seat
    level: str
    name: str


@fact
class Stood(NamedTuple):
    """The chair is free again."""

    seat: Seat


@fact
class HostChanged(NamedTuple):
    player: str


@fact
class Closed(NamedTuple):
    """The last person left."""


@fact
class Pledged(NamedTuple):
    """The secret of a coming round was drawn; everybody gets its commitment, nobody the secret."""

    round: int
    commitment: str
    secret: str


@fact
class SeedGiven(NamedTuple):
    seat: Seat
    seed: str


@fact
class MatchOpened(NamedTuple):
    """A match begins; ``number`` counts the matches of this table from 1."""

    number: int
    names: tuple[str, ...]


@fact
class Shaken(NamedTuple):
    """The seeds that went into the dice of a round, fixed with its deal."""

    round: int
    seeds: tuple[str, ...]


@fact
class Revealed(NamedTuple):
    """The round is over: its secret and seeds, from which anybody can compute its dice."""

    round: int
    commitment: str
    secret: str
    seeds: tuple[str, ...]


@fact
class ClockStarted(NamedTuple):
    seat: Seat
    deadline: int


@fact
class ClockCredited(NamedTuple):
    """The servers were down until ``until``: the running clock gets the time back."""

    ms: int
    until: int


@fact
class TimedOut(NamedTuple):
    """The turn was played by a bot; ``misses`` is how many in a row."""

    seat: Seat
    misses: int
    level: str


@fact
class BotTookOver(NamedTuple):
    """A bot holds the seat until its player comes back."""

    seat: Seat
    level: str


@fact
class CameBack(NamedTuple):
    seat: Seat


@fact
class CalzaClaimed(NamedTuple):
    """Heard, not yet weighed: nobody else learns of it before the hearing is closed."""

    seat: Seat
    bid: Bid
    until: int


@fact
class HearingClosed(NamedTuple):
    """Whose calza was heard on this bid, and whose word counts."""

    bid: Bid
    claims: tuple[Seat, ...]
    heard: Seat


@fact
class Paused(NamedTuple):
    until: int


@fact
class SeatReady(NamedTuple):
    seat: Seat


@fact
class Resigned(NamedTuple):
    """A bot plays the seat to the end."""

    seat: Seat
    level: str


@fact
class WonByResignation(NamedTuple):
    seat: Seat


@fact
class RematchCalled(NamedTuple):
    seat: Seat


@fact
class Said(NamedTuple):
    seat: Seat
    text: str


@fact
class Reacted(NamedTuple):
    seat: Seat
    reaction: str


@fact
class Muted(NamedTuple):
    seat: Seat
    muted: bool


Happening: TypeAlias = (
    Opened
    | Sat
    | BotSat
    | Stood
    | HostChanged
    | Closed
    | Pledged
    | SeedGiven
    | MatchOpened
    | Shaken
    | Revealed
    | ClockStarted
    | ClockCredited
    | TimedOut
    | BotTookOver
    | CameBack
    | CalzaClaimed
    | HearingClosed
    | Paused
    | SeatReady
    | Resigned
    | WonByResignation
    | RematchCalled
    | Said
    | Reacted
    | Muted
)
"""What happens at a table beside the match."""

TableEvent: TypeAlias = Happening | Event
"""All that stands in a table's log."""
