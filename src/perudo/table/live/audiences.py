"""Who may know of each kind of event at a table."""

from enum import Enum, unique
from typing import Final, assert_never

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


@unique
class Audience(Enum):
    """Who may know of an event."""

    EVERYBODY = "everybody"
    EACH_SEAT = "each seat"
    """Each seat may know its own part."""
    ONE_SEAT = "one seat"
    """The event's own seat. Nobody else may notice that anything happened."""
    ONLOOKERS = "onlookers"
    """Those who do not sit at the table. Nobody who does may notice that anything happened."""
    NOBODY = "nobody"


_AUDIENCES: Final[dict[type, Audience]] = {}
"""Audiences by kind of event, filled on first use: a lookup is faster than the match."""


def audience_of(event: LogEvent) -> Audience:
    kind = type(event)
    if kind not in _AUDIENCES:
        _AUDIENCES[kind] = _audience_of(event)
    return _AUDIENCES[kind]


def _audience_of(event: LogEvent) -> Audience:
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
            | Opened()
            | Sat()
            | BotSat()
            | BotsWished()
            | StartPlanned()
            | ChairsRemoved()
            | Stood()
            | SentAway()
            | Readmitted()
            | HostChanged()
            | Closed()
            | Restored()
            | Pledged()
            | SeatPledged()
            | MatchOpened()
            | Gathering()
            | LinkGiven()
            | Revealed()
            | ClockStarted()
            | ClockCredited()
            | TimedOut()
            | BotTookOver()
            | CameBack()
            | HearingClosed()
            | Paused()
            | SeatReady()
            | Skipped()
            | Resigned()
            | WonByResignation()
            | RematchCalled()
            | Said()
            | Reacted()
            | Muted()
        ):
            return Audience.EVERYBODY
        case Dealt():
            return Audience.EACH_SEAT
        case CalzaClaimed() | SeedGiven():
            return Audience.ONE_SEAT
        case Remarked():
            return Audience.ONLOOKERS
        case Shaken():
            return Audience.NOBODY
        case _ as never:
            assert_never(never)


_SEALED: Final = frozenset({Audience.ONE_SEAT, Audience.ONLOOKERS})


def sealed(events: tuple[LogEvent, ...]) -> bool:
    """Whether one seat alone, or onlookers alone, may know of these events; nobody else may notice
    them."""
    return all(audience_of(event) in _SEALED for event in events)


def same_for_all(events: tuple[LogEvent, ...]) -> bool:
    """Whether everybody may know the same of these events."""
    for event in events:
        audience = audience_of(event)
        if audience is not Audience.EVERYBODY and audience is not Audience.NOBODY:
            return False
    return True
