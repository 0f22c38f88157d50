"""Those who go away: bots that stand in, and the host's chair that passes on."""

from perudo.engine.events import Dealt
from perudo.table.live.commands import (
    Back,
    Ready,
    Rematch,
    Resign,
    Skip,
    StandIn,
    Start,
    TakeHost,
)
from perudo.table.live.events import (
    BotTookOver,
    CameBack,
    HostChanged,
    Skipped,
)
from perudo.table.live.refusals import TableReason
from perudo.table.live.settings import Settings
from testkit.live.sandbox import Sandbox

R = TableReason


def table(seats: int = 4, **settings: object) -> Sandbox:
    return Sandbox(Settings(seats=seats, **settings))  # type: ignore[arg-type]


def test_the_host_lets_a_bot_play_for_somebody_who_is_away() -> None:
    box = table(3)
    assert box.refusal("p0", StandIn(1)).reason is R.NO_MATCH
    box.start()
    assert box.refusal("p1", StandIn(2, away=True)).reason is R.NOT_AWAY
    assert box.do("p0", StandIn(2, away=True)) == (BotTookOver(2, "medium"),)
    assert box.table.chair(2).held
    assert box.refusal("p0", StandIn(2, away=True)).reason is R.SEAT_EMPTY
    assert box.do("p2", Back())[0] == CameBack(2)
    assert HostChanged("p1") in box.do("p0", StandIn(0, away=True))


def test_bot_cannot_stand_in_for_a_present_player() -> None:
    box = table(3)
    box.start()
    assert box.refusal("p0", StandIn(2, away=False)).reason is R.NOT_AWAY


def test_without_presence_a_player_counts_as_away_after_a_minute_in_turn() -> None:
    box = table(3)
    box.start()
    box.act("1x2")
    box.now += 59_999
    seat = box.seat(box.turn)
    other = box.after(box.turn, 1)
    assert box.refusal(other, StandIn(seat)).reason is R.NOT_AWAY
    box.now += 1
    assert box.refusal(other, StandIn((seat + 2) % 3)).reason is R.NOT_AWAY
    assert BotTookOver(seat, "medium") in box.do(other, StandIn(seat))


def test_anybody_may_let_a_bot_play_for_a_host_who_goes_away_in_turn() -> None:
    """At a table without a clock nobody else could end the wait."""
    box = table(3)
    box.start()
    while box.turn != "p0":
        box.act("1x2" if box.standing is None else f"{box.standing.quantity + 1}x2")
    assert box.refusal("nobody", StandIn(0, away=True)).reason is R.NOT_SEATED
    box.now += 60_000
    assert box.do("p2", StandIn(0, away=True)) == (BotTookOver(0, "medium"), HostChanged("p1"))


def test_a_page_left_open_does_not_hold_the_table_up_for_ever() -> None:
    box = table(3)
    box.start()
    seat, other = box.seat(box.turn), box.after(box.turn, 1)
    box.now += 179_999
    assert box.refusal(other, StandIn(seat, away=False)).reason is R.NOT_AWAY
    box.now += 1
    assert BotTookOver(seat, "medium") in box.do(other, StandIn(seat, away=False))


def test_a_running_clock_is_left_to_the_clock() -> None:
    box = table(3, turn_seconds=86_400)
    box.start()
    box.now += 3_600_000
    other = next(p for p in ("p1", "p2") if p != box.turn)
    assert box.refusal(other, StandIn(box.seat(box.turn), away=True)).reason is R.NOT_HOST


def test_who_leaves_hands_the_own_seat_to_a_bot() -> None:
    box = table(3)
    box.start()
    assert BotTookOver(1, "medium") in box.do("p1", StandIn(1, away=False))
    assert box.do("p1", Back())[0] == CameBack(1)


def test_bot_that_stands_in_during_a_pause_does_not_stop_the_round() -> None:
    box = table(2, pause_ms=30_000)
    box.start()
    box.act("1x2")
    box.act("dudo")
    box.do("p0", Ready())
    assert box.table.paused_until is not None
    assert any(isinstance(e, Dealt) for e in box.do("p0", StandIn(1, away=True)))


def test_the_host_chair_passes_on_while_no_match_is_on() -> None:
    box = table(3)
    box.seat_people(2)
    assert box.refusal("p1", TakeHost(away=False)).reason is R.HOST_THERE
    assert box.refusal("p9", TakeHost(away=True)).reason is R.NOT_SEATED
    assert box.refusal("p0", TakeHost(away=True)).reason is R.HOST_THERE
    assert box.refusal("p1", TakeHost()).reason is R.HOST_THERE
    assert box.do("p1", TakeHost(away=True)) == (HostChanged("p1"),)
    box.now += 180_000
    assert box.do("p0", TakeHost()) == (HostChanged("p0"),)
    box.do("p0", Start(fill="easy"))
    assert box.refusal("p1", TakeHost(away=True)).reason is R.MATCH_ON


def resigned_among_bots(**settings: int) -> Sandbox:
    """Return a table where p0 has resigned and bots play on, at a showdown."""
    box = table(4, **settings)
    box.start(1, fill="easy")
    box.do("p0", Resign())
    while box.table.on and box.table.paused_until is None:
        box.tick()
    return box


def test_bots_alone_do_not_wait_out_long_pauses() -> None:
    box = resigned_among_bots(pause_ms=30_000)
    assert box.table.paused_until == box.now + 5_000
    assert any(isinstance(e, Dealt) for e in box.do("p0", Ready()))


def test_resigning_in_a_pause_ends_it() -> None:
    box = table(3, pause_ms=30_000)
    box.start(1, fill="easy")
    while box.table.paused_until is None:
        if box.table.turn == 0:
            box.act("dudo" if box.standing else "1x2")
        else:
            box.tick()
    assert any(isinstance(e, Dealt) for e in box.do("p0", Resign()))


def test_who_is_out_skips_to_the_end_when_only_bots_are_left() -> None:
    box = resigned_among_bots(pause_ms=30_000)
    assert Skipped(0) in box.do("p0", Skip())
    began = box.now
    while box.table.on:
        box.tick()
    assert box.now == began
    assert box.refusal("p0", Skip()).reason is R.MATCH_ENDED
    box.do("p0", Rematch())
    assert not box.table.skipped


def test_nobody_skips_while_a_person_is_in_the_match() -> None:
    box = table(3)
    box.start(2, fill="easy")
    box.do("p0", Resign())
    box.do("p1", StandIn(1))
    refused = box.refusal("p0", Skip())
    assert (refused.reason, refused.seat) == (R.STILL_PLAYING, 1)
