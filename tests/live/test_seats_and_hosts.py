"""Chairs, names, the host's rights, chat, rematches."""

import pytest

from perudo.engine.bid import Bid
from perudo.engine.events import Choice, MatchStarted, StarterChosen, StarterRolled
from perudo.table.live.commands import (
    Command,
    MakePledge,
    Mute,
    React,
    Readmit,
    Rematch,
    Resign,
    Say,
    SeatBot,
    Sit,
    Stand,
    Start,
    Unseat,
)
from perudo.table.live.events import (
    BotSat,
    Closed,
    HostChanged,
    Muted,
    Pledged,
    Reacted,
    RematchCalled,
    Said,
    Sat,
    SeatPledged,
    SentAway,
    Stood,
)
from perudo.table.live.refusals import RULE_OF, TableReason, TableRefusal
from perudo.table.live.settings import Settings
from testkit.live.sandbox import Sandbox

R = TableReason


def table(seats: int = 4, **settings: object) -> Sandbox:
    return Sandbox(Settings(seats=seats, **settings))  # type: ignore[arg-type]


def test_every_reason_has_its_rule() -> None:
    assert set(RULE_OF) == set(TableReason)


def test_a_player_gets_the_first_free_chair_or_the_chosen_one() -> None:
    box = table()
    assert box.do("p2", Sit("Bea", 2)) == (Sat(2, "p2", "Bea"),)
    pledge = "ab" * 32
    carl = box.do("p1", Sit(" Carl ", pledge=pledge))
    assert carl == (Sat(1, "p1", "Carl"), SeatPledged(1, pledge))


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (Sit("Bea", 0), R.SEAT_TAKEN),
        (Sit("Bea", 4), R.NO_SUCH_SEAT),
        (Sit("Bea", -1), R.NO_SUCH_SEAT),
        (Sit(""), R.NAME_NOT_ALLOWED),
        (Sit("a, b"), R.NAME_NOT_ALLOWED),
        (Sit("x" * 41), R.NAME_NOT_ALLOWED),
        (Sit("tab\there"), R.NAME_NOT_ALLOWED),
        (Sit("\u3164"), R.NAME_NOT_ALLOWED),
        (Sit("\u0301\u0302"), R.NAME_NOT_ALLOWED),
        (Sit("name 0"), R.NAME_TAKEN),
        (Sit("Nаme 0"), R.NAME_TAKEN),  # with a Cyrillic a
        (Sit("Ｎame O"), R.NAME_TAKEN),
        (Sit("Bea", pledge="ü"), R.PLEDGE_NOT_ALLOWED),
        (Stand(), R.NOT_SEATED),
        (Say("hello"), R.NOT_SEATED),
        (Start(), R.NOT_HOST),
        (SeatBot("easy"), R.NOT_HOST),
        (Unseat(0), R.NOT_HOST),
        (Mute(0, muted=True), R.NOT_HOST),
    ],
)
def test_commands_that_a_stranger_may_not_give(command: Command, reason: TableReason) -> None:
    assert table().refusal("stranger", command).reason is reason


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (Sit("Again"), R.ALREADY_SEATED),
        (Start(), R.SEATS_EMPTY),
        (Start(fill="genius"), R.UNKNOWN_LEVEL),
        (Start(toucan=4, fill="easy"), R.NO_SUCH_SEAT),
        (SeatBot("genius"), R.UNKNOWN_LEVEL),
        (SeatBot("easy", 0), R.SEAT_TAKEN),
        (SeatBot("easy", 9), R.NO_SUCH_SEAT),
        (Unseat(3), R.SEAT_EMPTY),
        (Unseat(9), R.NO_SUCH_SEAT),
        (Mute(3, muted=True), R.SEAT_EMPTY),
        (Rematch(), R.NO_MATCH),
        (Resign(), R.NO_MATCH),
        (MakePledge("AB" * 32), R.PLEDGE_NOT_ALLOWED),
        (Readmit("Carl"), R.NOT_SENT_AWAY),
        (Say(" \n "), R.TEXT_NOT_ALLOWED),
        (Say("x" * 281), R.TEXT_NOT_ALLOWED),
        (Say("bell \x07"), R.TEXT_NOT_ALLOWED),
        (React("rude"), R.UNKNOWN_REACTION),
    ],
)
def test_commands_that_are_refused_to_the_host(command: Command, reason: TableReason) -> None:
    assert table().refusal("p0", command).reason is reason


def test_a_full_table_has_no_chair() -> None:
    box = table(2)
    box.do("p1", Sit("Bea"))
    assert box.refusal("p2", Sit("Carl")).reason is R.TABLE_FULL


