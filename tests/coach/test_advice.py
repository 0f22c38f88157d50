"""What the coach says about one decision."""

from itertools import product

import pytest

from perudo import position
from perudo.coach.advice import Coach, NothingToDecide, advise
from perudo.engine.actions import CALZA, DUDO
from perudo.engine.bid import Bid
from perudo.engine.errors import InvalidValue
from perudo.game.game import Game


def _table(*cups: str, bids: tuple[str, ...] = ()) -> Game:
    game = position("asmodee-2009", options=["calza"], dice=tuple(map(len, cups)))
    game.deal(*cups)
    for bid in bids:
        game.play(bid)
    return game


def test_every_legal_action_has_an_outlook_the_best_first() -> None:
    game = _table("P2446", "33556", "22366", bids=("3x4",))
    view = game.view(1)
    advice = advise(view)
    legal = {DUDO, CALZA, *(view.legal.bids or ())}
    assert {outlook.action for outlook in advice.outlooks} == legal
    wins = [outlook.wins for outlook in advice.outlooks]
    assert wins == sorted(wins, reverse=True)
    assert all(0 <= chance <= 1 for chance in wins)
    assert advice.lost_by(advice.best.action) == 0
    assert advice.lost_by(advice.outlooks[-1].action) > 0.03
    assert sum(outlook.chosen for outlook in advice.outlooks) == pytest.approx(1)
    assert advice.champion()[0].chosen == max(outlook.chosen for outlook in advice.outlooks)


def test_advice_does_not_depend_on_other_cups() -> None:
    here = _table("P2446", "33556", "22366", bids=("3x4",)).view(1)
    there = _table("PPPPP", "33556", "11111", bids=("3x4",)).view(1)
    assert advise(here) == advise(there)


def test_what_the_own_dice_decide_is_certain() -> None:
    game = _table("P3355", "24", bids=("4x3",))
    advice = advise(game.view(1))
    # Two dice of its own, five hidden: more than seven of anything cannot be.
    for outlook in advice.outlooks:
        if isinstance(outlook.action, Bid) and outlook.action.quantity > 7:
            assert outlook.holds == 0
    mine = advise(_table("P3355", "24").view(0))
    assert mine.of(Bid(3, 3)).holds == 1
    for face, quantity in product(range(2, 7), range(1, 7)):
        more, less = mine.of(Bid(quantity + 1, face)).holds, mine.of(Bid(quantity, face)).holds
        assert more is not None
        assert less is not None
        assert more <= less


def test_a_true_call_is_the_best_action_and_a_false_one_the_worst() -> None:
    # Seat 1 knows all: seat 0 has one die, and bid what seat 1 can see to be false or true.
    false = advise(_table("2", "3456", bids=("3x2",)).view(1))
    assert false.best.action is DUDO
    true = advise(_table("2", "P222", bids=("4x2",)).view(1))
    assert true.best.action is not DUDO
    assert true.lost_by(DUDO) > 0.02
    assert true.read is not None
    assert true.read.holds == 1


def test_chances_between_rounds_add_up_and_follow_the_dice() -> None:
    coach = Coach()
    chances = coach.chances(position("menteur", dice=(5, 3, 1, 3)).view(None))
    assert sum(chances) == pytest.approx(1)
    assert chances[0] > max(chances[1:])
    assert chances[2] == min(chances)
    out = coach.chances(position("menteur", dice=(2, 0, 2)).view(None))
    assert out[1] == 0
    assert sum(out) == pytest.approx(1)


def test_a_match_that_is_won_leaves_no_doubt() -> None:
    game = position("weekend", dice=(1, 1))
    game.deal("2", "3")
    game.play("2x5")
    game.play(DUDO)
    assert game.winner == 1
    assert Coach().chances(game.view(None)) == (0.0, 1.0)


def test_an_offered_calza_is_taken_or_passed() -> None:
    game = _table("P2446", "33556", "22366", bids=("3x4",))
    advice = advise(game.view(2), asking=True)
    assert {outlook.action for outlook in advice.outlooks} == {CALZA, None}


def test_who_has_nothing_to_decide_is_told_so() -> None:
    game = _table("P2446", "33556", bids=("3x4",))
    with pytest.raises(NothingToDecide):
        advise(game.view(None))
    with pytest.raises(NothingToDecide, match="seat 0"):
        advise(game.view(0))
    with pytest.raises(InvalidValue, match="not legal"):
        advise(game.view(1)).of(Bid(1, 2))
