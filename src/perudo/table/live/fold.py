"""Fold events into the state of a live table: the only place where it changes."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, assert_never

from perudo.engine.actions import Seat
from perudo.engine.errors import InvalidValue
from perudo.engine.events import (
    BidMade,
    Called,
    Dealt,
    DieLost,
    DieRegained,
    Events,
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
from perudo.table.live.audiences import sealed
from perudo.table.live.events import (
    BotSat,
    BotsWished,
    BotTookOver,
    CalzaClaimed,
    CameBack,
    ChairsRemoved,
    ClockCredited,
    ClockStarted,
    Closed,
    Gathering,
    HearingClosed,
    HostChanged,
    LinkGiven,
    LogEvent,
    MatchOpened,
    Muted,
    Opened,
    Paused,
    Pledged,
    Reacted,
    Readmitted,
    Remarked,
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
    Skipped,
    StartPlanned,
    Stood,
    TimedOut,
    WonByResignation,
)
from perudo.table.live.settings import COLOURS
from perudo.table.live.state import (
    MOST_TALK,
    Chair,
    Claimant,
    Gathered,
    Hearing,
    LiveTable,
    Outcast,
    Pledge,
    RemarkLine,
    guest_behind,
)


class LogEntry(NamedTuple):
    """One decision in the log, with all its events."""

    seq: int
    at: int
    events: tuple[LogEvent, ...]


def fold(entries: Iterable[LogEntry]) -> LiveTable:
    """Return the table after a whole log."""
    table: LiveTable | None = None
    for entry in entries:
        table = first_entry(entry) if table is None else add_entry(table, entry)
    if table is None:
        raise InvalidValue("a table's log begins with Opened")
    return table


def first_entry(entry: LogEntry) -> LiveTable:
    opened = entry.events[0]
    if not isinstance(opened, Opened):
        raise InvalidValue("a table's log begins with Opened")
    return add_entry(new_table(opened), entry._replace(events=entry.events[1:]))


def new_table(opened: Opened) -> LiveTable:
    """A table that was just opened."""
    chairs = (None,) * opened.settings.seats
    return LiveTable(opened.table, opened.code, opened.settings, opened.host, chairs)


def add_entry(table: LiveTable, entry: LogEntry) -> LiveTable:
    if entry.seq != table.seq + 1:
        raise InvalidValue(f"entry {entry.seq} cannot follow {table.seq}")
    for event in entry.events:
        table = evolve(table, event, entry.at)
    return count_entry(table, entry.events)


def count_entry(table: LiveTable, events: tuple[LogEvent, ...]) -> LiveTable:
    """Count one more entry. A sealed one does not change the public version."""
    version = table.version if sealed(events) else table.version + 1
    return table._replace(seq=table.seq + 1, version=version)


def evolve(table: LiveTable, event: LogEvent, at: int) -> LiveTable:
    """Return the table after one event. Legality was decided before."""
    match event:
        case MatchStarted():
            return with_match_events(table, first_state(event.setup), (event,), at)
        case (
            StarterRolled()
            | StarterChosen()
            | Dealt()
            | BidMade()
            | Called()
            | Showdown()
            | DieLost()
            | DieRegained()
            | SeatOut()
            | NextRound()
            | MatchWon()
        ):
            assert table.match is not None
            return with_match_events(table, evolve_match(table.match, event), (event,), at)
        case Pledged():
            return table._replace(pledge=Pledge(*event))
        case Shaken():
            return table._replace(
                shaken=table.pledge,
                pledge=None,
                seeds=event.seeds,
                gathering=None,
                restored=False,
                chairs=_without_withheld(table),
            )
        case Revealed():
            return table._replace(shaken=None)
        case ClockStarted():
            return table._replace(deadline=event.deadline)
        case ClockCredited():
            return _credited(table, event)
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
        case Skipped():
            return table._replace(skipped=True)
        case SeatPledged():
            return _seated(table, event.seat, pledge=event.pledge)
        case Gathering(number, commitment, pledges, until):
            none = ("",) * len(pledges)
            return table._replace(gathering=Gathered(number, commitment, pledges, none, until))
        case LinkGiven():
            return _with_link(table, event)
        case Muted():
            return _muted(table, event)
        case Restored():
            return _restored(table, at)
        case CalzaClaimed():
            return _claimed(table, event)
        case HearingClosed():
            return table._replace(hearing=None)
        case Paused():
            return table._replace(paused_until=event.until)
        case MatchOpened():
            return table._replace(
                number=event.number,
                toucan=event.toucan,
                proof=event.proof,
                skipped=False,
                starts_at=None,
            )
        case WonByResignation():
            return table._replace(
                winner=event.seat,
                resigned_to=True,
                turn_version=table.version + 1,
                deadline=None,
                hearing=None,
                paused_until=None,
                gathering=None,
            )
        case RematchCalled():
            return table._replace(
                match=None,
                winner=None,
                resigned_to=False,
                turn_version=table.version + 1,
                turn_at=at,
                skipped=False,
                chairs=tuple(map(_rested, table.chairs)),
            )
        case Sat():
            colour = event.colour or free_colour(table, event.seat)
            muted = guest_behind(event.player) in table.muted
            chair = Chair(event.name, event.player, muted=muted, colour=colour, bots=event.bots)
            return _with_chair(table, event.seat, chair)._replace(turn_at=at)
        case BotSat():
            colour = free_colour(table, event.seat)
            bot = Chair(event.name, None, event.level, colour=colour)
            return _with_chair(table, event.seat, bot)._replace(turn_at=at)
        case BotsWished():
            return _seated(table, event.seat, bots=event.bots)
        case StartPlanned():
            return table._replace(starts_at=event.at)
        case ChairsRemoved():
            return _with_fewer_chairs(table, event.kept)
        case Stood():
            return _with_chair(table, event.seat, None)._replace(turn_at=at)
        case SentAway(seat, player):
            outcast = Outcast(guest_behind(player), table.chair(seat).name)
            return _with_chair(table, seat, None)._replace(sent_away=(*table.sent_away, outcast))
        case Readmitted(player):
            kept = tuple(o for o in table.sent_away if o.guest != guest_behind(player))
            return table._replace(sent_away=kept)
        case HostChanged():
            return table._replace(host=event.player, turn_at=table.turn_at if table.on else at)
        case Closed():
            return table._replace(closed=True)
        case Said(seat, text):
            line = (seat, table.chair(seat).name, text)
            return table._replace(talk=(*table.talk, line)[-MOST_TALK:])
        case Remarked(player, name, text):
            remark = RemarkLine(guest_behind(player), name, text, at)
            return table._replace(remarks=(*table.remarks, remark)[-MOST_TALK:])
        case Reacted() | SeedGiven():
            return table
        case Opened():
            raise InvalidValue("a table is opened once")
        case _ as never:
            assert_never(never)


def with_match_events(table: LiveTable, after: Match, events: Events, at: int) -> LiveTable:
    """Return the table after events of its match, which lead to the match ``after``."""
    changes: dict[str, Any] = {"match": after, "turn_version": table.version + 1}
    for event in events:
        match event:
            case BidMade():
                changes.update(turn_at=at, deadline=None, hearing=None)
            case Called():
                changes.update(deadline=None, hearing=None)
            case Dealt():
                rested = tuple(chair and chair._replace(ready=False) for chair in table.chairs)
                changes.update(turn_at=at, paused_until=None, chairs=rested)
            case MatchWon():
                changes.update(winner=event.seat)
            case (
                MatchStarted()
                | StarterRolled()
                | StarterChosen()
                | Showdown()
                | DieLost()
                | DieRegained()
                | SeatOut()
                | NextRound()
            ):
                pass
            case _ as never:
                assert_never(never)
    return table._replace(**changes)


def free_colour(table: LiveTable, seat: Seat) -> str:
    """A colour that nobody has: the chair's own, else the next one in the box."""
    taken = {chair.colour for chair in table.chairs if chair is not None}
    order = COLOURS[seat:] + COLOURS[:seat]
    return next(colour for colour in order if colour not in taken)


