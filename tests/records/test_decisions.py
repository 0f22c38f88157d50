"""The decisions of a record, each with what its player could see."""

from hypothesis import given, settings

from perudo.engine.actions import CALZA, DUDO
from perudo.engine.bid import Bid
from perudo.game.arguments import NAMES
from perudo.records.decisions import Decision, Passed, Standing, decisions, moments
from perudo.records.notation import read_text
from perudo.records.record import Record
from perudo.records.writing import record_of
from testkit.random_play import Played
from testkit.strategies import beginnings

THREE = """perudo 1
edition: asmodee-2009
options: calza
seats: Ana, Ben, Cleo
starter: @Ana
1. P2446 33556 22366 | 3x3 4x3 calza@Ana
2. P2446 33556 22366 | 2x4 3x4 dudo
"""


def record(text: str) -> Record:
    return read_text(text)


def test_each_decision_has_the_view_at_its_moment() -> None:
    found = list(decisions(record(THREE)))
    assert [(one.seat, one.action, one.asking) for one in found] == [
        (0, Bid(3, 3), False),
        (1, Bid(4, 3), False),
        (0, CALZA, True),
        (0, Bid(2, 4), False),
        (1, Bid(3, 4), False),
        (2, DUDO, False),
    ]
    assert [len(one.view.bids) for one in found] == [0, 1, 2, 0, 1, 2]
    assert [one.view.number for one in found] == [1, 1, 1, 2, 2, 2]
    assert all(one.view.seat == one.seat for one in found)
    assert found[1].view.cup == (3, 3, 5, 5, 6)


def test_whoever_calls_calza_out_of_turn_could_only_call_it() -> None:
    calza = next(one for one in decisions(record(THREE)) if one.action is CALZA)
    assert calza.view.turn == 2
    assert calza.view.legal.bids is None


def test_who_let_a_calza_pass_is_told_only_where_nobody_called_it() -> None:
    passed = [one for one in moments(record(THREE)) if isinstance(one, Passed)]
    # The next player decides in turn, so it is the third who could have called out of turn.
    assert [(one.view.number, one.seat, len(one.view.bids)) for one in passed] == [
        (1, 2, 1),
        (2, 2, 1),
        (2, 0, 2),
    ]


def test_notes_without_cups_and_unfinished_rounds_have_decisions_too() -> None:
    text = THREE.replace("1. P2446 33556 22366 | 3x3 4x3 calza@Ana", "1. ? | 3x4 dudo =2")
    cut = text.replace("2. P2446", "2. P244").removesuffix(" dudo\n")
    found = list(decisions(record(cut)))
    assert [one.view.cup is None for one in found] == [True, True, False, False]
    assert isinstance(list(moments(record(cut)))[-1], Standing)


@settings(max_examples=60)
@given(beginnings(unseen=(0.0, 0.4)))
def test_every_action_is_a_decision_that_its_view_allows(play: Played) -> None:
    noted = record_of(NAMES[: play.setup.seats], play.events)
    everything = list(moments(noted))
    made = [one for one in everything if isinstance(one, Decision)]
    assert [one.action for one in made] == [
        action.action for noted_round in noted.rounds for action in noted_round.actions
    ]
    assert all(one.action in one.view.legal for one in made)
    assert all(CALZA in one.view.legal for one in everything if isinstance(one, Passed))
    standings = [one for one in everything if isinstance(one, Standing)]
    assert [one.at_end for one in standings] == [False] * len(noted.rounds) + [True]
    assert all(one.view.seat is None for one in standings)
