"""What a seat, or an onlooker, is told and shown. Everything that is not named here stays hidden.

All answers, streams and pages about a table come from here, never from the table itself.
"""

from typing import Any, NamedTuple, assert_never

from perudo.engine.actions import CALZA, DUDO, Seat
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
from perudo.engine.match import Phase
from perudo.engine.play import Legal, refusal, turn_of
from perudo.engine.refusals import Refusal
from perudo.engine.view import View, redact, view_for
from perudo.records.events_json import event_json, kind_of
from perudo.table.live.events import (
    SEALED,
    BotSat,
    BotTookOver,
    CalzaClaimed,
    CameBack,
    ClockCredited,
    ClockStarted,
    Closed,
    Gathering,
    HearingClosed,
    HostChanged,
    LinkGiven,
    MatchOpened,
    Muted,
    Opened,
    Paused,
    Pledged,
    Reacted,
    Readmitted,
    RematchCalled,
    Resigned,
    Restored,
    Revealed,
    Said,
    Sat,
    SeatPledged,
    SeatReady,
    SeedGiven,
    SentAway,
    Shaken,
    Stood,
    TableEvent,
    TimedOut,
    WonByResignation,
)
from perudo.table.live.log import settings_json, to_json
from perudo.table.live.settings import Settings
from perudo.table.live.state import Chair, Gathered, LiveTable

Shown = dict[str, Any]

_FOR_ONE_SEAT = (Dealt, *SEALED)


def same_for_all(events: tuple[TableEvent, ...]) -> bool:
    """Whether every audience is told the same of these events."""
    return not any(isinstance(event, _FOR_ONE_SEAT) for event in events)


def told(events: tuple[TableEvent, ...], table: LiveTable, seat: Seat | None) -> list[Shown]:
    """The events as this audience may know them; ``table`` is the table after them."""
    shown = (_told(event, table, seat) for event in events)
    return [value for value in shown if value is not None]


def _told(event: TableEvent, table: LiveTable, seat: Seat | None) -> Shown | None:
    match event:
        case BidMade():
            return to_json(event)  # first, for nothing happens nearly as often
        case SentAway(where):
            return {"event": kind_of(SentAway), "seat": where}
        case Readmitted():
            return {"event": kind_of(Readmitted)}
        case Pledged(number, commitment, _):
            return {"event": kind_of(Pledged), "round": number, "commitment": commitment}
        case Opened():
            return {
                "event": kind_of(Opened),
                "table": event.table,
                "code": event.code,
                "settings": settings_json(event.settings),
            }
        case Sat(where, _, name, asked):
            chair = table.chairs[where]
            colour = asked if chair is None else chair.colour
            return {"event": kind_of(Sat), "seat": where, "name": name, "colour": colour}
        case HostChanged(player):
            return {"event": kind_of(HostChanged), "seat": table.seat_of(player)}
    known = _heard(event, seat)
    return None if known is None else to_json(known)


def heard(events: tuple[TableEvent, ...], seat: Seat | None) -> tuple[TableEvent, ...]:
    """The same for pages: facts with what this audience may not know left out."""
    known = (_heard(event, seat) for event in events)
    return tuple(event for event in known if event is not None)


def _heard(event: TableEvent, seat: Seat | None) -> TableEvent | None:
    match event:
        case Dealt():
            return redact(event, seat)
        case CalzaClaimed() | SeedGiven():
            return event if event.seat == seat else None
        case Shaken() | Pledged() | Opened() | HostChanged():
            return None  # of no interest in words, and not all for everybody: see _told
        case Sat() | SentAway() | Readmitted():
            return event._replace(player="")
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
            | BotSat()
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
            | SeatPledged()
            | Gathering()
            | LinkGiven()
            | Restored()
            | Resigned()
            | WonByResignation()
            | RematchCalled()
            | Said()
            | Reacted()
            | Muted()
        ):
            return event
        case _ as never:
            assert_never(never)


class SeenChair(NamedTuple):
    """Who sits there, without the guest behind the name."""

    name: str
    colour: str
    person: bool
    level: str | None
    held: bool
    resigned: bool
    muted: bool
    ready: bool
    pledge: str
    """What this seat's next link must hash to; empty: it takes no part in the dice."""


