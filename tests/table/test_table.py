"""The local table: who is asked what and when, and what each may see."""

import select
import signal
import threading
from collections import Counter
from random import Random
from typing import Any

import pytest

from perudo.bots.counter import Counter as CounterBot
from perudo.engine.actions import Action, Call, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import CUPS, Cup
from perudo.engine.edition import OPTIONS, Edition, Presence, point_of
from perudo.engine.events import Called, Dealt, StarterChosen
from perudo.engine.fold import fold
from perudo.engine.house import table_rules
from perudo.engine.refusals import Reason
from perudo.engine.setup import Setup
from perudo.engine.view import View, view_for
from perudo.table.bot_seat import BotFault, BotSeat, OutOfTime, forfeit, time_limit
from perudo.table.dice_sources import RandomDice
from perudo.table.local import LocalTable, Player
from testkit.matches import ALL, bidding, rules_of, say
from testkit.players import Script


def boxes_with_all_options() -> list[Edition]:
    return [
        table_rules(
            key,
            [o for o in OPTIONS if getattr(table_rules(key), point_of(o)) is Presence.OPTIONAL],
        )
        for key in ALL
    ]


def bot_table(rules: Edition, seats: int, seed: int) -> LocalTable:
    rng = Random(seed)
    players: list[Player] = [BotSeat(CounterBot(), rng) for _ in range(seats)]
    return LocalTable(Setup(rules, seats), players, RandomDice(rng))


@pytest.mark.parametrize("rules", boxes_with_all_options(), ids=lambda rules: rules.key)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_bots_play_whole_matches(rules: Edition, seats: int) -> None:
    for seed in range(3):
        table = bot_table(rules, seats, seed)
        match = table.play()
        assert match.playing == (match.winner,)
        assert fold(table.events) == match


def scripted(
    rules: Edition, *players: Script, toucan: Seat | None = 0
) -> tuple[LocalTable, tuple[Script, ...]]:
    dice = RandomDice(Random(1))
    return LocalTable(Setup(rules, len(players)), players, dice, toucan=lambda: toucan), players


def play_to_first_call(table: LocalTable) -> Called:
    while not any(isinstance(event, Called) for event in table.events):
        table.step()
    return next(event for event in table.events if isinstance(event, Called))


def test_a_player_is_told_its_own_cup_and_no_other() -> None:
    table, players = scripted(
        rules_of("asmodee-2024"), Script(Bid(1, 2)), Script(Call.DUDO), Script()
    )
    play_to_first_call(table)
    truth = next(event for event in table.events if isinstance(event, Dealt))
    assert truth.cups is not None
    for seat, player in enumerate(players):
        seen = next(event for event in player.events if isinstance(event, Dealt))
        assert seen.cups == tuple(
            cup if other == seat else None for other, cup in enumerate(truth.cups)
        )
        assert all(view.cup == truth.cups[seat] for view in player.views)


def test_an_illegal_action_is_told_and_asked_again() -> None:
    first = Script(Call.DUDO, Bid(2, 1), Bid(2, 2))
    table, _ = scripted(rules_of("asmodee-2024"), first, Script(Call.DUDO))
    play_to_first_call(table)
    assert [refusal.reason for refusal in first.refusals] == [
        Reason.NO_BID_YET,
        Reason.PACO_NEVER_OPENS,
    ]


def test_the_toucan_is_asked_for_only_where_the_box_asks() -> None:
    table, _ = scripted(rules_of("asmodee-2024"), Script(), Script(), toucan=1)
    table.step()
    assert table.events[-1] == StarterChosen(1, table.events[-1].choice)  # type: ignore[union-attr]
    drawn, _ = scripted(rules_of("asmodee-2024"), Script(), Script(), toucan=None)
    drawn.step()
    assert drawn.match.score.starter in (0, 1)

    def never() -> Seat:
        raise AssertionError("asked in a box without a toucan")

    for key in ("parker-1994", "asmodee-2009", "menteur", "weekend"):
        table = LocalTable(
            Setup(rules_of(key), 2), (Script(), Script()), RandomDice(Random(3)), toucan=never
        )
        while table.match.score.starter is None:
            table.step()


