"""What can be asked of a table. A command may be refused; an event has happened."""

from typing import Final, NamedTuple, TypeAlias

from perudo.engine.actions import Action, Seat
from perudo.engine.bid import Bid


class Sit(NamedTuple):
    name: str
    seat: Seat | None = None
    """None: the first free chair."""
    colour: str = ""
    """Empty: any cup that is free."""
    pledge: str = ""
    """The end of this player's hash chain; empty: takes no part in the dice."""


class Stand(NamedTuple):
    """Leave one's chair, while no match is on."""


class SeatBot(NamedTuple):
    level: str
    seat: Seat | None = None


class Unseat(NamedTuple):
    """The host frees a chair while no match is on. A person who sat there may not come back."""

    seat: Seat


class Readmit(NamedTuple):
    """The host lets somebody sit down again who was sent away."""

    name: str


class StandIn(NamedTuple):
    """The host lets a bot play for somebody who is away, until that player comes back."""

    seat: Seat
    away: bool | None = None
    """Whether the server sees that the player is away; None where it cannot tell."""


class Start(NamedTuple):
    toucan: Seat | None = None
    """Who last saw a toucan (I1), where the edition asks."""
    fill: str | None = None
    """The level of the bots for chairs that are still empty."""


class Act(NamedTuple):
    action: Action
    version: int
    """The version that the player had seen."""
    bid: Bid | None = None
    """The bid that a calza answers."""


class MakePledge(NamedTuple):
    """Fix one's own share in the dice from the next gathering on: the end of a hash chain."""

    pledge: str


class GiveLink(NamedTuple):
    """Reveal the next link of one's chain for the round that is being gathered for."""

    round: int
    link: str


class Ready(NamedTuple):
    """Has seen the showdown: the next round may begin."""


class Back(NamedTuple):
    """Takes one's seat back from the bot that holds it."""


class Resign(NamedTuple):
    pass


class Rematch(NamedTuple):
    pass


class Say(NamedTuple):
    text: str


LONGEST_TEXT: Final = 280
REACTIONS: Final = ("applause", "laugh", "gasp", "doubt", "toucan", "thanks")


class React(NamedTuple):
    reaction: str


class Mute(NamedTuple):
    seat: Seat
    muted: bool


class Tick(NamedTuple):
    """Do what is due: weigh a hearing, deal, let a bot play, or end a turn that is out of time."""


class Credit(NamedTuple):
    """Give back the time in which no server was up."""

    since: int
    until: int


class Restore(NamedTuple):
    """The log comes from a backup: whatever it kept secret may be known by now."""


class CloseTable(NamedTuple):
    """The operator ends the table."""


Command: TypeAlias = (
    Sit
    | Stand
    | SeatBot
    | Unseat
    | Readmit
    | StandIn
    | Start
    | Act
    | MakePledge
    | GiveLink
    | Ready
    | Back
    | Resign
    | Rematch
    | Say
    | React
    | Mute
    | Tick
    | Credit
    | Restore
    | CloseTable
)
