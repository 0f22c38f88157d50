"""What a call would lead to is what it does lead to."""

from random import Random

import pytest

from perudo.engine.aftermath import after_call
from perudo.engine.errors import InvalidValue
from perudo.engine.events import Called, Showdown
from perudo.engine.view import View, remembered_dice, view_for
from testkit.random_play import played
from testkit.strategies import random_setup


def _standing(view: View) -> tuple[object, ...]:
    dice = remembered_dice(view)
    return dice, view.starter, view.palifico, view.winner, view.out


@pytest.mark.parametrize("seed", range(60))
def test_the_view_after_a_call_is_foreseen(seed: int) -> None:
    match = played(random_setup(Random(seed).random), seed)
    compared = 0
    for before, after in zip(match.steps, match.steps[1:], strict=False):
        called = next((event for event in after.events if isinstance(event, Called)), None)
        showdown = next((event for event in after.events if isinstance(event, Showdown)), None)
        if called is None or showdown is None:
            continue
        # Whoever looks, even the caller, knows no more than this of the cups.
        view = view_for(before.match, called.seat)
        foreseen = after_call(view, called.seat, called.call, found=showdown.found)
        assert _standing(foreseen) == _standing(view_for(after.match, None))
        compared += 1
    assert compared > 0


def test_without_a_bid_there_is_nothing_to_call() -> None:
    match = played(random_setup(Random(1).random), 1)
    start = view_for(match.steps[0].match, None)
    call = next(event for event in match.events if isinstance(event, Called))
    with pytest.raises(InvalidValue, match="no bid"):
        after_call(start, call.seat, call.call, found=0)
