"""Turn clocks: timeouts, bots that step in, players who come back, credit for downtime."""

import pytest

from perudo.engine.actions import DUDO
from perudo.engine.bid import Bid
from perudo.engine.events import BidMade, Dealt
from perudo.table.live.clockwork import due_at
from perudo.table.live.commands import Back, Credit, Ready, Resign, Tick
from perudo.table.live.events import (
    BotTookOver,
    CameBack,
    ClockCredited,
    ClockStarted,
    HostChanged,
    Paused,
    Resigned,
    Revealed,
    SeatReady,
    TimedOut,
    WonByResignation,
)
from perudo.table.live.refusals import TableReason, TableRefusal
from perudo.table.live.settings import DAY, Settings
from testkit.live.sandbox import Sandbox


def timed(**settings: int) -> Sandbox:
    box = Sandbox(Settings(seats=3, turn_seconds=30, **settings))  # type: ignore[arg-type]
    box.start()
    return box


def test_every_turn_of_a_person_has_its_deadline_in_the_log() -> None:
    box = timed()
    assert box.table.deadline == box.now + 30_000
    box.now += 7_000
    *_, clock = box.act("1x2")
    assert clock == ClockStarted(box.seat(box.turn), box.now + 30_000)
    assert due_at(box.table) == box.now + 30_000


def test_a_turn_can_last_days() -> None:
    box = Sandbox(Settings(seats=2, turn_seconds=3 * DAY))
    box.start()
    assert due_at(box.table) == box.now + 3 * DAY * 1000


def test_a_table_without_clocks_waits_for_ever() -> None:
    box = Sandbox(Settings(seats=2))
    box.start()
    assert due_at(box.table) is None
    assert box.refusal(None, Tick()).reason is TableReason.NOT_DUE


def test_nothing_happens_before_its_time() -> None:
    box = timed()
    box.now += 29_999
    assert box.refusal(None, Tick()).reason is TableReason.NOT_DUE
    box.now += 1
    box.do(None, Tick())


def test_a_bot_plays_the_turn_of_whoever_is_out_of_time() -> None:
    box = timed()
    late = box.seat(box.turn)
    first, made, *_ = box.tick()
    assert first == TimedOut(late, 1, "medium")
    assert isinstance(made, BidMade)
    assert made.seat == late
    assert box.table.chair(late).level is None


def test_after_several_misses_a_bot_holds_the_seat_until_the_player_is_back() -> None:
    box = timed(misses=2)
    box.outside.claims = False
    late = box.turn
    seat = box.seat(late)
    while not box.table.chair(seat).held:
        if box.table.turn is not None and box.turn != late:
            box.act("dudo" if box.standing else "1x2")
        else:
            box.tick()
    taken = [event for entry in box.log for event in entry.events]
    assert taken.count(BotTookOver(seat, "medium")) == 1
    assert [e.misses for e in taken if isinstance(e, TimedOut) and e.seat == seat] == [1, 2]
    while box.table.turn != seat:
        if box.table.turn is not None:
            box.act("dudo" if box.standing else "1x2")
        else:
            box.tick()
    assert box.table.deadline is None
    events = box.do(late, Back())
    assert events == (CameBack(seat), ClockStarted(seat, box.now + 30_000))
    assert box.refusal(late, Back()).reason is TableReason.NOT_HELD


def test_whoever_acts_is_back() -> None:
    box = timed(misses=1)
    late = box.turn
    box.tick()
    assert box.table.chair(box.seat(late)).held
    while box.table.turn != box.seat(late):
        if box.table.turn is not None:
            box.act("dudo" if box.standing else "1x2")
        else:
            box.tick()
    bid = Bid(1, 2) if box.standing is None else None
    first, *_ = box.do(late, box.acting(bid or DUDO))
    assert first == CameBack(box.seat(late))


