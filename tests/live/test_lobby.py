"""Tables of the open lobby seat whoever comes, and start by themselves."""

from perudo.table.live.clockwork import due_at
from perudo.table.live.commands import Rematch, Say, SeatBot, Sit, Stand, Start, Unseat, WishBots
from perudo.table.live.events import BotSat, ChairsRemoved, Closed, MatchOpened, StartPlanned
from perudo.table.live.fold import fold
from perudo.table.live.refusals import TableReason as R
from perudo.table.live.settings import OPEN_LOBBY
from testkit.live.sandbox import Sandbox

WAIT = 40_000


def lobby() -> Sandbox:
    return Sandbox(OPEN_LOBBY)


def test_the_first_waits_for_a_second_without_a_limit() -> None:
    box = lobby()
    assert box.table.gathers
    assert due_at(box.table) is None
    assert StartPlanned(box.now + WAIT) in box.do("p1", Sit("Bea"))


def test_a_full_table_starts_at_once() -> None:
    box = lobby()
    box.seat_people(3)
    events = box.do("p3", Sit("Dora"))
    assert any(isinstance(event, MatchOpened) for event in events)
    assert box.table.on
    assert not box.table.gathers
    assert box.table.starts_at is None


def test_after_the_wait_it_starts_with_those_who_are_here() -> None:
    box = lobby()
    box.seat_people(4 - 1)
    box.do("p1", Stand())
    box.do("p2", Say("hello"))
    planned = box.table.starts_at
    events = box.tick()
    assert box.now == planned
    assert events[0] == ChairsRemoved((0, 2))
    assert box.table.settings.seats == 2
    assert [chair and chair.player for chair in box.table.chairs] == ["p0", "p2"]
    assert box.table.talk[0][:2] == (1, "Name 2")
    assert box.table.match is not None
    assert len(box.table.match.dice) == 2
    assert fold(box.log) == box.table


def test_newcomers_do_not_put_the_start_off() -> None:
    """Somebody who comes and goes all the time must not keep the others waiting."""
    box = lobby()
    box.do("p1", Sit("Bea"))
    planned = box.table.starts_at
    for _ in range(3):
        box.now += 10_000
        box.do("p2", Sit("Carl"))
        box.do("p2", Stand())
    assert box.table.starts_at == planned


def test_it_waits_again_when_too_few_are_left() -> None:
    box = lobby()
    box.do("p1", Sit("Bea"))
    assert StartPlanned(None) in box.do("p1", Stand())
    assert due_at(box.table) is None
    assert Closed() in box.do("p0", Stand())
    assert due_at(box.table) is None


def test_bots_take_empty_chairs_only_if_everybody_wishes_so() -> None:
    box = lobby()
    assert StartPlanned(box.now + WAIT) in box.do("p0", WishBots(bots=True))
    box.do("p1", Sit("Bea"))
    assert isinstance(box.tick()[0], ChairsRemoved)

    box = lobby()
    box.do("p0", WishBots(bots=True))
    box.do("p1", Sit("Bea", bots=True))
    assert [type(event) for event in box.tick()[:2]] == [BotSat, BotSat]
    assert box.table.settings.seats == 4


def test_no_bots_no_start_for_one() -> None:
    box = lobby()
    box.do("p0", WishBots(bots=True))
    assert StartPlanned(None) in box.do("p0", WishBots(bots=False))
    assert due_at(box.table) is None


def test_nobody_decides_for_strangers() -> None:
    box = lobby()
    box.do("p1", Sit("Bea"))
    for command in (Start(), Start(fill="easy"), SeatBot("easy"), Unseat(1)):
        assert box.refusal("p0", command).reason is R.STARTS_ITSELF


def test_one_device_takes_one_chair() -> None:
    box = lobby()
    assert box.refusal("p0~1", Sit("Bea")).reason is R.ALREADY_SEATED


def test_after_the_first_match_it_is_a_table_like_others() -> None:
    box = lobby()
    box.seat_people(4)
    while box.table.on:
        box.tick()
    box.do("p1", Rematch())
    assert not box.table.gathers
    assert box.refusal("p1", WishBots(bots=True)).reason is R.NOT_IN_LOBBY
    box.do("p1", Start())
