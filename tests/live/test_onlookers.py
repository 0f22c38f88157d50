"""Onlookers talk among themselves, and players notice nothing of it while they play."""

import pytest

from perudo.table.live.audience import table_json, table_view
from perudo.table.live.commands import Mute, Remark, Resign, Sit, Stand
from perudo.table.live.events import Remarked
from perudo.table.live.refusals import TableReason as R
from perudo.table.live.settings import Settings
from testkit.live.sandbox import Sandbox


def table() -> Sandbox:
    box = Sandbox(Settings(seats=2))
    box.start()
    return box


def test_players_notice_nothing_during_the_match() -> None:
    box = table()
    before = [table_json(box.table, seat) for seat in (0, 1)]
    assert box.do("o1", Remark("Olga", "  a bold\tbid ")) == (Remarked("o1", "Olga", "a bold bid"),)
    assert [table_json(box.table, seat) for seat in (0, 1)] == before
    assert table_view(box.table, None).remarks == (("Olga", "a bold bid"),)
    box.do("p1", Resign())
    assert table_view(box.table, 0).remarks == (("Olga", "a bold bid"),)


def test_a_remark_makes_no_action_stale() -> None:
    box = table()
    version = box.table.version
    box.do("o1", Remark("Olga", "hm"))
    assert box.table.version == version
    box.act("1x2")


def test_who_sits_at_the_table_talks_there() -> None:
    box = table()
    assert box.refusal("p1", Remark("Olga", "three fives")).reason is R.ALREADY_SEATED
    assert box.refusal("p1~2", Remark("Olga", "three fives")).reason is R.ALREADY_SEATED
    assert box.refusal(None, Remark("Olga", "hm")).reason is R.NOT_SEATED


def test_an_onlooker_cannot_pass_for_somebody_else() -> None:
    box = table()
    assert box.refusal("o1", Remark("name 0", "I bluff")).reason is R.NAME_TAKEN
    box.do("o1", Remark("Olga", "hm"))
    assert box.refusal("o2", Remark("OLGA", "hm")).reason is R.NAME_TAKEN
    assert box.refusal("o2", Remark(" ", "hm")).reason is R.NAME_NOT_ALLOWED
    box.do("o1", Remark("olga", "the same guest"))


@pytest.mark.parametrize("text", ["", "  ", "x" * 281, "a\x00b"])
def test_a_remark_is_one_line(text: str) -> None:
    assert table().refusal("o1", Remark("Olga", text)).reason is R.TEXT_NOT_ALLOWED


def test_onlookers_cannot_flood_the_log() -> None:
    box = table()
    for number in range(5):
        box.do("o1", Remark("Olga", str(number)))
    assert box.refusal("o1", Remark("Olga", "more")).reason is R.TOO_FAST
    box.do("o2", Remark("Otto", "hm"))
    box.now += 10_000
    box.do("o1", Remark("Olga", "more"))


def test_who_was_muted_at_the_table_stays_so_beside_it() -> None:
    box = Sandbox(Settings(seats=3))
    box.seat_people(2)
    box.do("p1", Stand())
    box.do("p1", Sit("Name 1"))
    box.do("p0", Mute(1, muted=True))
    box.do("p1", Stand())
    assert box.refusal("p1", Remark("Olga", "hm")).reason is R.MUTED
