"""Learning what simple players do."""

import jax.numpy as jnp
import numpy as np
import pytest

from perudo.bots.champion.duel import INPUTS, MATCH_INPUTS
from perudo.bots.champion.player import DUEL_WEIGHTS, HABITS_WEIGHTS
from perudo.bots.champion.weights import read_weights
from perudo.train import habits
from perudo.train.network import Params


def weights(name: str) -> Params:
    arrays = read_weights(HABITS_WEIGHTS if name == "habits" else DUEL_WEIGHTS).arrays
    return {key: jnp.asarray(array) for key, array in arrays.items()}


@pytest.mark.plain
def test_habits_are_learned_from_what_simple_players_do(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, size in (("GAMES", 64), ("STEPS", 32), ("BATCH", 256)):
        monkeypatch.setattr(habits, name, size)
    seen = habits.gather(2_000, 3)
    assert seen.action.size >= 2_000
    assert seen.inputs.shape == (seen.action.size, INPUTS + MATCH_INPUTS)
    assert seen.legal[np.arange(seen.action.size), seen.action].all()
    by_chance = float(np.log(seen.legal.sum(1)).mean())
    learned = float(habits.surprise(habits.learn(seen, 4, 1), seen))
    assert learned < by_chance - 0.5
    solutions = seen._replace(inputs=seen.inputs[:, :INPUTS])
    assert float(habits.surprise(weights("habits"), seen)) < learned
    assert float(habits.surprise(weights("solutions"), solutions)) > learned + 0.5, (
        "those of the package tell simple players from strong ones"
    )
