"""Calza at the local table: all who may claim are asked, then the clauses decide."""

from collections.abc import Iterable

import pytest

from perudo.cli.person import Person
from perudo.engine.actions import CALZA, DUDO, Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup, Face, cup_of
from perudo.engine.edition import Edition
from perudo.engine.events import BidMade, Called, Event
from perudo.engine.hearing import Verdict
from perudo.engine.refusals import Reason
from perudo.engine.setup import Setup
from perudo.i18n.tongue import Tongue
from perudo.table.local import LocalTable, Player
from perudo.wording.story import Story
from testkit.matches import rules_of
from testkit.players import Script

P, A, I = (rules_of(key, "calza") for key in ("parker-1994", "asmodee-2009", "asmodee-2024"))  # noqa: E741
OPENING = Bid(2, 2)
SEATS = 4


class ListedDice:
    """Dice that fall as they are listed; the lot falls on seat 0."""

    def __init__(self, dice: Iterable[Face]) -> None:
        self._dice = iter(dice)

    def cup(self, dice: int) -> Cup:
        return cup_of([next(self._dice) for _ in range(dice)])

    def draw(self, seats: int) -> Seat:
        return 0


def script(seat: Seat, *actions: Action, person: bool = False) -> Script:
    return Script(*([OPENING] if seat == 0 else []), *actions, person=person)


def table_of(rules: Edition, *players: Player) -> LocalTable:
    """Seat 0 starts in every box; all dice show 2, 3, 4, 5 and 6."""
    rolls = [6, 1, 1, 1] if rules.key == "parker-1994" else []
    dice = ListedDice([*rolls, *[2, 3, 4, 5, 6] * SEATS])
    return LocalTable(Setup(rules, SEATS), players, dice, toucan=lambda: 0)


def answer_to_the_opening(table: LocalTable) -> Event:
    """What came next after seat 0 had bid."""
    made = BidMade(0, OPENING)
    while made not in table.events or table.events[-1] == made:
        table.step()
    return table.events[table.events.index(made) + 1]


def answered(
    rules: Edition,
    claiming: Iterable[Seat],
    answer: Action,
    people: Iterable[Seat] = (),
) -> tuple[Event, list[Script]]:
    """Seat 0 bids, seats claim, and seat 1 answers if it is asked: what happened then."""
    players = [script(0), script(1, answer), script(2), script(3)]
    for seat in claiming:
        players[seat].calza = True
    for seat in people:
        players[seat].is_person = True
    return answer_to_the_opening(table_of(rules, *players)), players


def verdict_of(players: list[Script]) -> Verdict | None:
    """All are told the same, or nobody anything."""
    (told,) = {tuple(player.verdicts) for player in players}
    assert len(told) <= 1
    return told[0] if told else None


@pytest.mark.parametrize("rules", [A, I], ids=["A8", "I9"])
@pytest.mark.parametrize("claiming", [(2,), (3,), (2, 3)])
@pytest.mark.parametrize("people", [(), (2,), (1,), (1, 2, 3)])
def test_A8_I9_the_next_players_own_calza_is_the_first_clockwise(
    rules: Edition, claiming: tuple[Seat, ...], people: tuple[Seat, ...]
) -> None:
    happened, players = answered(rules, claiming, CALZA, people)
    assert happened == Called(1, CALZA)
    verdict = verdict_of(players)
    assert verdict is not None
    assert (set(verdict.claims), verdict.heard) == ({*claiming, 1}, 1)


@pytest.mark.parametrize("rules", [P, I], ids=["S17", "I9"])
def test_I9_S17_of_two_claims_the_first_clockwise_counts(rules: Edition) -> None:
    happened, players = answered(rules, (3, 2), DUDO)
    assert happened == Called(2, CALZA)
    assert verdict_of(players) == Verdict(OPENING, (2, 3), 2)


@pytest.mark.parametrize("move", [DUDO, Bid(3, 2)])
@pytest.mark.parametrize("people", [(), (1,), (1, 2), (0,)])
def test_A9_the_next_players_move_counts_and_the_claim_does_not(
    move: Action, people: tuple[Seat, ...]
) -> None:
    happened, players = answered(A, (2,), move, people)
    assert happened == (BidMade(1, move) if isinstance(move, Bid) else Called(1, DUDO))
    assert verdict_of(players) == Verdict(OPENING, (2,), 1)


@pytest.mark.parametrize("move", [DUDO, Bid(3, 2)])
def test_A9_a_computer_player_never_hurries_to_beat_a_persons_calza(move: Action) -> None:
    happened, players = answered(A, (2,), move, people=(2,))
    assert happened == Called(2, CALZA)
    assert verdict_of(players) is None, "of the computer player's move nobody has heard"


