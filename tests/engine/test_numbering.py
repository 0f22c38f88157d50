"""Actions as whole numbers."""

from perudo.engine.actions import CALZA, DUDO
from perudo.engine.bid import Bid
from perudo.engine.numbering import action_count, action_of, number_of


def test_action_numbers_never_change() -> None:
    """Trained models depend on these numbers."""
    assert [number_of(action) for action in (DUDO, CALZA, None)] == [0, 1, 2]
    assert [number_of(Bid(1, face)) for face in (1, 2, 6)] == [3, 4, 8]
    assert number_of(Bid(2, 1)) == 9
    assert number_of(Bid(30, 6)) == 182
    assert action_count(30) == 183


def test_numbers_and_actions_round_trip() -> None:
    actions = [action_of(number) for number in range(action_count(30))]
    assert [number_of(action) for action in actions] == list(range(action_count(30)))
    assert len(set(actions)) == 183
