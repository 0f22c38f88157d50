"""What a seat, or an onlooker, is told and shown. Everything that is not named here stays hidden.

All answers, streams and pages about a table come from here, never from the table itself.
"""

from typing import Any, assert_never

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
from perudo.engine.match import Match
from perudo.engine.play import Options
from perudo.engine.view import redact, view_for
from perudo.records.events_json import event_json, kind_of
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
from perudo.table.live.log import settings_json
from perudo.table.live.state import Chair, LiveTable

Shown = dict[str, Any]

_FOR_ONE_SEAT = (Dealt, SeedGiven, CalzaClaimed)


def same_for_all(events: tuple[TableEvent, ...]) -> bool:
    """Whether every audience is told the same of these events."""
    return not any(isinstance(event, _FOR_ONE_SEAT) for event in events)


def told(events: tuple[TableEvent, ...], table: LiveTable, seat: Seat | None) -> list[Shown]:
    """The events as this audience may know them; ``table`` is the table after them."""
    shown = (_told(event, table, seat) for event in events)
    return [value for value in shown if value is not None]


def _told(event: TableEvent, table: LiveTable, seat: Seat | None) -> Shown | None:
    match event:
        case (
            MatchStarted()
            | StarterRolled()
            | StarterChosen()
            | BidMade()
            | Called()
            | Showdown()
            | DieLost()
            | DieRegained()
            | SeatOut()
            | NextRound()
            | MatchWon()
        ):
            return event_json(event)
        case Dealt():
            return event_json(redact(event, seat))
        case CalzaClaimed() | SeedGiven():
            return _plain(event) if event.seat == seat else None
        case Shaken():
            return None
        case Pledged(number, commitment, _):
            return {"event": kind_of(Pledged), "round": number, "commitment": commitment}
        case Opened():
            return {
                "event": kind_of(Opened),
                "table": event.table,
                "code": event.code,
                "settings": settings_json(event.settings),
            }
        case Sat(where, _, name):
            return {"event": kind_of(Sat), "seat": where, "name": name}
        case HostChanged(player):
            return {"event": kind_of(HostChanged), "seat": table.seat_of(player)}
        case (
            BotSat()
            | Stood()
            | Closed()
            | MatchOpened()
            | Revealed()
            | ClockStarted()
            | ClockCredited()
            | TimedOut()
            | BotTookOver()
            | CameBack()
            | HearingClosed()
            | Paused()
            | SeatReady()
            | Resigned()
            | WonByResignation()
            | RematchCalled()
            | Said()
            | Reacted()
            | Muted()
        ):
            return _plain(event)
        case _ as never:
            assert_never(never)


def _plain(event: Any) -> Shown:
    return {"event": kind_of(type(event)), **event._asdict()}


def shown(table: LiveTable, seat: Seat | None) -> Shown:
    """The whole table as this audience may see it now."""
    pledge = table.pledge
    return {
        "table": table.id,
        "code": table.code,
        "version": table.seq,
        "settings": settings_json(table.settings),
        "seat": seat,
        "host": table.seat_of(table.host),
        "chairs": [_chair(chair) for chair in table.chairs],
        "seed": None if seat is None else table.chair(seat).seed,
        "match": table.number,
        "on": table.on,
        "closed": table.closed,
        "winner": table.winner,
        "resigned_to": table.resigned_to,
        "deadline": table.deadline,
        "paused_until": table.paused_until,
        "claimed": table.hearing is not None and seat in table.hearing.claims,
        "pledge": None
        if pledge is None
        else {"round": pledge.round, "commitment": pledge.commitment},
        "commitment": None if table.shaken is None else table.shaken.commitment,
        "game": None if table.match is None else _game(table.match, seat),
    }


def _chair(chair: Chair | None) -> Shown | None:
    if chair is None:
        return None
    return {
        "name": chair.name,
        "person": chair.person,
        "level": chair.level,
        "held": chair.held,
        "resigned": chair.resigned,
        "muted": chair.muted,
        "ready": chair.ready,
    }


def _game(match: Match, seat: Seat | None) -> Shown:
    """The match as the seat's own view has it."""
    view = view_for(match, seat)
    last = view.past[-1].showdown if view.past else None
    return {
        "phase": view.phase.value,
        "round": view.number,
        "starter": view.starter,
        "palifico": view.palifico,
        "turn": view.turn,
        "cup": view.cup,
        "bids": [(bid.seat, *bid.bid) for bid in view.bids],
        "dice": view.dice,
        "out": view.out,
        "options": options_json(view.options),
        "last_showdown": None if last is None else event_json(last),
        "winner": view.winner,
    }


def options_json(options: Options) -> Shown:
    """``bids`` has the least and most of each face from Paco to six, null where none may be bid."""
    bids = None
    if options.bids is not None:
        bids = [None if lim.empty else (lim.least, lim.most) for lim in options.bids.limits]
    return {"bids": bids, "dudo": options.dudo, "calza": options.calza}
