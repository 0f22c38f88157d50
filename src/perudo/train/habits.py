"""Learn the habits of simple players: what they do in duels, whatever their style.

``python -m perudo.train.habits`` lets scripted players of many styles (``opponents``) play duels
against the champion, half of them against its own network and half against the solutions, and
teaches a small network what they do, from what they see and from the match so far. Some minutes on
two processors. ``bots.champion.likeness`` says what the network is for.
"""

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from perudo.bots.champion.duel import ACTIONS, INPUTS, MATCH_INPUTS, sight_of
from perudo.bots.champion.inputs import inputs
from perudo.bots.champion.likeness import PLAYERS
from perudo.bots.champion.player import DUEL_WEIGHTS, HABITS_WEIGHTS, WEIGHTS
from perudo.bots.champion.weights import read_weights
from perudo.engine.numbering import ALL_ACTIONS
from perudo.lab.game import apply, new_match
from perudo.lab.memory import Memory, empty_memory, remember
from perudo.lab.rules import Rules, batch_of
from perudo.lab.state import State
from perudo.lab.throws import WORDS
from perudo.train.adam import Moments, adam_step, zero_moments
from perudo.train.champion_duels import inputs_of_duel
from perudo.train.checkpoints import write_weights
from perudo.train.from_state import knowledge_from_state
from perudo.train.network import Params, forward, masked, new_network
from perudo.train.opponents import STYLE_DRAWS, Style, draw_style, scripted_action
from perudo.train.tables import draw_duels

WIDTH, BLOCKS = 128, 2
GAMES, STEPS = 2048, 64
"""Games played at once, and steps of each between two looks at what was done."""
BATCH = 2048
RATE, LAST_RATE = 2e-3, 1e-5


class Habits(NamedTuple):
    """What simple players did: the inputs, what was legal, and the action."""

    inputs: Any
    legal: Any
    action: Any


class _Duels(NamedTuple):
    states: State
    memories: Memory
    styles: Style
    """Of the simple player of each game"""


