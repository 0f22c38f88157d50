"""The local table: who is asked what and when, and what each may see."""

from collections import Counter
from random import Random

import pytest

from perudo.bots.simple import SimpleBot
from perudo.engine.actions import Action, Call, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import CUPS, Cup
from perudo.engine.edition import OPTIONS, Edition, Presence, point_of
from perudo.engine.events import Called, Dealt, Event, StarterChosen
from perudo.engine.fold import fold
from perudo.engine.house import table_rules
from perudo.engine.refusals import Reason, Refusal, Refused
from perudo.engine.setup import Setup
from perudo.engine.view import View
from perudo.table.dice import RandomDice
from perudo.table.local import BotPlayer, LocalTable, Player
from support import ALL, rules_of


class Script:
    """Plays what it was told to; remembers all it was shown."""

    def __init__(self, *actions: Action, calza: bool = False) -> None:
        self.actions = list(actions)
        self.calza = calza
        self.events: list[Event] = []
        self.views: list[View] = []
        self.refusals: list[Refusal] = []

    def told(self, event: Event) -> None:
        self.events.append(event)

    def act(self, view: View) -> Action:
        self.views.append(view)
        return self.actions.pop(0)

    def claims_calza(self, view: View) -> bool:
        self.views.append(view)
        return self.calza

    def refused(self, action: Action, refusal: Refusal) -> None:
        self.refusals.append(refusal)


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
    players: list[Player] = [BotPlayer(SimpleBot(), rng) for _ in range(seats)]
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
        Reason.PACO_OPENING,
    ]


def test_a_built_in_bot_that_errs_is_a_fault_and_not_an_endless_loop() -> None:
    class Broken:
        def act(self, view: View, rng: Random) -> Action:
            return Call.DUDO

        def claims_calza(self, view: View, rng: Random) -> bool:
            return False

    players: list[Player] = [BotPlayer(Broken(), Random(1)) for _ in range(2)]
    with pytest.raises(Refused):
        LocalTable(Setup(rules_of("menteur"), 2), players, RandomDice(Random(1))).play()


@pytest.mark.parametrize(("claimants", "heard"), [((2, 3), 2), ((0, 3), 3), ((3,), 3)])
def test_the_first_calza_clockwise_from_the_bidder_counts(
    claimants: tuple[Seat, ...], heard: Seat
) -> None:
    """Seat 1 bids after seat 0; then the seats named claim at once (I9)."""
    players = [
        Script(Bid(1, 2)),
        Script(Bid(2, 2)),
        Script(Bid(3, 2), Call.DUDO),
        Script(Bid(4, 2), Call.DUDO),
    ]
    table, _ = scripted(rules_of("asmodee-2024", "calza"), *players)
    while len(table.match.round.bids if table.match.round else ()) < 2:
        table.step()
    for seat in claimants:
        players[seat].calza = True
    if 2 in claimants:  # seat 2 is in turn: it calls on its turn, not as a claim
        players[2].actions.insert(0, Call.CALZA)
        players[3].calza = players[0].calza = False
    assert play_to_first_call(table) == Called(heard, Call.CALZA)


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
