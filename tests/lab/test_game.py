"""The batched game by itself: rules, chance, secrecy and rewards."""

import jax
import jax.numpy as jnp
import pytest

from perudo.engine.edition import POINTS
from perudo.engine.house import table_rules
from perudo.engine.numbering import ALL_ACTIONS, DUDO_NUMBER, FIRST_BID, PASS_NUMBER
from perudo.engine.setup import Setup
from perudo.lab import rules as lab_rules
from perudo.lab.game import init, step
from perudo.lab.observation import legal_mask, observe
from perudo.lab.random_play import play_random, random_action
from perudo.lab.rules import Rules, batch_of, rules_of
from perudo.lab.state import State
from perudo.lab.throws import random_below, throw

TABLE = Setup(table_rules("asmodee-2009", ["calza"]), seats=4)

_step = jax.jit(step)


def dealt(setup: Setup, games: int, seed: int = 1) -> State:
    keys = jax.random.split(jax.random.key(seed), games)
    states: State = jax.jit(jax.vmap(init))(keys, batch_of([setup], games))
    return states


def test_every_rule_point_is_carried_or_listed_as_without_effect() -> None:
    carried = set(Rules._fields) - {"seats", "dice"}
    assert carried | set(lab_rules.WITHOUT_EFFECT) == set(POINTS)
    assert not carried & set(lab_rules.WITHOUT_EFFECT)
    assert [int(number) for number in rules_of(TABLE)] == [4, 5, 1, 1, 1, 0, 1, 1, 0, 0]


@pytest.mark.plain
def test_all_throws_of_a_cup_are_equally_likely() -> None:
    """The k-th of all throws begins exactly at the word k * 2**32 / 6**5, rounded up."""
    throws = 6**5
    firsts = jnp.asarray([-(-k * 2**32 // throws) for k in range(1, throws)], jnp.uint32)
    cup = jax.jit(jax.vmap(lambda word: throw(word, jnp.int32(5))))
    index = jax.jit(jax.vmap(lambda word: random_below(word, throws)))
    assert index(firsts).tolist() == list(range(1, throws))
    assert index(firsts - 1).tolist() == list(range(throws - 1))
    expected = []
    for k in range(1, throws):
        faces = [k // 6**place % 6 for place in range(5)]
        expected.append(sum(1 << 5 * face for face in faces))
    assert cup(firsts).tolist() == expected


def test_all_legal_actions_are_equally_likely() -> None:
    state = jax.tree.map(lambda leaf: leaf[0], dealt(TABLE, 1))
    opening = 6 * 20 - 20
    words = jnp.arange(opening * 50, dtype=jnp.uint32) * jnp.uint32(2**32 // (opening * 50))
    actions = jax.jit(jax.vmap(random_action, in_axes=(None, 0)))(state, words)
    counts = jnp.bincount(actions, length=ALL_ACTIONS)
    mask = legal_mask(state)
    assert int(mask.sum()) == opening
    assert bool((counts[~mask] == 0).all())
    assert int(counts[mask].min()) >= 49
    assert int(counts[mask].max()) <= 51


def test_observation_does_not_depend_on_other_cups() -> None:
    states = dealt(TABLE, 32)
    for seat in range(4):
        others = tuple(
            cup if place == seat else jnp.zeros_like(cup) for place, cup in enumerate(states.cups)
        )
        seats = jnp.full(32, seat)
        look = jax.vmap(observe)
        before, after = look(states, seats), look(states._replace(cups=others), seats)
        assert jax.tree.all(jax.tree.map(lambda a, b: bool((a == b).all()), before, after))


@pytest.mark.parametrize("action", [-1, DUDO_NUMBER, PASS_NUMBER, ALL_ACTIONS, FIRST_BID, 182])
def test_illegal_action_changes_nothing(action: int) -> None:
    state = jax.tree.map(lambda leaf: leaf[0], dealt(TABLE, 1))
    result = _step(state, jnp.int32(action), jax.random.key(5))
    assert bool(result.outcome.refused)
    assert jax.tree.all(jax.tree.map(lambda a, b: bool(a == b), state, result.state))


@pytest.mark.plain
def test_rewards_come_at_the_end_of_a_match_and_sum_to_zero() -> None:
    setup = Setup(table_rules("menteur"), seats=3, dice=1)
    states, keys = dealt(setup, 64), jax.random.key(3)
    one = jax.jit(jax.vmap(step))
    draw = jax.jit(jax.vmap(random_action))
    ended = 0
    for turn in range(40):
        words = jax.random.bits(jax.random.fold_in(keys, turn), (64,))
        result = one(states, draw(states, words), jax.random.split(jax.random.key(turn), 64))
        states = result.state
        for done, got, winner in zip(
            result.done.tolist(),
            result.rewards.tolist(),
            result.outcome.winner.tolist(),
            strict=True,
        ):
            expected = [0.0] * 6
            if done:
                expected = [1.0 if seat == winner else -0.5 for seat in range(3)] + [0.0] * 3
            assert got == expected
            ended += done
    assert ended > 100


def test_first_starters_are_equally_likely() -> None:
    states = dealt(TABLE, 4000)
    counts = jnp.bincount(states.starter, length=6).tolist()
    assert counts[4:] == [0, 0]
    # Five standard deviations of a share of one quarter.
    assert all(abs(count - 1000) < 137 for count in counts[:4])


def test_random_play_is_never_refused() -> None:
    _, tally = play_random(dealt(TABLE, 64), jax.random.key(8), 50)
    assert int(tally.refused.sum()) == 0
    assert int(tally.calls.sum()) > 0
