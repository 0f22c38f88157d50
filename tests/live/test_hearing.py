"""Calza out of turn is settled fairly at a live table (A8, A9, I9)."""

import pytest

from perudo.engine.actions import CALZA
from perudo.engine.bid import Bid
from perudo.engine.events import BidMade, Called, Dealt
from perudo.engine.refusals import Reason
from perudo.table.live.audience import events_json, table_json
from perudo.table.live.clockwork import due_at
from perudo.table.live.commands import Act, Start
from perudo.table.live.events import (
    CalzaClaimed,
    CameBack,
    ClockStarted,
    HearingClosed,
    TimedOut,
)
from perudo.table.live.refusals import TableReason, TableRefusal
from perudo.table.live.settings import Settings
from testkit.live.sandbox import Sandbox

EVERY_OUT_OF_TURN = ("parker-1994", "asmodee-2009", "asmodee-2024")


def table_of_five(edition: str = "asmodee-2009", **settings: object) -> Sandbox:
    """A table of five with a standing bid; ``bidder_of`` says whose it is."""
    box = Sandbox(Settings(edition=edition, options=("calza",), seats=5, **settings))  # type: ignore[arg-type]
    box.start()
    box.act("3x4")
    return box


def bidder_of(box: Sandbox) -> str:
    return box.after(box.turn, -1)


def test_A8_the_first_clockwise_from_the_bidder_has_it_whoever_was_heard_first() -> None:
    for edition in EVERY_OUT_OF_TURN:
        box = table_of_five(edition)
        bidder = bidder_of(box)
        box.act("calza", box.after(bidder, 4))
        box.act("calza", box.after(bidder, 2))
        box.act("calza", box.after(bidder, 3))
        closed, called, *_ = box.tick()
        claims = tuple(box.seat(box.after(bidder, steps)) for steps in (4, 2, 3))
        winner = box.seat(box.after(bidder, 2))
        assert closed == HearingClosed(Bid(3, 4), claims, winner)
        assert called == Called(winner, CALZA)


def test_A9_the_move_of_the_next_player_counts_and_the_claim_does_not() -> None:
    box = table_of_five("asmodee-2009")
    claimant = box.after(box.turn, 2)
    box.act("calza", claimant)
    mover = box.turn
    closed, made, *_ = box.act("4x4", mover)
    assert closed == HearingClosed(Bid(3, 4), (box.seat(claimant),), box.seat(mover))
    assert made == BidMade(box.seat(mover), Bid(4, 4))
    assert box.table.hearing is None


@pytest.mark.parametrize("edition", ["parker-1994", "asmodee-2024"])
@pytest.mark.parametrize("token", ["4x4", "dudo"])
def test_I12_S18_a_claim_heard_before_the_move_counts_and_the_move_is_not_made(
    edition: str, token: str
) -> None:
    box = table_of_five(edition)
    claimant, mover = box.after(box.turn, 2), box.turn
    box.act("calza", claimant)
    closed, called, *_ = box.act(token, mover)
    heard = box.seat(claimant)
    assert closed == HearingClosed(Bid(3, 4), (heard,), heard, box.seat(mover))
    assert called == Called(heard, CALZA)


def test_a_dudo_of_the_next_player_is_a_move_too() -> None:
    box = table_of_five()
    box.act("calza", box.after(box.turn, 1))
    closed, called, *_ = box.act("dudo")
    assert isinstance(closed, HearingClosed)
    assert isinstance(called, Called)
    assert called.call is not CALZA


def test_the_next_player_calls_calza_in_turn_without_any_wait() -> None:
    box = table_of_five()
    called, *_ = box.act("calza")
    assert isinstance(called, Called)


def test_the_next_player_is_the_first_clockwise_among_those_who_claim() -> None:
    box = table_of_five()
    far = box.after(box.turn, 2)
    box.act("calza", far)
    near = box.turn
    closed, called, *_ = box.act("calza", near)
    assert closed == HearingClosed(Bid(3, 4), (box.seat(far), box.seat(near)), box.seat(near))
    assert called == Called(box.seat(near), CALZA)


