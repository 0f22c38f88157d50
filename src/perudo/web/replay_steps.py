"""Cut a finished match into moments, each told in the reader's words.

Every moment has the whole state of the stage, so that a replay can jump to any of them.
"""

from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, NamedTuple, assert_never

from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup, Face, counting_faces, has_jokers
from perudo.engine.events import (
    BidMade,
    Called,
    Dealt,
    DieLost,
    DieRegained,
    Event,
    MatchStarted,
    MatchWon,
    NextRound,
    SeatOut,
    Showdown,
    StarterChosen,
    StarterRolled,
)
from perudo.i18n.tongue import Tongue
from perudo.records.record import Record
from perudo.records.replay import replayed
from perudo.wording.story import Story


class Moment(NamedTuple):
    kind: str
    text: str
    seat: Seat | None = None
    """Who acts or rolled highest."""
    bid: Bid | None = None
    bidder: Seat | None = None
    call: str | None = None
    lifted: tuple[Seat, ...] = ()
    """Seats whose cups are up."""
    found: int | None = None
    """Dice that count for the bid under the cups that are up."""
    dice: tuple[int, ...] = ()
    """Dice that each seat has left after this moment."""
    loser: Seat | None = None
    gainer: Seat | None = None
    winner: Seat | None = None
    rolls: tuple[Cup | None, ...] | None = None
    """The dice of a roll-off, instead of the round's cups."""


@dataclass(slots=True)
class Round:
    """A round, or with number 0 what comes before the first one."""

    number: int
    title: str
    cups: tuple[Cup, ...]
    palifico: Seat | None = None
    counting: tuple[Face, ...] = ()
    """The faces that count for the bid that was called."""
    moments: list[Moment] = field(default_factory=list)
    dice: tuple[int, ...] = ()
    """Dice that each seat had left after the round."""

    @property
    def outcome(self) -> str:
        return self.moments[-1].text

    def key(self, index: int) -> str:
        """A moment's name in addresses."""
        return f"r{self.number}s{index + 1}"


class Replay(NamedTuple):
    names: tuple[str, ...]
    rounds: tuple[Round, ...]
    winner: Seat | None
    standings: tuple[tuple[Seat, int | None], ...]
    """The winner first; with each seat the round in which it went out, if it did."""

    @property
    def played(self) -> tuple[Round, ...]:
        return self.rounds[1:]


def replay_of(t: Tongue, record: Record, resigned_to: Seat | None = None) -> Replay:
    """``resigned_to`` won because all others resigned, which a record does not say."""
    builder = _ReplayBuilder(t, record)
    for event in replayed(record)[1]:
        builder.add(event)
    if resigned_to is not None:
        builder.won_by_resignation(resigned_to)
    return builder.replay()


class _ReplayBuilder:
    """Folds events into moments; its own state is the stage as it stands."""

    def __init__(self, t: Tongue, record: Record) -> None:
        self.names = record.names
        self._story = Story(t, record.rules, record.names)
        self._dice = (record.dice,) * len(record.names)
        self._rounds = [Round(0, t.say("Before the first round"), ())]
        self._bid: BidMade | None = None
        self._called: Called | None = None
        self._settling: Moment | None = None
        self._outs: list[tuple[Seat, int]] = []
        self._winner: Seat | None = None

    def add(self, event: Event) -> None:
        text = " ".join(self._story.lines(event))
        match event:
            case MatchStarted():
                self._add("start", text)
            case StarterRolled(rolls, leaders):
                self._add("roll", text, rolls=rolls, seat=leaders[0])
            case StarterChosen(seat):
                self._add("starter", text, seat=seat)
            case Dealt():
                self._deal(event, text)
            case BidMade(seat):
                self._bid = event
                self._add("bid", text, seat=seat)
            case Called(seat):
                self._called = event
                self._add("call", text, seat=seat)
            case Showdown():
                self._lift(event)
            case DieLost(seat):
                self._change(seat, -1)
                self._settle(text, loser=seat)
            case DieRegained(seat):
                self._change(seat, 1)
                self._settle(text, gainer=seat)
            case SeatOut(seat):
                self._outs.append((seat, self._round.number))
                self._settle(text)
            case NextRound():
                self._settle()
            case MatchWon(seat):
                self._won(seat, text)
            case _ as never:
                assert_never(never)

    def won_by_resignation(self, seat: Seat) -> None:
        self._won(seat, self._story.won_by_resignation(seat))

    def _won(self, seat: Seat, text: str) -> None:
        self._settle()
        self._winner = seat
        last = self._round.moments[-1]
        self._add("won", text, seat=seat, winner=seat, lifted=last.lifted, found=last.found)

    def replay(self) -> Replay:
        for round_ in self._rounds:
            round_.dice = round_.moments[-1].dice
        out = {seat for seat, _ in self._outs}
        left = [s for s in range(len(self.names)) if s not in out and s != self._winner]
        left.sort(key=lambda seat: -self._dice[seat])
        standings: list[tuple[Seat, int | None]] = []
        if self._winner is not None:
            standings.append((self._winner, None))
        standings += [(seat, None) for seat in left]
        return Replay(
            self.names,
            tuple(self._rounds),
            self._winner,
            (*standings, *reversed(self._outs)),
        )

    @property
    def _round(self) -> Round:
        return self._rounds[-1]

    def _add(self, kind: str, text: str, **facts: Any) -> None:
        called = self._called
        standing = {
            "bid": None if self._bid is None else self._bid.bid,
            "bidder": None if self._bid is None else self._bid.seat,
            "call": None if called is None else called.call.value,
            "dice": self._dice,
        }
        self._round.moments.append(Moment(kind, text, **{**standing, **facts}))

    def _deal(self, event: Dealt, text: str) -> None:
        self._bid = self._called = None
        cups = tuple(cup or () for cup in event.cups or ((),) * len(self.names))
        title = next(self._story.lines(event))
        self._rounds.append(Round(event.number, title, cups, event.palifico))
        self._add("deal", text, seat=event.starter)

    def _lift(self, event: Showdown) -> None:
        """Add a moment for each step of the reveal; the verdict waits for who pays for it."""
        round_, face = self._round, event.bid.face
        round_.counting = counting_faces(face, jokers=has_jokers(round_.palifico))
        verdict = " ".join(self._story.outcome(event))
        found = 0
        steps = event.steps if event.cups is not None else ()
        for text, lifted in zip(self._story.reveal(event), accumulate(steps), strict=True):
            cups = [round_.cups[seat] for seat in lifted]
            found = sum(die in round_.counting for cup in cups for die in cup)
            self._add("lift", text, lifted=lifted, found=found)
        up = tuple(accumulate(event.steps))[-1] if event.steps else ()
        caller = event.caller
        self._settling = Moment(
            "settle", verdict, caller, event.bid, event.bidder, event.call.value, up, event.found
        )

    def _change(self, seat: Seat, by: int) -> None:
        dice = list(self._dice)
        dice[seat] += by
        self._dice = tuple(dice)

    def _settle(self, text: str = "", **facts: Any) -> None:
        """Extend the moment of the verdict, which several events make up.

        Without a text the moment is complete.
        """
        if self._settling is None:
            return
        verdict = f"{self._settling.text} {text}".strip()
        self._settling = self._settling._replace(text=verdict, dice=self._dice, **facts)
        if not text:
            self._round.moments.append(self._settling)
            self._settling = None
