"""From events to state: the one place where a live table changes."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, assert_never

from perudo.engine.actions import Seat
from perudo.engine.events import (
    BidMade,
    Called,
    Dealt,
    DieLost,
    DieRegained,
    MatchStarted,
    MatchWon,
    NextRound,
    SeatOut,
    Showdown,
    StarterChosen,
    StarterRolled,
)
from perudo.engine.fold import evolve as evolve_match
from perudo.engine.match import Match, first_state
from perudo.table.live.events import (
    BotSat,
    BotTookOver,
    CalzaClaimed,
    CameBack,
    ClockCredited,
    ClockStarted,
    Closed,
    HearingClosed,
    HostChanged,
    MatchOpened,
    Muted,
    Opened,
    Paused,
    Pledged,
    Reacted,
    RematchCalled,
    Resigned,
    Revealed,
    Said,
    Sat,
    SeatReady,
    SeedGiven,
    Shaken,
    Stood,
    TableEvent,
    TimedOut,
    WonByResignation,
)
from perudo.table.live.settings import COLOURS
from perudo.table.live.state import MOST_TALK, Chair, Hearing, LiveTable, Pledge


class Entry(NamedTuple):
    """One decision in the log: all its events, or none of them."""

    seq: int
    at: int
    events: tuple[TableEvent, ...]


def fold(entries: Iterable[Entry]) -> LiveTable:
    """The table that this log, from its first entry on, leads to."""
    table: LiveTable | None = None
    for entry in entries:
        table = first_entry(entry) if table is None else add_entry(table, entry)
    if table is None:
        raise ValueError("a table's log begins with Opened")
    return table


def first_entry(entry: Entry) -> LiveTable:
    opened = entry.events[0]
    if not isinstance(opened, Opened):
        raise ValueError("a table's log begins with Opened")
    chairs = (None,) * opened.settings.seats
    table = LiveTable(opened.table, opened.code, opened.settings, opened.host, chairs)
    return add_entry(table, entry._replace(events=entry.events[1:]))


def add_entry(table: LiveTable, entry: Entry) -> LiveTable:
    if entry.seq != table.seq + 1:
        raise ValueError(f"entry {entry.seq} cannot follow {table.seq}")
    table = table._replace(seq=entry.seq)
    for event in entry.events:
        table = evolve(table, event, entry.at)
    return table


def evolve(table: LiveTable, event: TableEvent, at: int) -> LiveTable:
    """The table after one event. It trusts the event: it was decided before."""
    match event:
        case BidMade():
            assert table.match is not None
            return table._replace(
                match=evolve_match(table.match, event),
                turn_seq=table.seq,
                turn_at=at,
                deadline=None,
                hearing=None,
            )
        case MatchStarted():
            return table._replace(match=first_state(event.setup), turn_seq=table.seq)
        case Called():
            match_ = _played(table, event)
            return table._replace(match=match_, turn_seq=table.seq, deadline=None, hearing=None)
        case Dealt():
            return table._replace(
                match=_played(table, event),
                turn_seq=table.seq,
                turn_at=at,
                paused_until=None,
                chairs=tuple(chair and chair._replace(ready=False) for chair in table.chairs),
            )
        case MatchWon():
            return table._replace(
                match=_played(table, event), turn_seq=table.seq, winner=event.seat
            )
        case (
            StarterRolled()
            | StarterChosen()
            | Showdown()
            | DieLost()
            | DieRegained()
            | SeatOut()
            | NextRound()
        ):
            return table._replace(match=_played(table, event), turn_seq=table.seq)
        case Pledged():
            return table._replace(pledge=Pledge(*event))
        case Shaken():
            return table._replace(shaken=table.pledge, pledge=None, seeds=event.seeds)
        case Revealed():
            return table._replace(shaken=None)
        case ClockStarted():
            return table._replace(deadline=event.deadline)
        case ClockCredited():
            deadline = None if table.deadline is None else table.deadline + event.ms
            return table._replace(deadline=deadline, credited_until=event.until)
        case TimedOut():
            return _seated(table, event.seat, misses=event.misses)
        case BotTookOver():
            return _seated(table, event.seat, level=event.level)
        case CameBack():
            return _seated(table, event.seat, level=None, misses=0)
        case Resigned():
            return _seated(table, event.seat, level=event.level, resigned=True)
        case SeatReady():
            return _seated(table, event.seat, ready=True)
        case SeedGiven():
            return _seated(table, event.seat, seed=event.seed)
        case Muted():
            return _seated(table, event.seat, muted=event.muted)
        case CalzaClaimed():
            return _claimed(table, event)
        case HearingClosed():
            return table._replace(hearing=None)
        case Paused():
            return table._replace(paused_until=event.until)
        case MatchOpened():
            return table._replace(number=event.number)
        case WonByResignation():
            return table._replace(
                winner=event.seat,
                resigned_to=True,
                turn_seq=table.seq,
                deadline=None,
                hearing=None,
                paused_until=None,
            )
        case RematchCalled():
            return table._replace(
                match=None,
                winner=None,
                resigned_to=False,
                turn_seq=table.seq,
                chairs=tuple(map(_rested, table.chairs)),
            )
        case Sat():
            colour = event.colour or free_colour(table, event.seat)
            return _with_chair(table, event.seat, Chair(event.name, event.player, colour=colour))
        case BotSat():
            colour = free_colour(table, event.seat)
            return _with_chair(
                table, event.seat, Chair(event.name, None, event.level, colour=colour)
            )
        case Stood():
            return _with_chair(table, event.seat, None)
        case HostChanged():
            return table._replace(host=event.player)
        case Closed():
            return table._replace(closed=True)
        case Said(seat, text):
            line = (seat, table.chair(seat).name, text)
            return table._replace(talk=(*table.talk, line)[-MOST_TALK:])
        case Reacted():
            return table
        case Opened():
            raise ValueError("a table is opened once")
        case _ as never:
            assert_never(never)


def free_colour(table: LiveTable, seat: Seat) -> str:
    """A cup that nobody has: that of the chair itself, else the next one in the box."""
    taken = {chair.colour for chair in table.chairs if chair is not None}
    order = COLOURS[seat:] + COLOURS[:seat]
    return next(colour for colour in order if colour not in taken)


def _played(
    table: LiveTable,
    event: Called
    | Dealt
    | MatchWon
    | StarterRolled
    | StarterChosen
    | Showdown
    | DieLost
    | DieRegained
    | SeatOut
    | NextRound,
) -> Match:
    assert table.match is not None
    return evolve_match(table.match, event)


def _seated(table: LiveTable, seat: Seat, **changes: object) -> LiveTable:
    return _with_chair(table, seat, table.chair(seat)._replace(**changes))  # type: ignore[arg-type]


def _with_chair(table: LiveTable, seat: Seat, chair: Chair | None) -> LiveTable:
    chairs: Sequence[Chair | None] = table.chairs
    return table._replace(chairs=(*chairs[:seat], chair, *chairs[seat + 1 :]))


def _claimed(table: LiveTable, event: CalzaClaimed) -> LiveTable:
    before = table.hearing.claims if table.hearing is not None else ()
    return table._replace(hearing=Hearing(event.bid, (*before, event.seat), event.until))


def _rested(chair: Chair | None) -> Chair | None:
    """A chair after the match: who resigned is back, a bot that held a seat still does."""
    if chair is None:
        return None
    level = None if chair.resigned else chair.level
    return chair._replace(level=level, resigned=False, ready=False)