def test_nobody_sits_down_leaves_or_is_removed_in_a_match() -> None:
    box = table(2)
    box.start()
    for player, command in (
        ("p2", Sit("Carl")), ("p1", Stand()), ("p0", Unseat(1)), ("p0", Start()),
        ("p1", Rematch()), ("p0", SeatBot("easy")),
    ):  # fmt: skip
        assert box.refusal(player, command).reason is R.MATCH_ON


def test_bots_get_no_names_that_look_like_a_players() -> None:
    box = Sandbox(Settings(seats=3))
    box.do("p1", Sit("Sаmi"))  # with a Cyrillic a
    box.do("p0", SeatBot("easy", None))
    bot = box.table.chairs[2]
    assert bot is not None
    assert bot.name == "Illari"


def test_a_name_that_is_taken_says_by_whom() -> None:
    box = Sandbox(Settings(seats=3))
    refusal = box.refusal("p1", Sit("Nаme 0"))
    assert isinstance(refusal, TableRefusal)
    assert (refusal.reason, refusal.asked, refusal.seat) == (R.NAME_TAKEN, "Nаme 0", 0)


def test_bots_have_names_that_nobody_else_has() -> None:
    box = table(6)
    box.do("p1", Sit("Inti"))
    box.do("p0", Start(fill="hard"))
    names = [chair.name for chair in box.table.chairs if chair is not None]
    assert len(set(names)) == 6


def test_characters_sit_down_in_the_order_given_and_under_their_own_names() -> None:
    box = table(4)
    box.do("p1", Sit("Bea", 2))
    box.do("p0", Start(company=("liar", "reader")))
    bots = [chair for chair in box.table.chairs if chair is not None and not chair.person]
    assert [(bot.level, bot.name) for bot in bots] == [("liar", "Wayra"), ("reader", "Inti")]
    assert box.table.on


def test_company_that_finds_no_chair_is_refused() -> None:
    box = table(2)
    assert box.refusal("p0", Start(company=("liar", "reader"))).reason is R.TABLE_FULL
    assert box.refusal("p0", Start(company=("grandmaster",))).reason is R.UNKNOWN_LEVEL
    unknown = box.refusal("p0", SeatBot("x" * 200))
    assert isinstance(unknown, TableRefusal)
    assert unknown.asked == "x" * 40
    assert box.table.chairs[1] is None


def test_a_level_takes_what_the_company_leaves() -> None:
    box = table(4)
    box.do("p0", Start(fill="hard", company=("reader",)))
    bots = [chair for chair in box.table.chairs if chair is not None and not chair.person]
    assert [(bot.level, bot.name) for bot in bots] == [
        ("reader", "Inti"), ("hard", "Illari"), ("hard", "Ñusta"),
    ]  # fmt: skip


def test_the_host_adds_and_removes() -> None:
    box = table()
    box.do("p1", Sit("Bea"))
    assert box.do("p0", SeatBot("hard", 3)) == (BotSat(3, "hard", "Inti"),)
    assert box.do("p0", Unseat(3)) == (Stood(3),)
    assert box.do("p0", Unseat(1)) == (SentAway(1, "p1"),)
    assert box.table.seat_of("p1") is None


def test_the_hosts_rights_pass_on_clockwise_when_the_host_leaves() -> None:
    box = table()
    box.do("p2", Sit("Bea", 2))
    box.do("p1", Sit("Carl", 1))
    assert box.do("p0", Stand()) == (HostChanged("p1"), Stood(0))
    assert box.do("p1", Unseat(1)) == (HostChanged("p2"), Stood(1))


def test_a_player_chooses_a_free_cup() -> None:
    box = table(4)
    box.do("p1", Sit("Bea", 2, "blue"))
    box.do("p2", Sit("Carl", 1))
    assert [chair and chair.colour for chair in box.table.chairs] == ["red", "green", "blue", None]
    taken = box.refusal("p3", Sit("Dora", colour="blue"))
    assert (taken.reason, taken.seat) == (R.COLOUR_TAKEN, 2)
    assert isinstance(taken, TableRefusal)
    assert taken.allowed == ("yellow", "purple", "orange")
    assert box.refusal("p3", Sit("Dora", colour="pink")).reason is R.UNKNOWN_COLOUR


def test_who_was_sent_away_stays_away_until_the_host_lets_them_back() -> None:
    box = table(3)
    box.do("p1", Sit("Bea"))
    assert box.do("p0", Unseat(1)) == (SentAway(1, "p1"),)
    assert box.refusal("p1", Sit("Somebody else")).reason is R.SENT_AWAY
    assert box.refusal("p1~2", Sit("Another hand")).reason is R.SENT_AWAY
    assert box.refusal("p2", Readmit("Bea")).reason is R.NOT_HOST
    box.do("p0", Readmit("Bea"))
    box.do("p1", Sit("Bea"))