def _seated(table: LiveTable, seat: Seat, **changes: object) -> LiveTable:
    return _with_chair(table, seat, table.chair(seat)._replace(**changes))  # type: ignore[arg-type]


def _with_chair(table: LiveTable, seat: Seat, chair: Chair | None) -> LiveTable:
    chairs: Sequence[Chair | None] = table.chairs
    return table._replace(chairs=(*chairs[:seat], chair, *chairs[seat + 1 :]))


def _with_fewer_chairs(table: LiveTable, kept: tuple[Seat, ...]) -> LiveTable:
    places = {seat: place for place, seat in enumerate(kept)}
    return table._replace(
        settings=replace(table.settings, seats=len(kept)),
        chairs=tuple(table.chairs[seat] for seat in kept),
        # Lines of people who left stay, with their names; their chairs are gone.
        talk=tuple((places.get(seat, 0), name, text) for seat, name, text in table.talk),
    )


def _claimed(table: LiveTable, event: CalzaClaimed) -> LiveTable:
    before = () if table.hearing is None else table.hearing.claims
    claims = (*before, Claimant(event.seat, event.heard_at, event.bot))
    return table._replace(hearing=Hearing(event.bid, claims, event.until))


def _credited(table: LiveTable, event: ClockCredited) -> LiveTable:
    deadline, paused, gathering = table.deadline, table.paused_until, table.gathering
    return table._replace(
        deadline=None if deadline is None else deadline + event.ms,
        paused_until=None if paused is None else paused + event.ms,
        gathering=gathering and gathering._replace(until=gathering.until + event.ms),
        credited_until=event.until,
    )