def gather(decisions: int, seed: int) -> Habits:
    """Let simple players play until they have decided so often."""
    rules = batch_of(draw_duels(GAMES, seed))
    key = jax.random.key(seed)
    duels = _begin(key, rules)
    champion = [
        {name: jnp.asarray(array) for name, array in read_weights(file).arrays.items()}
        for file in (WEIGHTS, DUEL_WEIGHTS)
    ]
    found: list[Habits] = []
    count = number = 0
    began = time.monotonic()
    while count < decisions:
        number += 1
        duels, seen, theirs = _play(
            jax.random.fold_in(key, number), duels, champion[0], champion[1]
        )
        theirs = np.asarray(theirs)
        found.append(Habits(*(np.asarray(part)[theirs] for part in seen)))
        count += found[-1].action.size
        left = (time.monotonic() - began) / count * max(0, decisions - count)
        sys.stderr.write(f"{count:,} of {decisions:,} decisions; {left:.0f} s left\n")
    return Habits(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def _begin(key: jax.Array, rules: Rules) -> _Duels:
    words = jax.random.bits(key, (GAMES, WORDS), jnp.uint32)
    memories = jax.tree.map(lambda leaf: jnp.zeros((GAMES, *leaf.shape)), empty_memory())
    styles = _styles(jax.random.fold_in(key, 0))
    return _Duels(jax.jit(jax.vmap(new_match))(words, rules), memories, styles)


def _styles(key: jax.Array) -> Style:
    styles: Style = jax.vmap(draw_style)(jax.random.uniform(key, (GAMES, STYLE_DRAWS)))
    return styles


@jax.jit
def _play(
    key: jax.Array, duels: _Duels, network: Params, solutions: Params
) -> tuple[_Duels, Habits, jax.Array]:
    """Play some steps; return what was seen and done, and whether by a simple player."""
    games = jnp.arange(GAMES)
    by_solutions = (games % 2 == 0)[:, None]
    simple_seat = games // 2 % PLAYERS

    def one(duels: _Duels, key: jax.Array) -> tuple[_Duels, tuple[Habits, jax.Array]]:
        keys = jax.random.split(key, 4)
        known = jax.vmap(knowledge_from_state)(duels.states, duels.memories)
        legal = jax.vmap(partial(sight_of, jnp))(known).legal
        seat = duels.states.seat
        x = jax.vmap(inputs_of_duel)(known, jnp.zeros((GAMES, PLAYERS)), seat)
        x = x[:, : INPUTS + MATCH_INPUTS]
        own = forward(network, jax.vmap(partial(inputs, jnp))(known))[:, :ACTIONS]
        logits = jnp.where(by_solutions, forward(solutions, x[:, :INPUTS]), own)
        played = jax.random.categorical(keys[0], masked(logits, legal))
        noise = jax.random.gumbel(keys[1], (GAMES, ALL_ACTIONS))
        act = partial(scripted_action, duel=True)
        scripted = jax.vmap(act)(known, duels.styles, noise)
        simple = seat == simple_seat
        action = jnp.where(simple, scripted, played).astype(jnp.int32)
        words = jax.random.bits(keys[2], (WORDS, GAMES), jnp.uint32)
        then, outcome = jax.vmap(apply, in_axes=(0, 0, 1))(duels.states, action, words)
        memories = jax.vmap(remember)(duels.memories, duels.states, action, outcome)
        styles = jax.tree.map(
            lambda new, old: jnp.where(outcome.winner >= 0, new, old),
            _styles(keys[3]),
            duels.styles,
        )
        # Bids above all dice are no actions to the solutions, and not to be learned.
        possible = legal[games, jnp.minimum(action, ACTIONS - 1)] & (action < ACTIONS)
        seen = Habits(x.astype(jnp.bfloat16), legal, action)
        return _Duels(then, memories, styles), (seen, simple & possible)

    after, (seen, theirs) = lax.scan(one, duels, jax.random.split(key, STEPS))
    return after, seen, theirs


def surprise(weights: Params, habits: Habits) -> jax.Array:
    """Return how unlikely the network thought what simple players did (minus the logarithm)."""
    logits = masked(forward(weights, habits.inputs.astype(jnp.float32)), habits.legal)
    logs = jax.nn.log_softmax(logits)
    mean: jax.Array = -jnp.take_along_axis(logs, habits.action[:, None], 1).mean()
    return mean


@jax.jit
def _study(
    weights: Params, moments: Moments, habits: Habits, rate: jax.Array
) -> tuple[Params, Moments]:
    return adam_step(weights, moments, jax.grad(surprise)(weights, habits), rate)


def learn(habits: Habits, epochs: int, seed: int) -> Params:
    """Go through all decisions so many times; return the network."""
    rng = np.random.default_rng(seed)
    size = INPUTS + MATCH_INPUTS
    weights = new_network(jax.random.key(seed), size, WIDTH, BLOCKS, ACTIONS)
    moments = zero_moments(weights)
    batches = habits.action.size // BATCH
    for epoch in range(epochs):
        order = rng.permutation(habits.action.size)
        for number in range(batches):
            done = (epoch + number / batches) / epochs
            rate = LAST_RATE + (RATE - LAST_RATE) * 0.5 * (1 + np.cos(np.pi * done))
            rows = order[number * BATCH : (number + 1) * BATCH]
            some = Habits(*(part[rows] for part in habits))
            weights, moments = _study(weights, moments, some, jnp.float32(rate))
        sys.stderr.write(f"{epoch + 1} of {epochs} times through all decisions\n")
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=1_200_000, help="to learn from")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out", type=Path, default=HABITS_WEIGHTS)
    args = parser.parse_args()
    learned, unseen = gather(args.decisions, args.seed), gather(40_000, args.seed + 1)
    weights = learn(learned, args.epochs, args.seed)
    sys.stderr.write(f"surprise at decisions it had not seen: {surprise(weights, unseen):.4f}\n")
    half = {name: np.asarray(array, np.float16) for name, array in weights.items()}
    write_weights(args.out, half, {})


if __name__ == "__main__":
    main()
