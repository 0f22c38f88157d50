"""Teach the duellist: solve the rounds of two players, then learn the solutions by heart.

``python -m perudo.train.duel_lessons`` makes the network by which the champion plays duels against
all but simple players (docs/train.md). It is shown places of solved rounds (``duel_places``), and
what the solution does there.
"""

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from perudo.bots.champion.duel import ACTIONS, BID_DICE, DuelSight, duel_inputs
from perudo.bots.champion.player import DUEL_WEIGHTS
from perudo.engine.dice import BOX_DICE, FACES
from perudo.engine.numbering import CALZA_NUMBER, DUDO_NUMBER, bid_number
from perudo.train.adam import Moments, adam_step, zero_moments
from perudo.train.checkpoints import write_weights
from perudo.train.duel_places import Lessons, every_rule, gather
from perudo.train.duel_rounds import duel_round
from perudo.train.network import Params, forward, masked, new_network

WIDTH, BLOCKS = 352, 3
BATCH, CHUNK = 16384, 200
"""Places of a step of the optimiser, and steps between two looks at the clock."""
RATE, LAST_RATE = 1e-3, 1e-5
AVERAGE = 2000.0
"""Steps over which the weights that are kept are averaged."""


def legal_table() -> Any:
    """Return what is legal: [rule for raises, standing quantity, face, action]."""
    every = every_rule()
    legal = np.zeros((len(every), 2 * BOX_DICE + 1, len(FACES) + 1, ACTIONS), bool)
    for raising, rules in enumerate(every):
        round_ = duel_round(rules, (BOX_DICE, BOX_DICE))
        columns = [DUDO_NUMBER, *map(bid_number, round_.bids), CALZA_NUMBER]
        for standing, (quantity, face) in enumerate([(0, 0), *round_.bids]):
            legal[raising, quantity, face, columns] = round_.legal[standing]
    return legal


def sight_at(lessons: Lessons, legal: jax.Array) -> DuelSight:
    """Return what the duellist sees at one place."""
    cup, other, bids = (jnp.asarray(part, jnp.int32) for part in lessons[:3])
    here = legal[lessons.raising, bids[0, 0], bids[0, 1]] & (cup.sum() + other >= BID_DICE)
    return DuelSight(cup, other, bids, lessons.opened, lessons.raising, here)


def distance(weights: Params, lessons: Lessons, legal: jax.Array) -> jax.Array:
    """Return how far the network is from the solution (KL divergence)."""
    sight = jax.vmap(partial(sight_at, legal=legal))(lessons)
    x = jax.vmap(partial(duel_inputs, jnp))(sight).astype(jnp.bfloat16)
    logs = jax.nn.log_softmax(masked(forward(weights, x), sight.legal))
    plays = lessons.plays.astype(jnp.float32)
    known = jnp.log(jnp.maximum(plays, 1e-9))
    found: jax.Array = (plays * (known - jnp.where(sight.legal, logs, 0))).sum(1).mean()
    return found


@jax.jit
def study(
    weights: Params,
    moments: Moments,
    average: Params,
    lessons: Lessons,
    legal: jax.Array,
    key: jax.Array,
    rate: jax.Array,
) -> tuple[Params, Moments, Params, jax.Array]:
    """Make ``CHUNK`` steps of the optimiser."""

    def one(carry: Any, key: jax.Array) -> tuple[Any, jax.Array]:
        weights, moments, average = carry
        rows = jax.random.randint(key, (BATCH,), 0, lessons.cup.shape[0])
        sample = jax.tree.map(lambda leaf: leaf[rows], lessons)
        loss, gradients = jax.value_and_grad(distance)(weights, sample, legal)
        weights, moments = adam_step(weights, moments, gradients, rate)
        average = jax.tree.map(lambda old, new: old + (new - old) / AVERAGE, average, weights)
        return (weights, moments, average), loss

    carry, losses = jax.lax.scan(one, (weights, moments, average), jax.random.split(key, CHUNK))
    return *carry, losses.mean()


def learn(lessons: Lessons, minutes: float, seed: int, out: Path) -> None:
    """Learn for so many minutes, and write the network every minute."""
    legal = jnp.asarray(legal_table())
    lessons = jax.tree.map(jnp.asarray, lessons)
    key = jax.random.key(seed, impl="rbg")
    first = jax.tree.map(lambda leaf: leaf[0], lessons)
    size = duel_inputs(jnp, sight_at(first, legal)).size
    weights = new_network(jax.random.fold_in(key, 0), size, WIDTH, BLOCKS, ACTIONS)
    moments, average = zero_moments(weights), jax.tree.map(jnp.copy, weights)
    began = saved = time.monotonic()
    number, done = 0, 0.0
    while done < 1:
        rate = LAST_RATE + (RATE - LAST_RATE) * 0.5 * (1 + np.cos(np.pi * done))
        number += 1
        weights, moments, average, loss = study(
            weights, moments, average, lessons, legal,
            jax.random.fold_in(key, number), jnp.float32(rate),
        )  # fmt: skip
        far = float(loss)
        now = time.monotonic()
        done = (now - began) / (60 * minutes)
        if number % 10 == 0 or done >= 1:
            sys.stderr.write(
                f"{number * CHUNK} steps; distance {far:.5f}; "
                f"{max(0.0, 60 * minutes - (now - began)):.0f} s left\n"
            )
        if now - saved > 60 or done >= 1:
            saved = now
            half = {n: a.astype(np.float16) for n, a in jax.device_get(average).items()}
            write_weights(out, half, {"steps": str(number * CHUNK)})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0, help="to learn the solutions")
    parser.add_argument("--steps", type=int, default=160, help="to solve each round")
    parser.add_argument("--rows", type=int, default=120_000, help="places of each round and seat")
    parser.add_argument(
        "--dice",
        type=int,
        default=BOX_DICE,
        choices=range(1, BOX_DICE + 1),
        help="the most dice of a cup",
    )
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--out", type=Path, default=DUEL_WEIGHTS)
    args = parser.parse_args()
    lessons = gather(args.dice, args.steps, args.rows, args.seed)
    learn(lessons, args.minutes, args.seed, args.out)
