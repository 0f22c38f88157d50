"""The batched game and the engine agree, step by step, at all kinds of tables."""

from random import Random
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import pytest

from perudo.engine import play
from perudo.engine.actions import CALZA
from perudo.engine.bid import Bid
from perudo.engine.dice import FACES
from perudo.engine.numbering import ALL_ACTIONS, FIRST_BID, action_of
from perudo.engine.setup import Setup
from perudo.engine.view import remembered_dice, view_for
from perudo.lab.bidding import action_of_bid, bid_of_action
from perudo.lab.observation import legal_mask, observe
from perudo.lab.state import State
from testkit.lab.against_engine import Follower, Mismatch, action_from, cup_from
from testkit.lab.traces import Row, first_states, rows_by_game, traced
from testkit.strategies import random_setup

GAMES, STEPS, PARTS = 128, 64, 4


class Part(NamedTuple):
    """A part of the play: the states before it, and the rows of each game."""

    states: State
    rows: list[list[Row]]


@pytest.fixture(scope="module")
def setups() -> list[Setup]:
    luck = Random(7).random
    return [random_setup(luck) for _ in range(GAMES)]


@pytest.fixture(scope="module")
def parts(setups: list[Setup]) -> list[Part]:
    """Play once for all tests of this file, since compiling takes longer than playing."""
    states = first_states(setups, 7)
    found = []
    for part in range(PARTS):
        then, trace = traced(states, jax.random.key(part), STEPS)
        found.append(Part(states, rows_by_game(trace)))
        states = then
    return found


@pytest.mark.plain
def test_hundreds_of_matches_are_the_same_in_the_engine(
    setups: list[Setup], parts: list[Part]
) -> None:
    followers = [Follower(setup) for setup in setups]
    for part in parts:
        for follower, rows in zip(followers, part.rows, strict=True):
            for row in rows:
                follower.follow(row)
    assert sum(follower.matches for follower in followers) > 300
    assert sum(follower.calzas for follower in followers) > 300
    assert sum(follower.palificos for follower in followers) > 300
    assert sum(follower.refused for follower in followers) > 300
    assert {follower.setup.seats for follower in followers} == {2, 3, 4, 5, 6}


WRONG: dict[str, Any] = {
    "dice": 0,
    "turn": 7,
    "seat": 7,
    "callers": 1 << 20,
    "limits": ((9, 9),) * 6,
    "palifico": 0,
    "quantity": 3,
    "number": 2,
    "asking": True,
    "been_palifico": 1,
}


@pytest.mark.parametrize("field", WRONG)
def test_comparison_notices_a_wrong_field(
    field: str, setups: list[Setup], parts: list[Part]
) -> None:
    first = parts[0].rows[0][0]
    Follower(setups[0]).follow(first)
    with pytest.raises(Mismatch):
        Follower(setups[0]).follow(first._replace(**{field: WRONG[field]}))


@pytest.mark.plain
def test_observations_agree_with_engine_views(setups: list[Setup], parts: list[Part]) -> None:
    followers = [Follower(setup) for setup in setups]
    for part in parts:
        observed = [observations(part.states, seat) for seat in range(6)]
        for game, (follower, rows) in enumerate(zip(followers, part.rows, strict=True)):
            match = follower.before(rows[0])
            absent = [0] * (6 - follower.setup.seats)
            for seat in range(follower.setup.seats):
                view, mine = view_for(match, seat), observed[seat]
                cup = view.cup or ()
                assert mine.cup[game].tolist() == [cup.count(face) for face in FACES]
                shown = [-1 if left is None else left for left in view.dice]
                assert mine.dice[game].tolist() == shown + absent
                assert mine.remembered[game].tolist() == [*remembered_dice(view), *absent]
                bids = [[bid.quantity, bid.face] for _, bid in reversed(view.bids[-12:])]
                assert mine.bids[game].tolist() == bids + [[0, 0]] * (12 - len(bids))
                assert (mine.me[game], mine.turn[game]) == (seat, view.turn)
                assert (mine.number[game], mine.starter[game]) == (view.number, view.starter)
                assert mine.palifico[game] == (-1 if view.palifico is None else view.palifico)
                assert mine.bidder[game] == (view.bids[-1].seat if view.bids else -1)
                assert (mine.seat[game], mine.asking[game]) == (rows[0].seat, rows[0].asking)
            for row in rows:
                follower.follow(row)


def observations(states: State, seat: int) -> Any:
    """Return an ``Observation`` of NumPy arrays."""
    seats = jnp.full(states.seat.shape, seat)
    return jax.device_get(_observe(states, seats))


_observe = jax.jit(jax.vmap(observe))


@pytest.mark.plain
def test_masks_agree_with_engine_legal_actions(setups: list[Setup], parts: list[Part]) -> None:
    followers = [Follower(setup) for setup in setups]
    masked = jax.jit(jax.vmap(legal_mask))
    for part in parts:
        masks = masked(part.states).tolist()
        for follower, rows, mask in zip(followers, part.rows, masks, strict=True):
            row = rows[0]
            options = play.legal_actions(follower.before(row), row.seat)
            meant = [action_from(action) for action in range(ALL_ACTIONS)]
            if row.asking:
                assert mask == [action in (CALZA, None) for action in meant]
            else:
                assert mask == [action is not None and action in options for action in meant]
            for played in rows:
                follower.follow(played)


def test_bid_numbers_agree_with_engine_numbering() -> None:
    numbers = jnp.arange(FIRST_BID, ALL_ACTIONS)
    quantities, faces = bid_of_action(numbers)
    bids = [Bid(*pair) for pair in zip(quantities.tolist(), faces.tolist(), strict=True)]
    assert bids == [action_of(number) for number in numbers.tolist()]
    assert action_of_bid(quantities, faces).tolist() == numbers.tolist()


def test_numbers_outside_the_action_space_are_no_action() -> None:
    assert [action_from(number) for number in (-1, ALL_ACTIONS)] == [None, None]
    assert cup_from(2 | 1 << 25) == (1, 1, 6)
