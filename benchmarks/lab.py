"""Steps per second of the batched game with random legal actions, by batch size.

    python -m benchmarks.lab

Runs on any device that JAX finds, and needs only JAX and this source (``PYTHONPATH=src``). A step
is one decision of one seat in one game: a bid, a call, or the answer to an offered calza. Its
action is drawn, checked and played; if it ends a round or a match, the next one is dealt. Three
loads:

- one: asmodee-2024 with calza and palifico, 4 seats, in every game;
- mixed: every edition with every choice of its options, 2 to 6 seats, in one batch;
- observed: as mixed, and every step also writes the observation of the seat to decide, the mask of
  all its actions and the rewards, as a learner needs them.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from itertools import chain, combinations

import jax
import jax.numpy as jnp
from jax import lax

from perudo.engine.dice import MOST_SEATS
from perudo.engine.edition import OPTIONS, Presence, point_of
from perudo.engine.editions import EDITIONS
from perudo.engine.house import table_rules
from perudo.engine.setup import Setup
from perudo.lab.game import apply, init, rewards
from perudo.lab.observation import Observation, legal_mask, observe
from perudo.lab.random_play import play_random, random_action
from perudo.lab.rules import batch_of
from perudo.lab.state import State
from perudo.lab.throws import WORDS

Play = Callable[[State, jax.Array], tuple[State, jax.Array, jax.Array]]
"""Returns the states after many steps of each game, the matches won and the actions refused."""


def one_table() -> list[Setup]:
    return [Setup(table_rules("asmodee-2024", ("calza", "palifico")), 4)]


def all_tables() -> list[Setup]:
    setups = []
    for key, box in EDITIONS.items():
        offered = [o for o in OPTIONS if getattr(box, point_of(o)) is Presence.OPTIONAL]
        mixes = chain.from_iterable(combinations(offered, n) for n in range(len(offered) + 1))
        setups += [Setup(table_rules(key, mix), seats) for mix in mixes for seats in range(2, 7)]
    return setups


def without_observations(steps: int) -> Play:
    def play(states: State, key: jax.Array) -> tuple[State, jax.Array, jax.Array]:
        states, tally = play_random(states, key, steps)
        return states, tally.matches.sum(), tally.refused.sum()

    return play


Observed = tuple[Observation, jax.Array, jax.Array]
"""Observation, mask and rewards."""


def with_observations(steps: int) -> Play:
    def one(state: State, words: jax.Array) -> tuple[State, Observed, jax.Array, jax.Array]:
        state, outcome = apply(state, random_action(state, words[WORDS]), words)
        observed = observe(state, state.seat), legal_mask(state), rewards(outcome, state.rules)
        return state, observed, outcome.winner >= 0, outcome.refused

    @jax.jit
    def play(states: State, key: jax.Array) -> tuple[State, jax.Array, jax.Array, Observed]:
        games = states.seat.shape[0]
        # Carrying the observation from step to step forces it to be written at every step.
        first = (
            jax.vmap(observe)(states, states.seat),
            jax.vmap(legal_mask)(states),
            jnp.zeros((games, MOST_SEATS)),
        )

        def body(
            carry: tuple[State, Observed, jax.Array, jax.Array], key: jax.Array
        ) -> tuple[tuple[State, Observed, jax.Array, jax.Array], None]:
            states, _, matches, refused = carry
            words = jax.random.bits(key, (WORDS + 1, games), jnp.uint32)
            states, observed, won, wrong = jax.vmap(one, in_axes=(0, 1))(states, words)
            return (states, observed, matches + won, refused + wrong), None

        zeros = jnp.zeros(games, jnp.int32)
        keys = jax.random.split(key, steps)
        states, observed, matches, refused = lax.scan(body, (states, first, zeros, zeros), keys)[0]
        return states, matches.sum(), refused.sum(), observed

    return lambda states, key: play(states, key)[:3]


LOADS: dict[str, tuple[Callable[[], list[Setup]], Callable[[int], Play]]] = {
    "one": (one_table, without_observations),
    "mixed": (all_tables, without_observations),
    "observed": (all_tables, with_observations),
}


def measure(load: str, games: int, steps: int, repeats: int, seconds: float) -> str:
    tables, make_play = LOADS[load]
    play = make_play(steps)
    keys = jax.random.split(jax.random.key(1), games)
    states = jax.jit(jax.vmap(init))(keys, batch_of(tables(), games))
    # The first call compiles, the second shows how long a call takes; both move the games away from
    # their common start.
    warm = []
    for key in jax.random.split(jax.random.key(2)):
        began = time.perf_counter()
        states, won, _ = play(states, key)
        won.block_until_ready()
        warm.append(time.perf_counter() - began)
    calls = max(1, int(seconds / warm[1]))
    rates, matches, refused = [], 0, 0
    for repeat in range(repeats):
        note(f"{load}, {games:,} games: {repeats - repeat} of {repeats} repeats left")
        keys = jax.random.split(jax.random.key(100 + repeat), calls)
        results = []
        began = time.perf_counter()
        for key in keys:
            states, won, wrong = play(states, key)
            results.append((won, wrong))
        # Each call depends on the one before, so waiting for the last result is enough.
        results[-1][0].block_until_ready()
        rates.append(calls * steps * games / (time.perf_counter() - began))
        matches += sum(int(won) for won, _ in results)
        refused += sum(int(wrong) for _, wrong in results)
    note("")
    assert not refused, "a legal action was refused"
    per_match = repeats * calls * steps * games / max(matches, 1)
    rate = statistics.median(rates)
    return (
        f"| {load} | {games:,} | {rate / 1e6:,.2f} | {min(rates) / 1e6:,.2f} to "
        f"{max(rates) / 1e6:,.2f} | {rate / per_match:,.0f} | {per_match:.1f} | {warm[0]:.1f} |"
    )


def yardstick(repeats: int, seconds: float) -> str:
    """Measure random rounds of OpenSpiel's own game, five dice each, from Python and in C++."""
    from benchmarks.envs import playout_rate, spiel_rate  # noqa: PLC0415

    game = "liars_dice(numdice=5)"
    walked = [spiel_rate(game, seconds, seed) for seed in range(repeats)]
    played = [playout_rate(game, seconds, seed) for seed in range(repeats)]
    a_round = statistics.median(rate.steps / rate.episodes for rate in walked)
    lines = []
    for name, rounds in (
        ("a loop in Python", [rate.episodes for rate in walked]),
        ("its bots, all in C++", played),
    ):
        middle = statistics.median(rounds)
        lines.append(
            f"OpenSpiel's {game}, {name}: {middle:,.0f} rounds a second ({min(rounds):,.0f} to "
            f"{max(rounds):,.0f}), {middle * a_round / 1e6:.3f} million steps a second"
        )
    return "\n".join(lines)