def test_the_hearing_lasts_as_long_as_the_table_says_from_the_first_claim() -> None:
    box = table_of_five()
    began = box.now
    box.act("calza", box.after(box.turn, 1))
    assert due_at(box.table) == began + 400
    box.now += 300
    box.act("calza", box.after(box.turn, 2))
    assert due_at(box.table) == began + 400


def test_a_table_without_hearings_settles_a_calza_at_once() -> None:
    box = table_of_five(hearing_ms=0)
    kinds = [type(event) for event in box.act("calza", box.after(box.turn, 1))]
    assert kinds[:3] == [CalzaClaimed, HearingClosed, Called]


def test_without_a_claim_nothing_is_delayed() -> None:
    box = table_of_five()
    assert due_at(box.table) is None


def test_claim_is_private_until_the_hearing_ends() -> None:
    box = table_of_five()
    claimant = box.after(box.turn, 1)
    before = {seat: table_json(box.table, seat) for seat in (None, *range(5))}
    events = box.act("calza", claimant)
    for seat in (None, *range(5)):
        told_of = events_json(events, box.table, seat)
        seen = table_json(box.table, seat)
        if seat == box.seat(claimant):
            assert [event["event"] for event in told_of] == ["calza-claimed"]
            assert seen["claimed"]
        else:
            assert told_of == []
            assert seen == before[seat]


def test_who_missed_a_turn_and_claims_is_announced_with_the_hearing_not_before() -> None:
    box = table_of_five(turn_seconds=5, hearing_ms=400)
    late = box.turn
    box.tick()  # a bot plays the turn
    assert box.table.chair(box.seat(late)).misses == 1
    while box.turn == late or box.after(box.turn, -1) == late:
        box.act(f"{box.standing.quantity + 1}x{box.standing.face}" if box.standing else "1x2")
    events = box.act("calza", late)
    assert [type(event) for event in events] == [CalzaClaimed]
    assert CameBack(box.seat(late)) in box.tick()


def test_time_of_a_bots_move_does_not_depend_on_a_claim() -> None:
    box = people_and_a_bot(first=1)
    box.outside.claims = False
    box.act("1x2")
    due = due_at(box.table)
    assert due is not None
    box.now = due - 1
    box.act("calza", "p0")
    assert due_at(box.table) == due
    closed, *_ = box.tick()
    assert closed == HearingClosed(Bid(1, 2), (0,), 0, 2)


def test_a_claim_does_not_make_the_next_players_move_stale() -> None:
    box = table_of_five()
    seen = box.table.version
    box.act("calza", box.after(box.turn, 1))
    box.do(box.turn, Act(Bid(4, 4), seen))


def test_a_claim_names_the_bid_it_answers() -> None:
    box = table_of_five()
    claimant = box.after(box.turn, 1)
    seq = box.table.version
    refusal = box.refusal(claimant, Act(CALZA, seq))
    assert refusal.reason is TableReason.NAME_THE_BID
    refusal = box.refusal(claimant, Act(CALZA, seq, Bid(9, 9)))
    assert refusal.reason is TableReason.SUPERSEDED


def test_a_late_claim_is_told_what_superseded_it() -> None:
    box = table_of_five()
    late, seen, bid = box.after(box.turn, 2), box.table.version, box.standing
    box.act("5x4")
    refusal = box.refusal(late, Act(CALZA, seen, bid))
    assert isinstance(refusal, TableRefusal)
    assert refusal.reason is TableReason.SUPERSEDED
    assert refusal.by == BidMade(box.seat(late) - 2 if box.seat(late) >= 2 else box.seat(late) + 3,
                                 Bid(5, 4))  # fmt: skip


def test_nobody_claims_twice() -> None:
    box = table_of_five()
    claimant = box.after(box.turn, 1)
    box.act("calza", claimant)
    assert box.refusal(claimant, box.acting(CALZA)).reason is TableReason.ALREADY_CLAIMED


def test_an_illegal_calza_opens_no_hearing() -> None:
    box = table_of_five()
    refusal = box.refusal(bidder_of(box), box.acting(CALZA))
    assert refusal.reason is Reason.CALZA_OWN_BID
    assert box.table.hearing is None


