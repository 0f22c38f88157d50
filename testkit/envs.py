"""Tables for the tests of the environments, and a way to play them at random."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

TABLES: tuple[dict[str, Any], ...] = (
    {"edition": "parker-1994", "options": ("calza",), "seats": 5},
    {"edition": "asmodee-2009", "options": ("calza", "visible-dice"), "seats": 3},
    {"edition": "asmodee-2024", "options": ("calza", "palifico"), "seats": 4},
    {"edition": "asmodee-2024", "seats": 2},
    {"edition": "menteur", "seats": 6, "dice": 2},
    {"edition": "weekend", "options": ("calza",), "seats": 2, "dice": 3},
    {
        "edition": "menteur",
        "house": {"calza": "on", "calza-callers": "any-other", "raising": "any-face"},
        "seats": 4,
        "dice": 3,
    },
)


def choose(mask: Any, rng: Random) -> int:
    """Choose a legal number; half the time a call or a pass if possible, so that rounds end."""
    numbers = np.flatnonzero(mask).tolist()
    calls = [number for number in numbers if number < 3]
    return int(rng.choice(calls if calls and rng.random() < 0.5 else numbers))


def play(env: Any, rng: Random) -> Iterator[tuple[str, Any, int]]:
    """Play an episode; yield the agent, its observation and its action before each step."""
    for agent in env.agent_iter():
        observation, _, ended, cut, _ = env.last()
        if ended or cut:
            env.step(None)
            continue
        number = choose(observation["action_mask"], rng)
        yield agent, observation, number
        env.step(number)
