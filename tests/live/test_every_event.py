"""Every kind of event can be logged, folded and sent, and reveals nothing private.

For a new kind these tests fail until it has an example, and the type check fails until ``fold``
and ``audiences.audience_of`` handle it.
"""

import json
from typing import Final, get_args

import pytest

from perudo.engine.actions import Call
from perudo.engine.bid import Bid
from perudo.engine.events import (
    BidMade,
    Called,
    Choice,
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
from perudo.table.live.audience import events_json, visible_events
from perudo.table.live.audiences import Audience, audience_of
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
    TableEvent,
    TimedOut,
    WonByResignation,
)
from perudo.table.live.events_json import visible_from_json
from perudo.table.live.log import json_bytes, read_events, write_events
from perudo.table.live.settings import Settings
from testkit.live.sandbox import Sandbox

PRIVATE: Final = "private-to-all"
"""Stands in every fact of the examples that nobody may be told."""
SETTINGS: Final = Settings(edition="asmodee-2009", seats=2)
BID: Final = Bid(2, 3)

EXAMPLES: Final[tuple[LogEvent, ...]] = (
    MatchStarted(SETTINGS.setup()),
    StarterRolled(((1,), (6,)), (1,)),
    StarterChosen(1, Choice.ROLLED),
    Dealt(1, 0, None, ((1, 2), (3, 4))),
    BidMade(0, BID),
    Called(1, Call.DUDO),
    Showdown(0, BID, 1, Call.DUDO, ((1, 2), (3, 4)), ((0, 1),), 2, 1, None),
    DieLost(1),
    DieRegained(1),
    SeatOut(1),
    NextRound(0, None),
    MatchWon(0),
    Opened("abc", "CODE22", SETTINGS, PRIVATE),
    Sat(0, PRIVATE, "Rosa", "red"),
    BotSat(1, "easy", "Inti"),
    Stood(1),
    SentAway(1, PRIVATE),
    Readmitted(PRIVATE),
    HostChanged(PRIVATE),
    Closed(),
    Restored(3),
    Pledged(1, "c" * 64, PRIVATE),
    SeedGiven(1, "seed"),
    SeatPledged(1, "d" * 64),
    MatchOpened(1, ("Rosa", "Inti"), (1,), 0),
    Gathering(1, "c" * 64, ("d" * 64, ""), 99),
    LinkGiven(0, 1, "e" * 64),
    Shaken(1, ("seed", "")),
    Revealed(1, "c" * 64, "f" * 64, ("seed", "")),
    ClockStarted(0, 99),
    ClockCredited(5, 99),
    TimedOut(0, 1, "easy"),
    BotTookOver(0, "easy"),
    CameBack(0),
    CalzaClaimed(1, BID, 99, 5, bot=True),
    HearingClosed(BID, (1,), 1, 0),
    Paused(99),
    SeatReady(0),
    Skipped(0),
    BotsWished(0, bots=True),
    StartPlanned(9),
    ChairsRemoved((0, 1)),
    Resigned(1, "easy"),
    WonByResignation(0),
    RematchCalled(0),
    Said(0, "hello"),
    Remarked(PRIVATE, "Olga", "hm"),
    Reacted(0, "toucan"),
    Muted(1, muted=True),
)
KINDS: Final = frozenset((*get_args(TableEvent), *get_args(Event)))
NAMES: Final = [type(event).__name__ for event in EXAMPLES]


def test_every_kind_has_one_example() -> None:
    assert {type(event) for event in EXAMPLES} == KINDS
    assert len(EXAMPLES) == len(KINDS)


@pytest.mark.parametrize("event", EXAMPLES, ids=NAMES)
def test_event_is_read_back_from_the_log_unchanged(event: LogEvent) -> None:
    assert read_events(write_events((event,))) == (event,)


@pytest.mark.parametrize("event", EXAMPLES, ids=NAMES)
def test_each_audience_is_told_what_it_may_know(event: LogEvent) -> None:
    table = Sandbox(SETTINGS).table
    told = {seat: events_json((event,), table, seat) for seat in (None, 0, 1)}
    match audience_of(event):
        case Audience.EVERYBODY:
            assert told[None] == told[0] == told[1] != []
        case Audience.EACH_SEAT:
            assert [told[seat][0]["cups"] for seat in told] == [
                (None, None),
                ((1, 2), None),
                (None, (3, 4)),
            ]
        case Audience.ONE_SEAT:
            assert told[None] == told[0] == []
            assert told[1] != []
        case Audience.ONLOOKERS:
            assert told[None] != []
            assert told[0] == told[1] == []
        case Audience.NOBODY:
            assert told[None] == told[0] == told[1] == []


@pytest.mark.parametrize("event", EXAMPLES, ids=NAMES)
def test_nothing_private_is_sent(event: LogEvent) -> None:
    table = Sandbox(SETTINGS).table
    for seat in (None, 0, 1):
        assert PRIVATE.encode() not in json_bytes(events_json((event,), table, seat))
        assert PRIVATE not in repr(visible_events((event,), seat))


@pytest.mark.parametrize("event", EXAMPLES, ids=NAMES)
def test_a_client_reads_back_what_its_audience_was_sent(event: LogEvent) -> None:
    table = Sandbox(SETTINGS).table
    for seat in (None, 0, 1):
        sent = json.loads(json_bytes(events_json((event,), table, seat)))
        expected = visible_events((event,), seat)
        read = tuple(visible_from_json(value) for value in sent)
        if isinstance(event, Sat):  # the cup that the table gave is sent, not the one asked for
            assert [type(other) for other in read] == [Sat]
        else:
            assert read == expected
    assert visible_from_json({"event": "of-a-newer-server"}) is None