def _with_link(table: LiveTable, event: LinkGiven) -> LiveTable:
    """Add a revealed link. The seat's next link must hash to it, unless the seat pledged anew."""
    assert table.gathering is not None
    seat, links = event.seat, table.gathering.links
    gathering = table.gathering._replace(links=(*links[:seat], event.link, *links[seat + 1 :]))
    if table.chair(seat).pledge == gathering.pledges[seat]:
        table = _seated(table, seat, pledge=event.link)
    return table._replace(gathering=gathering)


def _without_withheld(table: LiveTable) -> tuple[Chair | None, ...]:
    """Remove the pledges of seats that withheld their link, until they pledge anew."""
    gathering = table.gathering
    if gathering is None:
        return table.chairs
    return tuple(
        chair._replace(pledge="")
        if chair is not None
        and not gathering.links[seat]
        and chair.pledge == gathering.pledges[seat]
        else chair
        for seat, chair in enumerate(table.chairs)
    )


def _muted(table: LiveTable, event: Muted) -> LiveTable:
    guest = {guest_behind(table.chair(event.seat).player)}
    muted = table.muted | guest if event.muted else table.muted - guest
    return _seated(table, event.seat, muted=event.muted)._replace(muted=muted)


def _restored(table: LiveTable, at: int) -> LiveTable:
    """Drop the secrets of a backup, and the round that they were for."""
    match = table.match
    if table.on and match is not None and match.round is not None:
        first = match.round.number == 1  # its secret also said who opens the match
        match = first_state(match.setup) if first else match._replace(round=None)
    return table._replace(
        match=match,
        turn_version=table.version + 1,
        turn_at=at,
        restored=table.on,
        pledge=None,
        shaken=None,
        seeds=(),
        gathering=None,
        deadline=None,
        hearing=None,
        paused_until=None,
        chairs=tuple(chair and chair._replace(pledge="", ready=False) for chair in table.chairs),
    )


def _rested(chair: Chair | None) -> Chair | None:
    """A chair after the match: resigned players are back, a bot that held a seat still does."""
    if chair is None:
        return None
    level = None if chair.resigned else chair.level
    return chair._replace(level=level, resigned=False, ready=False)