def test_thrown_dice_are_fair() -> None:
    """Every cup of two dice as often as it should fall, within five standard deviations."""
    dice, throws = RandomDice(Random(2024)), 36_000
    seen: Counter[Cup] = Counter(dice.cup(2) for _ in range(throws))
    assert set(seen) == CUPS[2]
    for cup, times in seen.items():
        chance = (1 if cup[0] == cup[1] else 2) / 36
        assert abs(times - throws * chance) < 5 * (throws * chance * (1 - chance)) ** 0.5


def test_dice_come_from_the_system_unless_seeded() -> None:
    assert {RandomDice().cup(5) in CUPS[5] for _ in range(50)} == {True}
    assert [RandomDice(Random(1)).cup(5)] == [RandomDice(Random(1)).cup(5)]
    assert {RandomDice(Random(1)).draw(6) for _ in range(3)} <= set(range(6))
    assert RandomDice().cup(0) == ()


def wait_for_ever() -> None:
    """Wait in a single system call: what tidies up after itself could be interrupted in that too,
    by the next alarm."""
    select.select([], [], [])


class Failer:
    """Fails in a chosen way on every decision."""

    def __init__(self, how: str) -> None:
        self.how = how

    def _fail(self) -> Any:
        match self.how:
            case "raises":
                raise RuntimeError("broken")
            case "exits":
                raise SystemExit(3)
            case "hangs":
                while True:
                    pass
            case "sleeps":
                wait_for_ever()
            case "nonsense":
                return "four fives"
            case "illegal":
                return Bid(99, 9)
        return None

    def act(self, view: View, rng: Random) -> Action:
        return self._fail()  # type: ignore[no-any-return]

    def claims_calza(self, view: View, rng: Random) -> bool:
        return self._fail()  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("how", "fault"),
    [
        ("raises", BotFault.RAISED),
        ("exits", BotFault.RAISED),
        ("hangs", BotFault.SLOW),
        ("sleeps", BotFault.SLOW),
        ("nonsense", BotFault.NONSENSE),
        ("illegal", BotFault.NONSENSE),
        ("nothing", BotFault.NONSENSE),
    ],
)
def test_a_bot_that_fails_forfeits_the_turn_and_the_match_goes_on(
    how: str, fault: BotFault
) -> None:
    rules = rules_of("asmodee-2009", "calza")
    bad = BotSeat(Failer(how), Random(1), seconds=0.02 if fault is BotFault.SLOW else 60)
    good = BotSeat(CounterBot(), Random(2))
    table = LocalTable(Setup(rules, 2, 1), [bad, good], RandomDice(Random(4)))
    match = table.play()
    assert match.winner is not None
    assert {problem.fault for problem in bad.problems} == {fault}
    assert not good.problems


def test_the_rule_of_forfeits_is_dudo_or_the_lowest_bid() -> None:
    opening = view_for(bidding(rules_of("asmodee-2024"), (5, 5)), 0)
    assert forfeit(opening) == Bid(1, 2)
    match, _ = say(bidding(rules_of("asmodee-2024"), (5, 5)), "4x4")
    assert forfeit(view_for(match, 1)) is Call.DUDO


def test_a_time_limit_leaves_no_alarm_behind() -> None:
    before = signal.getsignal(signal.SIGALRM), signal.getsignal(signal.SIGPROF)
    with pytest.raises(OutOfTime), time_limit(0.01):
        wait_for_ever()
    with time_limit(30):
        pass
    assert (signal.getsignal(signal.SIGALRM), signal.getsignal(signal.SIGPROF)) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_an_alarm_that_rings_while_the_limit_is_taken_away_is_ignored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    setitimer = signal.setitimer

    def as_it_rings(which: int, seconds: float) -> None:
        signal.raise_signal(signal.SIGALRM)
        setitimer(which, seconds)

    before = signal.getsignal(signal.SIGALRM)
    with time_limit(30):
        monkeypatch.setattr(signal, "setitimer", as_it_rings)
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_outside_the_main_thread_there_is_no_limit_and_no_error() -> None:
    done = []

    def work() -> None:
        with time_limit(0.001):
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]
