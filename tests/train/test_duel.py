"""Solving rounds of two players on whole tables, and learning the solutions."""

from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from perudo.bots.champion.duel import ACTIONS, INPUTS, duel_inputs
from perudo.bots.champion.weights import read_weights
from perudo.engine.house import table_rules
from perudo.train import duel_lessons
from perudo.train.duel_cfr import duel_of, new_learned, plays_of, reached, steps, value_of
from perudo.train.duel_lessons import legal_table, sight_at
from perudo.train.duel_places import every_rule, gather, lessons_of
from perudo.train.duel_rounds import duel_round
from perudo.train.network import new_network


@pytest.mark.parametrize(
    ("edition", "options", "dice", "memory", "value"),
    [
        ("asmodee-2024", (), (1, 1), 3, -1 / 18),
        ("asmodee-2024", (), (2, 1), 2, 0.2603),
        ("asmodee-2009", ("calza",), (1, 1), 2, 0.0),
    ],
)
def test_solved_rounds_have_the_known_values(
    edition: str, options: tuple[str, ...], dice: tuple[int, int], memory: int, value: float
) -> None:
    """The values are those of the exact solver, in docs/solver.md."""
    duel = duel_of(duel_round(table_rules(edition, options), dice))
    learned = steps(duel, new_learned(duel, memory), jnp.int32(1), jnp.int32(121))
    assert float(value_of(duel, learned.average)) == pytest.approx(value, abs=0.004)


def test_bids_are_in_an_order_in_which_they_may_follow() -> None:
    for rules in every_rule():
        round_ = duel_round(rules, (2, 2))
        bids = round_.legal[:, 1:-1]
        assert not np.tril(bids[1:]).any(), "a bid would lead back"
        assert bids.any(0).all(), "a bid that nobody can make"
        assert round_.legal[1:, 0].all()
        assert not round_.legal[0, 0]


def test_lessons_say_what_the_solution_does() -> None:
    round_ = duel_round(table_rules("menteur"), (1, 2))
    duel = duel_of(round_)
    learned = steps(duel, new_learned(duel, 2), jnp.int32(1), jnp.int32(11))
    rng = np.random.default_rng(3)
    legal = legal_table()
    seats = list(lessons_of(round_, duel, learned.average, 2, 50, rng))
    assert [int(lessons.opened.sum()) for lessons in seats] == [50, 0]
    for lessons, dice in zip(seats, (1, 2), strict=True):
        assert (lessons.cup.sum(1) == dice).all()
        np.testing.assert_allclose(lessons.plays.astype(np.float32).sum(1), 1, atol=5e-3)
        for row in range(50):
            one = jax.tree.map(lambda leaf, row=row: leaf[row], lessons)
            sight = sight_at(one, jnp.asarray(legal))
            assert not (np.asarray(one.plays) > 0)[~np.asarray(sight.legal)].any()
            assert one.bids[1].any() or not one.bids[2].any(), "a gap in what is remembered"


def test_places_are_reached_as_often_as_rounds_are_dealt() -> None:
    duel = duel_of(duel_round(table_rules("asmodee-2024"), (1, 1)))
    average = new_learned(duel, 2).average
    opener, other = reached(duel, average)
    assert float(opener[0].sum()) == pytest.approx(1, abs=1e-5)
    assert float(other[:, :, 0].sum()) == pytest.approx(1, abs=1e-5), "the opener always bids"


def test_without_weights_every_legal_action_is_alike() -> None:
    legal = jnp.array([1.0, 0.0, 1.0, 1.0])
    plays = plays_of(jnp.zeros((2, 4)), legal)
    np.testing.assert_allclose(plays, np.tile([1 / 3, 0, 1 / 3, 1 / 3], (2, 1)), atol=1e-6)


def test_network_learns_what_it_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel_lessons, "BATCH", 256)
    monkeypatch.setattr(duel_lessons, "CHUNK", 60)
    monkeypatch.setattr(duel_lessons, "WIDTH", 32)
    monkeypatch.setattr(duel_lessons, "AVERAGE", 1.0)
    lessons = gather(1, 20, 300, 5)
    file = tmp_path / "duel.safetensors"
    duel_lessons.learn(lessons, 1e-9, 5, file)  # the first look at the clock ends it
    network = {name: jnp.asarray(a) for name, a in read_weights(file).arrays.items()}
    size, outputs = network["in.weight"].shape[0], network["out.bias"].shape[0]
    legal = jnp.asarray(legal_table())
    first = jax.tree.map(lambda leaf: leaf[0], lessons)
    assert size == duel_inputs(jnp, sight_at(first, legal)).size == INPUTS
    assert outputs == ACTIONS
    untaught = new_network(jax.random.key(1), size, 32, duel_lessons.BLOCKS, ACTIONS)
    before, after = (
        float(duel_lessons.distance(weights, lessons, legal)) for weights in (untaught, network)
    )
    assert after < 0.7 * before
