"""Events of a table. Folding them, together with the events of its matches, rebuilds the table.

The events of a match (``perudo.engine.events``) are in the same log.
"""

from typing import NamedTuple, TypeAlias

from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.events import Event, fact
from perudo.records.fair_dice import PROOF
from perudo.table.live.settings import Settings


@fact
class Opened(NamedTuple):
    table: str
    code: str
    settings: Settings
    host: str


@fact
class Sat(NamedTuple):
    """A person took a chair; ``player`` is the guest's id and is private."""

    seat: Seat
    player: str
    name: str
    colour: str = ""
    """The chosen cup; empty for any free one."""
    bots: bool = False
    """In the open lobby: whether bots may take the chairs that stay empty."""


@fact
class BotSat(NamedTuple):
    seat: Seat
    level: str
    name: str


@fact
class BotsWished(NamedTuple):
    """In the open lobby: a player welcomes bots on the empty chairs, or no longer does."""

    seat: Seat
    bots: bool


@fact
class StartPlanned(NamedTuple):
    """A table of the open lobby starts by itself at that time; None: not as things are."""

    at: int | None


@fact
class ChairsRemoved(NamedTuple):
    """Empty chairs were taken away; ``kept`` are the seats that stay, numbered anew from 0."""

    kept: tuple[Seat, ...]


@fact
class Stood(NamedTuple):
    """The chair is free again."""

    seat: Seat


@fact
class SentAway(NamedTuple):
    """The host freed a person's chair; ``player`` may not sit here again."""

    seat: Seat
    player: str


@fact
class Readmitted(NamedTuple):
    player: str


@fact
class HostChanged(NamedTuple):
    player: str


@fact
class Closed(NamedTuple):
    """The last person left, or the operator ended the table."""


@fact
class Restored(NamedTuple):
    """The log up to here comes from a backup, so its secrets may be known. ``round`` was dealt or
    gathered for and is dealt again; None if there was none."""

    round: int | None


@fact
class Pledged(NamedTuple):
    """The secret of a coming round was drawn. Its commitment is public, the secret is not."""

    round: int
    commitment: str
    secret: str


@fact
class SeedGiven(NamedTuple):
    """Only in logs of proof version 1, where a seat's seed was not pledged beforehand."""

    seat: Seat
    seed: str


@fact
class SeatPledged(NamedTuple):
    """A client fixed its seeds: its next link must hash to ``pledge``."""

    seat: Seat
    pledge: str


@fact
class MatchOpened(NamedTuple):
    """A match begins; ``number`` counts the matches of this table from 1."""

    number: int
    names: tuple[str, ...]
    bots: tuple[Seat, ...] = ()
    toucan: Seat | None = None
    """Who last saw a toucan (I1), if the table said so."""
    proof: int = PROOF
    """The version of the scheme that proves its dice."""


@fact
class Gathering(NamedTuple):
    """Everything that the dice of a round depend on is fixed: the secret by its commitment, each
    seat's link by its pledge (empty: the seat takes no part). Only now are links revealed."""

    round: int
    commitment: str
    pledges: tuple[str, ...]
    until: int


@fact
class LinkGiven(NamedTuple):
    seat: Seat
    round: int
    link: str


@fact
class Shaken(NamedTuple):
    """The seeds of the dice of a round, fixed before its deal."""

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
    """Servers were down until ``until``: the running clock gets that time back."""

    ms: int
    until: int


@fact
class TimedOut(NamedTuple):
    """A bot played the turn; ``misses`` counts missed turns in a row."""

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
    """A sealed claim: nobody else learns of it before the hearing is closed."""

    seat: Seat
    bid: Bid
    until: int
    heard_at: int = 0
    """When it counts as heard; a bot decides at once, but is heard after a delay."""
    bot: bool = False
    """Whether a bot claimed it, not the person of the seat."""


@fact
class HearingClosed(NamedTuple):
    """Who claimed calza on this bid, and whose claim or move counts."""

    bid: Bid
    claims: tuple[Seat, ...]
    heard: Seat
    unmade: Seat | None = None
    """Whose move was not made, because a claim came before it (I12, S18)."""


@fact
class Paused(NamedTuple):
    until: int


@fact
class SeatReady(NamedTuple):
    seat: Seat


@fact
class Skipped(NamedTuple):
    """Only bots are left, and somebody who is out wants to see the end: they play at once."""

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
class Remarked(NamedTuple):
    """An onlooker spoke to the others; ``player`` is the guest's id and is private."""

    player: str
    name: str
    text: str


@fact
class Reacted(NamedTuple):
    seat: Seat
    reaction: str


@fact
class Muted(NamedTuple):
    seat: Seat
    muted: bool


TableEvent: TypeAlias = (
    Opened
    | Sat
    | BotSat
    | BotsWished
    | StartPlanned
    | ChairsRemoved
    | Stood
    | SentAway
    | Readmitted
    | HostChanged
    | Closed
    | Restored
    | Pledged
    | SeedGiven
    | SeatPledged
    | MatchOpened
    | Gathering
    | LinkGiven
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
    | Skipped
    | Resigned
    | WonByResignation
    | RematchCalled
    | Said
    | Remarked
    | Reacted
    | Muted
)
"""Everything that happens at a table apart from the match."""

LogEvent: TypeAlias = TableEvent | Event
"""Everything in a table's log."""