def test_acting_in_time_clears_the_misses() -> None:
    box = timed()
    late = box.turn
    box.tick()
    assert box.table.chair(box.seat(late)).misses == 1
    while box.table.turn != box.seat(late):
        if box.table.turn is not None:
            box.act("dudo" if box.standing else "1x2")
        else:
            box.tick()
    box.do(late, box.acting(DUDO if box.standing else Bid(1, 2)))
    assert box.table.chair(box.seat(late)).misses == 0


def test_an_absent_hosts_rights_pass_to_another_player() -> None:
    box = timed(misses=1)
    while box.table.turn != 0:
        box.act("dudo" if box.standing else "1x2") if box.table.turn is not None else box.tick()
    events = box.tick()
    assert HostChanged("p1") in events
    assert box.table.host == "p1"


def test_downtime_is_credited_once() -> None:
    box = timed()
    deadline = box.table.deadline
    assert deadline is not None
    box.now += 60_000
    since = box.now - 50_000
    assert box.do(None, Credit(since, box.now)) == (ClockCredited(50_000, box.now),)
    assert box.table.deadline == deadline + 50_000
    assert box.refusal(None, Credit(since, box.now)).reason is TableReason.NOT_DUE
    # A second server reports the same gap a little later: only the difference is credited.
    assert box.do(None, Credit(since, box.now + 10)) == (ClockCredited(10, box.now + 10),)


def test_time_before_the_turn_began_is_not_credited() -> None:
    box = timed()
    box.now += 1_000
    assert box.do(None, Credit(0, box.now)) == (ClockCredited(1_000, box.now),)


def test_the_next_round_waits_for_the_pause_after_a_showdown() -> None:
    box = timed()
    box.act("1x2")
    events = box.act("dudo")
    assert isinstance(events[-1], Paused)
    assert box.table.turn is None
    assert due_at(box.table) == box.now + 3_000
    assert any(isinstance(event, Dealt) for event in box.tick())


def test_the_next_round_begins_when_all_are_ready() -> None:
    box = timed()
    box.act("1x2")
    box.act("dudo")
    assert box.do("p2", Ready()) == (SeatReady(2),)
    box.do("p0", Ready())
    events = box.do("p1", Ready())
    assert any(isinstance(event, Dealt) for event in events)
    assert box.refusal("p1", Ready()).reason is TableReason.NOT_PAUSED


def test_resigning_with_two_players_gives_the_match_to_the_other() -> None:
    box = Sandbox(Settings(seats=2))
    box.start()
    resigned, won, revealed = box.do("p1", Resign())[-3:]
    assert resigned == Resigned(1, "medium")
    assert won == WonByResignation(0)
    assert isinstance(revealed, Revealed)
    assert not box.table.on
    assert box.table.winner == 0
    assert box.refusal("p0", box.acting(Bid(1, 2))).reason is TableReason.MATCH_ENDED


def test_resigning_among_several_leaves_a_bot_that_plays_on() -> None:
    box = timed()
    quitter = box.turn
    box.do(quitter, Resign())
    assert box.table.on
    assert due_at(box.table) is not None
    assert box.refusal(quitter, Resign()).reason is TableReason.RESIGNED
    assert box.refusal(quitter, Back()).reason is TableReason.RESIGNED
    refusal = box.refusal(quitter, box.acting(Bid(1, 2)))
    assert refusal.reason is TableReason.RESIGNED
    made = next(event for event in box.tick() if isinstance(event, BidMade))
    assert made.seat == box.seat(quitter)


@pytest.mark.parametrize(
    ("name", "value"),
    [("turn_seconds", 4), ("turn_seconds", 15 * DAY), ("hearing_ms", 5_001), ("misses", 0),
     ("pace_ms", -1), ("pause_ms", 60_001)],
)  # fmt: skip
def test_settings_out_of_range_are_refused(name: str, value: int) -> None:
    with pytest.raises(Exception, match="out-of-range") as refused:
        Settings(**{name: value}).check()  # type: ignore[arg-type]
    refusal = refused.value.refusal  # type: ignore[attr-defined]
    assert isinstance(refusal, TableRefusal)
    assert refusal.asked == name
