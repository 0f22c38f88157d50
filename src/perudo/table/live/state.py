"""The state of a live table: a frozen value, rebuilt from its log."""

from typing import Final, NamedTuple

from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.match import Match
from perudo.records.fair_dice import PROOF
from perudo.table.live.settings import Settings

MOST_TALK: Final = 40
"""How many lines of chat a table keeps."""


HAND: Final = "~"
"""Separates a guest's id from the number of a hand, at a device that is passed around."""


def guest_behind(player: str | None) -> str:
    """The guest behind a player, who may be one of several hands; empty for nobody."""
    return (player or "").partition(HAND)[0]


class Chair(NamedTuple):
    """Who sits there. ``player`` is None for a bot; ``level`` is the bot that plays now, if any."""

    name: str
    player: str | None
    level: str | None = None
    resigned: bool = False
    misses: int = 0
    muted: bool = False
    ready: bool = False
    colour: str = ""
    pledge: str = ""
    """The hash of this seat's next link; empty if the seat takes no part in the dice."""
    bots: bool = False
    """In the open lobby: whether this player welcomes bots on the empty chairs."""

    @property
    def person(self) -> bool:
        return self.player is not None

    @property
    def held(self) -> bool:
        """Whether a bot plays for a person until that person comes back."""
        return self.player is not None and self.level is not None and not self.resigned


class Claimant(NamedTuple):
    seat: Seat
    heard_at: int
    bot: bool
    """Whether a bot claimed it, not the person of the seat."""


class Hearing(NamedTuple):
    """Calzas claimed on the standing bid, decided at ``until``."""

    bid: Bid
    claims: tuple[Claimant, ...]
    until: int

    def has(self, seat: Seat | None) -> bool:
        return any(claimant.seat == seat for claimant in self.claims)

    def heard_by(self, now: int) -> tuple[Claimant, ...]:
        """The claims heard by then, in the order in which they were heard."""
        heard = (claimant for claimant in self.claims if claimant.heard_at <= now)
        return tuple(sorted(heard, key=lambda claimant: claimant.heard_at))


class Pledge(NamedTuple):
    round: int
    commitment: str
    secret: str


class Gathered(NamedTuple):
    """What the dice of the coming round depend on, and the links revealed so far."""

    round: int
    commitment: str
    pledges: tuple[str, ...]
    links: tuple[str, ...]
    until: int

    @property
    def complete(self) -> bool:
        return all(
            link or not pledge for pledge, link in zip(self.pledges, self.links, strict=True)
        )


class Outcast(NamedTuple):
    """A guest whom the host sent away, with the name used at the table."""

    guest: str
    name: str


class RemarkLine(NamedTuple):
    """What an onlooker said."""

    guest: str
    name: str
    text: str
    at: int


class LiveTable(NamedTuple):
    id: str
    code: str
    settings: Settings
    host: str
    chairs: tuple[Chair | None, ...]
    seq: int = 0
    """The number of log entries. It is kept private, since sealed entries count too."""
    version: int = 0
    """The number of entries that everybody may notice: the public version of the table."""
    turn_version: int = 0
    """The version that last changed the match; an action must be based on it or a later one."""
    turn_at: int = 0
    """When the current turn began, in milliseconds; before a match, when somebody last came or
    left."""
    number: int = 0
    match: Match | None = None
    winner: Seat | None = None
    resigned_to: bool = False
    """Whether the winner won because all others resigned."""
    pledge: Pledge | None = None
    """For the coming round."""
    shaken: Pledge | None = None
    """For the current round."""
    seeds: tuple[str, ...] = ()
    gathering: Gathered | None = None
    restored: bool = False
    """Whether the coming round waits for people to come back after a restore."""
    toucan: Seat | None = None
    proof: int = PROOF
    """The version of the scheme that proves the dice of this match."""
    deadline: int | None = None
    hearing: Hearing | None = None
    paused_until: int | None = None
    starts_at: int | None = None
    """When a table of the open lobby starts by itself, if it does as things are."""
    credited_until: int = 0
    skipped: bool = False
    """Whether the bots, who are alone, play to the end without pauses."""
    closed: bool = False
    muted: frozenset[str] = frozenset()
    """Guests who may not chat or react, on any chair."""
    sent_away: tuple[Outcast, ...] = ()
    talk: tuple[tuple[Seat, str, str], ...] = ()
    """The latest lines of chat: seat, name at that time, text."""
    remarks: tuple[RemarkLine, ...] = ()
    """The latest lines of the onlookers."""

    @property
    def on(self) -> bool:
        """Whether a match is being played."""
        return self.match is not None and self.winner is None

    @property
    def gathers(self) -> bool:
        """Whether it is a table of the open lobby that waits for players."""
        return self.settings.lobby and self.number == 0 and not self.closed

    @property
    def label(self) -> str:
        """The name of the match in the derivation of its dice."""
        return f"{self.id}/{self.number}"

    @property
    def persons(self) -> tuple[Seat, ...]:
        return tuple(s for s, chair in enumerate(self.chairs) if chair is not None and chair.person)

    def is_outcast(self, player: str | None) -> bool:
        """Whether the host has sent this player away and not let them back in."""
        return player is not None and any(
            outcast.guest == guest_behind(player) for outcast in self.sent_away
        )

    def seat_of(self, player: str | None) -> Seat | None:
        if player is not None:
            for seat, chair in enumerate(self.chairs):
                if chair is not None and chair.player == player:
                    return seat
        return None

    def chair(self, seat: Seat) -> Chair:
        chair = self.chairs[seat]
        assert chair is not None
        return chair

    @property
    def pace_ms(self) -> int:
        """How long bots take for a turn now."""
        return 0 if self.skipped else self.settings.pace_ms

    @property
    def hearing_ms(self) -> int:
        return 0 if self.skipped else self.settings.hearing_ms

    @property
    def living(self) -> tuple[Seat, ...]:
        """The persons who are still in the match: neither out nor resigned."""
        if not self.on or self.match is None:
            return ()
        playing = self.match.playing
        return tuple(s for s in self.persons if s in playing and not self.chair(s).resigned)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The persons in the match who play themselves; no bot holds their seat."""
        return tuple(seat for seat in self.living if self.chair(seat).level is None)

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is, if anybody's."""
        if not self.on or self.match is None or self.match.round is None:
            return None
        return self.match.round.turn