class Seen(NamedTuple):
    """The whole table as one audience may see it: a seat, or an onlooker (``seat`` is None).

    Pages are made from this and from nothing else.
    """

    table: str
    code: str
    version: int
    settings: Settings
    seat: Seat | None
    host: Seat | None
    chairs: tuple[SeenChair | None, ...]
    sent_away: tuple[str, ...]
    """Whom the host may let back in, for the host alone."""
    match: int
    """The number of the match that is on, was last on, or 0."""
    on: bool
    closed: bool
    winner: Seat | None
    resigned_to: bool
    deadline: int | None
    paused_until: int | None
    claimed: bool
    """Whether this seat's own calza is being heard."""
    pledge: tuple[int, str] | None
    """The coming round, and what its secret is committed to."""
    commitment: str | None
    gathering: Gathered | None
    restored: bool
    """Whether the coming round is dealt again after a restore."""
    talk: tuple[tuple[Seat, str, str], ...]
    view: View | None
    calza_callers: tuple[Seat, ...]
    """Who may call calza on the standing bid: everybody can tell that from the rules."""
    no_dudo: Refusal | None
    no_calza: Refusal | None
    """Why this seat may not call now, if it may not."""


def see(table: LiveTable, seat: Seat | None) -> Seen:
    pledge, match = table.pledge, table.match
    turn = None if match is None else turn_of(match)
    return Seen(
        table=table.id,
        code=table.code,
        version=table.version,
        settings=table.settings,
        seat=seat,
        host=table.seat_of(table.host),
        chairs=tuple(None if chair is None else _chair(chair) for chair in table.chairs),
        sent_away=_outcasts(table, seat),
        match=table.number,
        on=table.on,
        closed=table.closed,
        winner=table.winner,
        resigned_to=table.resigned_to,
        deadline=table.deadline,
        paused_until=table.paused_until,
        claimed=table.hearing is not None and table.hearing.has(seat),
        pledge=None if pledge is None else (pledge.round, pledge.commitment),
        commitment=None if table.shaken is None else table.shaken.commitment,
        gathering=table.gathering,
        restored=table.restored and table.on,
        talk=table.talk,
        view=None if match is None else view_for(match, seat),
        calza_callers=() if turn is None else turn.calza,
        no_dudo=None if match is None or seat is None else refusal(match, seat, DUDO),
        no_calza=None if match is None or seat is None else refusal(match, seat, CALZA),
    )


def _outcasts(table: LiveTable, seat: Seat | None) -> tuple[str, ...]:
    if seat is None or table.chair(seat).player != table.host:
        return ()
    return tuple(outcast.name for outcast in table.sent_away)


def _chair(chair: Chair) -> SeenChair:
    return SeenChair(
        name=chair.name,
        colour=chair.colour,
        person=chair.person,
        level=chair.level,
        held=chair.held,
        resigned=chair.resigned,
        muted=chair.muted,
        ready=chair.ready,
        pledge=chair.pledge,
    )


def shown(table: LiveTable, seat: Seat | None) -> Shown:
    """The same as JSON, for programs."""
    seen = see(table, seat)
    pledge, view = seen.pledge, seen.view
    facts = seen._asdict()
    for name in ("view", "no_dudo", "no_calza"):
        del facts[name]
    return {
        **facts,
        "settings": settings_json(seen.settings),
        "chairs": [None if chair is None else chair._asdict() for chair in seen.chairs],
        "pledge": None if pledge is None else {"round": pledge[0], "commitment": pledge[1]},
        "gathering": None if seen.gathering is None else seen.gathering._asdict(),
        "talk": [{"seat": s, "name": name, "text": text} for s, name, text in seen.talk],
        "game": None if view is None else _game(view),
    }


def _game(view: View) -> Shown:
    """The match as the seat's own view has it."""
    # What lay under the cups is gone from the table with the next deal (C12).
    last = view.past[-1].showdown if view.past and view.phase is not Phase.BIDDING else None
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
        "legal": legal_json(view.legal),
        "last_showdown": None if last is None else event_json(last),
        "winner": view.winner,
    }


def legal_json(legal: Legal) -> Shown:
    """``bids`` has the least and most of each face from Paco to six, null where none may be bid."""
    bids = None
    if legal.bids is not None:
        bids = [None if lim.empty else (lim.least, lim.most) for lim in legal.bids.limits]
    return {"bids": bids, "dudo": legal.dudo, "calza": legal.calza}