def people_and_a_bot(first: int) -> Sandbox:
    """Two people and, at seat 2, a bot that takes a second; ``first`` has the first turn."""
    box = Sandbox(Settings(options=("calza",), seats=3, pace_ms=1_000))
    box.seat_people(2)
    box.do("p0", Start(toucan=first, fill="easy"))
    return box


def test_bots_do_not_hurry_to_beat_a_hearing() -> None:
    """A bot's turn waits until a person's claim of calza is settled."""
    box = people_and_a_bot(first=1)
    box.outside.claims = False
    box.act("1x2")
    box.now += 1_900
    box.act("calza", "p0")
    assert due_at(box.table) == box.now + 400
    closed, called, *_ = box.tick()
    assert closed == HearingClosed(Bid(1, 2), (0,), 0)
    assert called == Called(0, CALZA)


def test_a_bot_takes_twice_its_time_while_a_person_may_call() -> None:
    box = people_and_a_bot(first=1)
    box.outside.claims = False
    box.act("1x2")
    assert due_at(box.table) == box.now + 2_400


def test_a_bots_claim_leaves_people_their_time() -> None:
    """It counts only after the bot's usual time, and a person who moves before that comes first."""
    box = people_and_a_bot(first=0)
    box.outside.claims = True
    events = box.act("1x2")
    assert events == (
        BidMade(0, Bid(1, 2)),
        CalzaClaimed(2, Bid(1, 2), box.now + 1_400, box.now + 1_000, bot=True),
    )
    assert due_at(box.table) == box.now + 1_400
    for seat in (None, 0, 1):
        assert [event["event"] for event in events_json(events, box.table, seat)] == ["bid-made"]
    made, *_ = box.act("2x2")
    assert made == BidMade(1, Bid(2, 2))


def test_a_bots_claim_is_heard_when_its_time_has_passed() -> None:
    box = people_and_a_bot(first=0)
    box.outside.claims = True
    box.act("1x2")
    box.now += 1_000
    closed, called, *_ = box.act("2x2")
    assert closed == HearingClosed(Bid(1, 2), (2,), 2, 1)
    assert called == Called(2, CALZA)


@pytest.mark.parametrize("edition", EVERY_OUT_OF_TURN)
def test_a_clock_runs_out_at_its_time_whether_somebody_has_claimed_or_not(edition: str) -> None:
    """A turn that lasted longer would reveal that there is a claim."""
    box = table_of_five(edition, turn_seconds=5, hearing_ms=5_000)
    due = due_at(box.table)
    box.now += 4_000
    claimant = box.after(box.turn, 1)
    box.act("calza", claimant)
    assert due_at(box.table) == due
    out, closed, *_ = box.tick()
    assert isinstance(out, TimedOut)
    assert isinstance(closed, HearingClosed)
    assert (closed.heard == box.seat(claimant)) == (edition != "asmodee-2009")


def test_the_round_after_a_calza_begins_as_usual() -> None:
    box = table_of_five(pause_ms=0, turn_seconds=30)
    box.act("calza", box.after(box.turn, 1))
    kinds = [type(event) for event in box.tick()]
    assert Dealt in kinds
    assert kinds[-1] is ClockStarted


def test_S17_parker_ties_go_clockwise_too() -> None:
    box = table_of_five("parker-1994")
    far, near = box.after(box.turn, 3), box.after(box.turn, 1)
    box.act("calza", far)
    box.act("calza", near)
    closed, *_ = box.tick()
    assert isinstance(closed, HearingClosed)
    assert closed.heard == box.seat(near)


def test_a_house_may_leave_ties_to_whoever_is_heard_first() -> None:
    house = (("calza-ties", "first-heard"),)
    box = table_of_five("asmodee-2024", house=house)
    far, near = box.after(box.turn, 3), box.after(box.turn, 1)
    box.act("calza", far)
    box.act("calza", near)
    closed, *_ = box.tick()
    assert isinstance(closed, HearingClosed)
    assert closed.heard == box.seat(far)