def test_A8_a_persons_calza_is_one_of_those_called_at_once() -> None:
    happened, players = answered(A, (2, 3), DUDO, people=(3,))
    assert happened == Called(2, CALZA)
    assert verdict_of(players) == Verdict(OPENING, (3, 2), 2)


@pytest.mark.parametrize("move", [DUDO, Bid(3, 2)])
def test_I12_a_claim_is_heard_before_the_move_and_who_moved_is_told(move: Action) -> None:
    happened, players = answered(I, (3,), move, people=(1,))
    assert happened == Called(3, CALZA)
    assert verdict_of(players) == Verdict(OPENING, (3,), 3, unmade=1)


def test_I12_of_a_computer_players_move_that_is_not_made_nobody_hears() -> None:
    happened, players = answered(I, (3,), DUDO)
    assert happened == Called(3, CALZA)
    assert verdict_of(players) is None


@pytest.mark.parametrize("people", [(), (1,), (3,)])
def test_S18_in_parker_the_next_player_is_not_even_asked(people: tuple[Seat, ...]) -> None:
    happened, players = answered(P, (3,), DUDO, people)
    assert happened == Called(3, CALZA)
    assert players[1].actions == [DUDO]
    assert verdict_of(players) is None


@pytest.mark.parametrize("rules", [P, A, I], ids=["P", "A", "I"])
def test_without_a_claim_the_next_player_is_asked_once(rules: Edition) -> None:
    happened, players = answered(rules, (), DUDO)
    assert happened == Called(1, DUDO)
    assert verdict_of(players) is None
    assert [len(player.views) for player in players] == [1, 1, 1, 1]


@pytest.mark.parametrize("rules", [A, I], ids=["A", "I"])
def test_nobody_is_asked_twice_and_nobody_can_tell_that_somebody_claims(rules: Edition) -> None:
    views = []
    for claiming in ((), (2,), (2, 3)):
        _, players = answered(rules, claiming, CALZA, people=(1,))
        views.append([player.views for player in players])
        assert all(len(asked) == 1 for asked in views[-1])
    assert views[0] == views[1] == views[2]


def test_an_illegal_answer_is_asked_again_while_a_claim_waits() -> None:
    players = [script(0), script(1, Bid(1, 2), Bid(3, 2)), script(2), script(3)]
    players[2].calza = True
    assert answer_to_the_opening(table_of(A, *players)) == BidMade(1, Bid(3, 2))
    assert [refusal.reason for refusal in players[1].refusals] == [Reason.TOO_FEW]


def test_where_a_house_lets_the_first_heard_have_it_a_person_is_heard_first() -> None:
    rules = rules_of("parker-1994", "calza", calza_ties="first-heard")
    assert answered(rules, (2, 3), DUDO)[0] == Called(2, CALZA)
    assert answered(rules, (2, 3), DUDO, people=(3,))[0] == Called(3, CALZA)


def test_where_a_house_lets_the_first_heard_have_it_the_next_player_has_nothing_to_say() -> None:
    rules = rules_of("asmodee-2024", "calza", calza_ties="first-heard")
    happened, players = answered(rules, (3,), CALZA)
    assert happened == Called(3, CALZA)
    assert players[1].actions == [CALZA]


@pytest.mark.parametrize(
    ("rules", "typed", "told"),
    [
        (I, "3x2", "The occhio di bue was heard before your move, which is not made. [I12]"),
        (A, "3x2", "You moved at the same time: your move counts, not the calza. [A9]"),
        (A, "calza", "Your call counts. [A8]"),
        (I, "occhio di bue", "Your call counts. [I9]"),
    ],
)
def test_a_person_is_told_by_which_rule_it_was_decided(
    rules: Edition,
    typed: str,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    names = ("Ana", "Guest", "Inti", "Killa")
    t = Tongue("en", rules.key)
    person = Person(t, Story(t, rules, names, 1), names, 1)
    players: list[Player] = [script(0), person, Script(calza=True), script(3)]
    prompts = []

    def reads(prompt: str) -> str:
        prompts.append(prompt)
        return typed

    monkeypatch.setattr("builtins.input", reads)
    answer_to_the_opening(table_of(rules, *players))
    assert prompts == ["Your turn: "], "asked once"
    lines = capsys.readouterr().out.splitlines()
    assert told in lines
    assert any(line.endswith(("Inti.", "Inti and You.")) for line in lines)
