"""PettingZoo's own tests, and tests of what they do not cover."""

import copy
import importlib
import pickle
import random
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from perudo.engine.house import SetupProblem
from perudo.engine.refusals import IllegalAction
from perudo.envs import perudo_v0
from testkit.envs import TABLES, play

pytestmark = [
    # PettingZoo warns about a dict as observation unless the environment is one of its own.
    pytest.mark.filterwarnings("error"),
    # What an earlier test has left open may be cleared away at any moment.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("episode", ["match", "round"])
def test_pettingzoo_api_test_passes(table: dict[str, Any], episode: str) -> None:
    api_test(perudo_v0.env(**table, episode=episode), num_cycles=100)


@pytest.mark.parametrize("table", TABLES[:3])
def test_a_seed_repeats_the_episode(table: dict[str, Any]) -> None:
    seed_test(lambda: perudo_v0.env(**table), num_cycles=200)


def test_pettingzoo_performance_test_passes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Replace its clock: it runs for five seconds, and this clock advances 0.01 s at each call."""
    module = importlib.import_module("pettingzoo.test.performance_benchmark")
    ticks = count()
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(ticks) / 100))
    random.seed(1)
    module.performance_benchmark(perudo_v0.env(options=("calza", "palifico")))
    assert "Finished performance benchmark" in capsys.readouterr().out


def test_pettingzoo_render_test_passes(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(perudo_v0.env)
    assert "seat_1" in capsys.readouterr().out


def test_render_shows_what_happened_since_the_last_one() -> None:
    env = perudo_v0.raw_env(
        edition="asmodee-2009", seats=2, dice=1, starter=1, render_mode="ansi", render_seat=1
    )
    env.reset(seed=1)
    env.step(17)
    text = env.render()
    (die,) = env.view("seat_1").cup or ()
    assert text == (
        "Perudo by the rules of asmodee-2009. At the table, clockwise: seat_0 and You.\n\n"
        f"— Round 1. You open.\nYour dice: {'P' if die == 1 else die}\nYou: 3 threes\n"
    )
    env.step(0)
    assert str(env.render()).startswith("seat_0: Dudo!\n")
    assert env.render() == ""


def test_render_for_an_onlooker_hides_cups_until_the_showdown() -> None:
    texts = set()
    for seed in range(5):
        env = perudo_v0.raw_env(seats=3, starter=0, render_mode="ansi", lang="fr")
        env.reset(seed=seed)
        env.step(16)
        texts.add(env.render())
    assert len(texts) == 1


def test_reset_without_a_seed_continues_the_random_sequence() -> None:
    def cups() -> list[Any]:
        env = perudo_v0.raw_env(seats=3)
        env.reset(seed=4)
        first = [env.view(agent).cup for agent in env.agents]
        env.reset()
        return [first, [env.view(agent).cup for agent in env.agents]]

    first, second = cups()
    assert first != second
    assert cups() == [first, second]


def test_a_copy_continues_like_the_original() -> None:
    env = perudo_v0.raw_env(options=("calza",), seats=3)
    env.reset(seed=1)
    for _ in zip(range(20), play(env, Random(1)), strict=False):
        pass
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301
        again = copy.deepcopy(env)
        for one, two in zip(play(again, Random(2)), play(other, Random(2)), strict=True):
            assert one[0] == two[0]
            assert one[2] == two[2]
            assert np.array_equal(one[1]["observation"], two[1]["observation"])


def test_an_illegal_action_raises_or_ends_the_episode(caplog: pytest.LogCaptureFixture) -> None:
    raw = perudo_v0.raw_env(options=("calza",), starter=0)
    raw.reset(seed=1)
    with pytest.raises(IllegalAction):
        raw.step(0)
    for number in (2, -1, 123):
        with pytest.raises(ValueError, match=r"pass|number"):
            raw.step(number)
    raw.step(4)
    assert raw.agent_selection == "seat_2"  # offered a calza out of turn
    with pytest.raises(IllegalAction):
        raw.step(0)

    env = perudo_v0.env(starter=2)
    env.reset(seed=1)
    env.step(0)
    assert "Illegal move" in caplog.text
    assert env.rewards["seat_2"] == -1
    assert all(env.terminations.values())


def test_max_steps_truncates_an_episode() -> None:
    env = perudo_v0.raw_env(seats=3, max_steps=7)
    env.reset(seed=1)
    steps = list(play(env, Random(1)))
    assert len(steps) == 7
    assert not env.agents


@pytest.mark.parametrize(
    "settings",
    [
        {"seats": 7},
        {"seats": 2, "dice": (5, 6)},
        {"seats": 2, "dice": (1, 2, 3)},
        {"seats": 3, "dice": (1, 0, 0)},
        {"seats": 2, "dice": (1, 0)},
        {"edition": "oxford"},
        {"episode": "week"},
        {"palifico": True},
        {"edition": "menteur", "palifico": True},
        {"seats": 3, "dice": (0, 1, 1), "starter": 0},
    ],
)
def test_unplayable_settings_are_rejected(settings: dict[str, Any]) -> None:
    with pytest.raises((SetupProblem, ValueError)):
        perudo_v0.env(**settings)