def test_who_is_muted_stays_so_on_another_chair() -> None:
    box = table(3)
    box.do("p1", Sit("Bea"))
    box.do("p0", Mute(1, muted=True))
    box.do("p1", Stand())
    box.do("p1", Sit("Somebody else", 2))
    assert box.refusal("p1", Say("hello")).reason is R.MUTED
    box.do("p0", Mute(2, muted=False))
    box.do("p1", Say("hello"))


def test_the_latest_talk_is_remembered() -> None:
    box = table(2)
    for number in range(60):
        box.do("p0", Say(f"line {number}"))
    said = [text for _, _, text in box.table.talk]
    assert said == [f"line {number}" for number in range(20, 60)]


def test_who_resigns_is_host_no_longer() -> None:
    box = table(3)
    box.start()
    assert HostChanged("p1") in box.do("p0", Resign())


def test_when_the_last_person_leaves_the_table_is_closed() -> None:
    box = table()
    box.do("p0", SeatBot("easy"))
    assert box.do("p0", Stand()) == (Stood(0), Closed())
    assert box.refusal("p1", Sit("Bea")).reason is R.CLOSED


def test_the_first_to_sit_is_host_when_whoever_opened_only_watches() -> None:
    box = table()
    box.table = box.table._replace(chairs=(None,) * 4)
    assert box.do("p1", Sit("Bea"))[-1] == HostChanged("p1")


def test_I1_the_table_says_who_last_saw_a_toucan() -> None:
    box = table(2)
    box.seat_people(2)
    events = box.do("p0", Start(toucan=1))
    assert StarterChosen(1, Choice.TOUCAN) in events


def test_nobody_asks_about_the_toucan_elsewhere() -> None:
    box = table(2, edition="parker-1994")
    box.seat_people(2)
    assert box.refusal("p0", Start(toucan=1)).reason is R.NO_TOUCAN


@pytest.mark.parametrize("edition", ["parker-1994", "weekend"])
def test_the_first_turn_is_rolled_for_where_the_box_says_so(edition: str) -> None:
    box = table(4, edition=edition)
    assert any(isinstance(event, StarterRolled) for event in box.start())


def test_chat_reactions_and_the_hosts_mute() -> None:
    box = table(2)
    box.do("p1", Sit("Bea"))
    assert box.do("p1", Say("  good \n game ")) == (Said(1, "good game"),)
    assert box.do("p1", React("toucan")) == (Reacted(1, "toucan"),)
    assert box.do("p0", Mute(1, muted=True)) == (Muted(1, muted=True),)
    assert box.refusal("p1", Say("hello")).reason is R.MUTED
    assert box.refusal("p1", React("laugh")).reason is R.MUTED
    box.do("p0", Mute(1, muted=False))
    box.do("p1", Say("hello"))


def test_a_rematch_keeps_everybody_in_their_chairs() -> None:
    box = table(2, pause_ms=0)
    box.start()
    box.do("p1", Resign())
    called, host, pledged = box.do("p1", Rematch())
    assert called == RematchCalled(1)
    assert host == HostChanged("p1")  # whoever is keen on another match can start it
    assert isinstance(pledged, Pledged)
    assert pledged.round == 1
    assert not box.table.chair(1).resigned
    assert box.refusal("p1", box.acting(Bid(1, 2))).reason is R.NO_MATCH
    events = box.do("p1", Start())
    assert any(isinstance(event, MatchStarted) for event in events)
    assert box.table.number == 2
    assert box.table.label == "abc/2"


def test_a_match_that_is_over_is_not_started_again_without_a_rematch() -> None:
    box = table(2)
    box.start()
    box.do("p1", Resign())
    assert box.refusal("p0", Start()).reason is R.MATCH_ENDED
    assert box.refusal("p0", Resign()).reason is R.MATCH_ENDED


def test_acting_on_an_outdated_or_future_version_is_refused() -> None:
    box = table(2)
    box.start()
    seen = box.table.version
    assert box.refusal(box.turn, box.acting(Bid(1, 2))._replace(version=seen + 1)).reason is (
        R.VERSION_AHEAD
    )
    box.do("p1", Say("chat does not make a move stale"))
    mover = box.turn
    box.do(mover, box.acting(Bid(1, 2))._replace(version=seen))
    refusal = box.refusal(box.turn, box.acting(Bid(2, 2))._replace(version=seen))
    assert refusal.reason is R.STALE
