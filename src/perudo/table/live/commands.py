"""Commands to a table. A command may be refused; an event has happened."""

from typing import Final, NamedTuple, TypeAlias

from perudo.engine.actions import Action, Seat
from perudo.engine.bid import Bid


class Sit(NamedTuple):
    name: str
    seat: Seat | None = None
    """None for the first free chair."""
    colour: str = ""
    """Empty for any free cup."""
    pledge: str = ""
    """The end of the player's hash chain; empty to take no part in the dice."""
    bots: bool = False
    """In the open lobby: whether bots may take the chairs that stay empty."""


class WishBots(NamedTuple):
    """In the open lobby: say whether bots may take the chairs that stay empty."""

    bots: bool


class Stand(NamedTuple):
    """Leave the own chair, while no match is on."""


class SeatBot(NamedTuple):
    level: str
    """A level, or a character by name."""
    seat: Seat | None = None


class Unseat(NamedTuple):
    """Free a chair while no match is on (host). The person may not come back."""

    seat: Seat


class Readmit(NamedTuple):
    """Let somebody who was sent away sit down again (host)."""

    name: str


class StandIn(NamedTuple):
    """Let a bot play for somebody who is away, or for oneself, until that player comes back."""

    seat: Seat
    away: bool | None = None
    """Whether the player is away, as the server sees it; None if it cannot tell."""


class TakeHost(NamedTuple):
    """Become the host in the place of one who is away, while no match is on."""

    away: bool | None = None
    """Whether the host is away, as the server sees it; None if it cannot tell."""


class Start(NamedTuple):
    toucan: Seat | None = None
    """Who last saw a toucan (I1), if the edition asks."""
    fill: str | None = None
    """The level of the bots for chairs that are still empty."""
    company: tuple[str, ...] = ()
    """The bots for these chairs, clockwise, before ``fill`` takes what is left."""


class Act(NamedTuple):
    action: Action
    version: int
    """The version of the table that the player saw."""
    bid: Bid | None = None
    """The bid that a calza answers."""


class MakePledge(NamedTuple):
    """Fix the own share in the dice from the next gathering on: the end of a hash chain."""

    pledge: str


class GiveLink(NamedTuple):
    """Reveal the next link of the own chain for the round that is being gathered for."""

    round: int
    link: str


class Ready(NamedTuple):
    """Say that the next round may begin."""


class Skip(NamedTuple):
    """Let the bots play to the end at once: no person is in the match any more."""


class Back(NamedTuple):
    """Take the own seat back from the bot that holds it."""


class Resign(NamedTuple):
    pass


class Rematch(NamedTuple):
    pass


class Say(NamedTuple):
    text: str


class Remark(NamedTuple):
    """Say something among the onlookers; players do not see it while they play."""

    name: str
    text: str


LONGEST_TEXT: Final = 280
REACTIONS: Final = ("applause", "laugh", "gasp", "doubt", "toucan", "thanks")


class React(NamedTuple):
    reaction: str


class Mute(NamedTuple):
    seat: Seat
    muted: bool


class Tick(NamedTuple):
    """Do what is due: end a hearing, deal, let a bot play, or end a turn out of time."""


class Credit(NamedTuple):
    """Give back the time in which no server was up."""

    since: int
    until: int


class Restore(NamedTuple):
    """Replace all secrets: the log comes from a backup, and they may be known by now."""


class CloseTable(NamedTuple):
    """End the table (operator)."""


Command: TypeAlias = (
    Sit
    | WishBots
    | Stand
    | SeatBot
    | Unseat
    | Readmit
    | StandIn
    | TakeHost
    | Start
    | Act
    | MakePledge
    | GiveLink
    | Ready
    | Skip
    | Back
    | Resign
    | Rematch
    | Say
    | Remark
    | React
    | Mute
    | Tick
    | Credit
    | Restore
    | CloseTable
)