def note(text: str) -> None:
    sys.stderr.write(f"\r\x1b[K{text}" if sys.stderr.isatty() else "")
    sys.stderr.flush()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    accelerated = jax.default_backend() != "cpu"
    sizes = (2**12, 2**16, 2**20, 2**22) if accelerated else (2**8, 2**10, 2**12, 2**14)
    parser.add_argument("--games", type=int, nargs="+", default=sizes, help="batch sizes")
    parser.add_argument("--loads", nargs="+", choices=LOADS, default=tuple(LOADS))
    parser.add_argument("--steps", type=int, default=100, help="of each game in one call")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="of a repeat, about")
    args = parser.parse_args()
    print(f"JAX {jax.__version__} on {jax.devices()[0].device_kind}")
    print(f"median of {args.repeats} repeats of about {args.seconds} s\n")
    print(
        "| load | games | million steps a second | lowest and highest repeat "
        "| matches a second | steps a match | s to compile |"
    )
    print("|---|---|---|---|---|---|---|", flush=True)
    for load in args.loads:
        for games in args.games:
            line = measure(load, games, args.steps, args.repeats, args.seconds)
            print(line, flush=True)
    if not accelerated and find_spec("pyspiel") is not None:
        print("\n" + yardstick(args.repeats, 2 * args.seconds))


if __name__ == "__main__":
    main()
