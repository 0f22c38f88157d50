"""What the screen shows at a moment: made from a view, so no die is in it that may not be seen."""

from dataclasses import dataclass
from enum import Enum, auto, unique
from typing import TypeAlias

from perudo.engine.actions import Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup, counting_faces, has_jokers
from perudo.engine.events import BidMade, Showdown
from perudo.engine.view import View


@unique
class Offer(Enum):
    """What the reader can do now, apart from looking."""

    TURN = auto()
    """bid or call: it is the reader's turn"""
    CALZA = auto()
    """call calza, in turn or out of turn"""
    GO_ON = auto()
    """begin the next round, or let the next player speak"""
    START = auto()
    """begin the match at a live table"""
    FILL = auto()
    """begin it with bots on the free chairs"""
    BACK = auto()
    """take the own seat back from a bot"""
    REMATCH = auto()
    SKIP = auto()
    """let the bots play to the end"""
    TALK = auto()


Choice: TypeAlias = Action | Offer
"""What the reader does: an action of the game, or one of the offers."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at the table: who sits there. The name is empty for a free chair."""

    name: str
    colour: str
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Sight:
    """``cups`` are those that lie open for the reader; ``you`` is the reader's own seat.

    During a showdown ``lifted`` counts the steps of the reveal that are done.
    """

    places: tuple[Place, ...]
    you: Seat | None = None
    view: View | None = None
    cups: tuple[Cup | None, ...] = ()
    showdown: Showdown | None = None
    lifted: int = 0
    offers: frozenset[Offer] = frozenset()
    title: str = ""
    notice: str = ""
    """One line about the table itself, such as its code and link."""
    headline: str = ""
    """What everybody waits for, while there is no match to show."""
    coach: bool = False
    """Whether the coach may be asked at this table."""
    deadline: int | None = None
    """When the time for this turn ends, in milliseconds since 1970; None without a clock."""

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other seats clockwise from the reader's, all of them for an onlooker."""
        total = len(self.places)
        if self.you is None:
            return tuple(range(total))
        return tuple((self.you + step) % total for step in range(1, total))

    @property
    def bids(self) -> tuple[BidMade, ...]:
        """The bids of this round, or of the one whose dice are being looked at."""
        view = self.view
        if view is None:
            return ()
        if self.showdown is not None and view.past:
            return view.past[-1].bids
        return view.bids

    @property
    def standing(self) -> BidMade | None:
        return self.bids[-1] if self.bids else None

    def bid_of(self, seat: Seat) -> Bid | None:
        """The latest bid of a seat in this round."""
        return next((made.bid for made in reversed(self.bids) if made.seat == seat), None)

    @property
    def lifted_seats(self) -> frozenset[Seat]:
        """Whose cups are up in the showdown so far."""
        if self.showdown is None:
            return frozenset()
        return frozenset(seat for step in self.showdown.steps[: self.lifted] for seat in step)

    def dice_of(self, seat: Seat) -> int | None:
        """How many dice a seat has, as far as that is shown: before the count until it is done."""
        if self.view is None:
            return None
        shown, showdown = self.view.dice[seat], self.showdown
        if shown is None or showdown is None or showdown.cups is None:
            return shown
        return len(showdown.cups[seat])

    def is_out(self, seat: Seat) -> bool:
        if self.view is None or seat not in self.view.out:
            return False
        cups = None if self.showdown is None else self.showdown.cups
        return cups is None or not cups[seat]

    @property
    def palifico(self) -> Seat | None:
        """The palifico of the round that the reader is looking at."""
        view = self.view
        if view is None:
            return None
        return view.past[-1].palifico if self.showdown and view.past else view.palifico

    def cup(self, seat: Seat) -> Cup | None:
        """The dice of a seat that the reader may see now; None under a cup."""
        showdown = self.showdown
        up = seat == self.you or seat in self.lifted_seats
        if showdown is not None and showdown.cups is not None and up:
            return showdown.cups[seat]
        return self.cups[seat] if self.cups else None

    def counts(self, face: int) -> bool:
        """Whether a die of this face counts for the bid that is being looked at."""
        if self.showdown is None or self.view is None or not self.view.past:
            return False
        jokers = has_jokers(self.palifico)
        return face in counting_faces(self.showdown.bid.face, jokers=jokers)

    @property
    def counted(self) -> int:
        """Dice that count under all cups that are up."""
        cups = None if self.showdown is None else self.showdown.cups
        if cups is None:
            return 0
        return sum(self.counts(face) for seat in self.lifted_seats for face in cups[seat])

    @property
    def revealed(self) -> bool:
        """Whether all cups of the showdown are up."""
        return self.showdown is not None and self.lifted >= len(self.showdown.steps)
