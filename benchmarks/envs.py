"""Steps per second of the environments with random legal actions, on one core.

- The PettingZoo environment, 4 seats of asmodee-2024 with calza and palifico, whole matches, with
  an observation and a mask at every step; without wrappers and with the usual ones.
- Rounds of five dice each for two: our OpenSpiel game in Python, and OpenSpiel's own ``liars_dice``
  in C++, both driven by the same loop in Python.

The machine may be noisy, so each repeat times all of them in turn, and the plain loop of
``benchmarks.engine``.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pyspiel

import perudo.envs.spiel_games  # noqa: F401 - registers the games
from benchmarks.engine import yardstick
from perudo.envs import perudo_v0


class Rate(NamedTuple):
    steps: float
    """Actions per second, not counting throws."""
    episodes: float


def environment_rate(make: Callable[..., Any], seconds: float, seed: int) -> Rate:
    env = make(edition="asmodee-2024", options=("calza", "palifico"), seats=4)
    rnd = Random(seed).random
    steps = episodes = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        env.reset(seed=seed + episodes)
        episodes += 1
        for _ in env.agent_iter():
            observation, _, ended, _, _ = env.last()
            if ended:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[int(rnd() * len(legal))])
            steps += 1
    spent = time.perf_counter() - start
    return Rate(steps / spent, episodes / spent)


def spiel_rate(name: str, seconds: float, seed: int) -> Rate:
    game: Any = pyspiel.load_game(name)
    rnd = Random(seed).random
    steps = episodes = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        episodes += 1
        while not state.is_terminal():
            steps += not state.is_chance_node()
            legal = state.legal_actions()
            state.apply_action(legal[int(rnd() * len(legal))])
    spent = time.perf_counter() - start
    return Rate(steps / spent, episodes / spent)


def playout_rate(name: str, seconds: float, seed: int) -> float:
    """Return rounds per second between OpenSpiel's random bots, without Python in between."""
    game: Any = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in (0, 1)]
    rounds = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed + rounds)
        rounds += 1
    return rounds / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    args = parser.parse_args()
    ours = "python_perudo(dice0=5,dice1=5)"
    measured: dict[str, Callable[[int], Rate]] = {
        "PettingZoo, raw_env: matches": lambda seed: environment_rate(
            perudo_v0.raw_env, args.seconds, seed
        ),
        "PettingZoo, env: matches": lambda seed: environment_rate(
            perudo_v0.env, args.seconds, seed
        ),
        f"OpenSpiel, {ours}: rounds": lambda seed: spiel_rate(ours, args.seconds, seed),
        "OpenSpiel's liars_dice(numdice=5), C++: rounds": lambda seed: spiel_rate(
            "liars_dice(numdice=5)", args.seconds, seed
        ),
    }
    rates: dict[str, list[Rate]] = {name: [] for name in measured}
    loops = []
    for repeat in range(args.repeats):
        loops.append(yardstick())
        for name, measure in measured.items():
            rates[name].append(measure(repeat))
    for name, found in rates.items():
        steps = [rate.steps for rate in found]
        print(
            f"{name}: {statistics.median(steps):,.0f} steps/s "
            f"({min(steps):,.0f} to {max(steps):,.0f}), "
            f"{statistics.median(rate.episodes for rate in found):,.0f} episodes/s"
        )
    print(f"yardstick: {statistics.median(loops):.1f} million steps/s")


if __name__ == "__main__":
    main()
