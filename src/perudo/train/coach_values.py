"""Teach the coach: what every action is worth, which bids are true, who will win.

``python -m perudo.train.coach_values --minutes 40`` makes ``coach/coach.safetensors``. An hour on
two cores of a laptop is enough: the champion's network stays as it is, and only what is built on
its last layer is learned.
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

import perudo.coach
from perudo.bots.champion.inputs import QUANTITIES
from perudo.bots.champion.player import WEIGHTS
from perudo.bots.champion.weights import read_weights
from perudo.coach.action_inputs import ACTION_INPUTS
from perudo.coach.heads import belief_logits, summary_of, table_chances, value_logits
from perudo.engine.dice import FACES, MOST_SEATS
from perudo.engine.numbering import ALL_ACTIONS
from perudo.lab.rules import batch_of
from perudo.train.adam import Moments, adam_step, zero_moments
from perudo.train.checkpoints import write_weights
from perudo.train.coach_games import Decisions, Games, Results, new_games, play, results_of
from perudo.train.loss import cross_entropy
from perudo.train.network import BIDS, Params
from perudo.train.tables import draw_setups

OUT = Path(perudo.coach.__file__).with_name("coach.safetensors")
GAMES, STEPS, BATCH = 512, 96, 4096
SUMMARY, ACTION_WIDTH, TABLE_WIDTH = 128, 64, 128
RATE, LAST_RATE = 1e-3, 3e-5
ACROSS = 0.9
AVERAGE = 30.0
"""Updates over which the weights that are kept are averaged."""
ASK_WEIGHT, TRY_WEIGHT = 0.2, 2.0
"""How much an answer to an offered calza and a try count, where another decision counts 1."""


def new_weights(key: jax.Array, champion: Params, table: int) -> Params:
    """Begin with what the champion believes and hopes, and with nothing about actions."""
    keys = iter(jax.random.split(key, 8))
    width = champion["in.bias"].shape[0]

    def matrix(rows: int, columns: int) -> jax.Array:
        drawn: jax.Array = (2 / rows) ** 0.5 * jax.random.normal(next(keys), (rows, columns))
        return drawn

    out = champion["out.weight"] * champion["out.gain"][:, None]
    below = jnp.zeros((SUMMARY, out.shape[1]))
    out = jnp.concatenate([out, below])[:, ALL_ACTIONS:]
    bias = champion["out.bias"][ALL_ACTIONS:]
    return {
        "summary.in": matrix(width, SUMMARY),
        "summary.bias": jnp.zeros(SUMMARY),
        "belief.out": out[:, :BIDS],
        "belief.bias": bias[:BIDS],
        "value.out": out[:, BIDS:],
        "value.bias": bias[BIDS:],
        "action.summary": matrix(width + SUMMARY, ACTION_WIDTH),
        "action.in": matrix(ACTION_INPUTS, ACTION_WIDTH),
        "action.bias": jnp.zeros(ACTION_WIDTH),
        "action.hidden": matrix(ACTION_WIDTH, ACTION_WIDTH),
        "action.hidden_bias": jnp.zeros(ACTION_WIDTH),
        "action.out": jnp.zeros((ACTION_WIDTH, 1)),
        "table.in": matrix(table, TABLE_WIDTH),
        "table.in_bias": jnp.zeros(TABLE_WIDTH),
        "table.hidden": matrix(TABLE_WIDTH, TABLE_WIDTH),
        "table.hidden_bias": jnp.zeros(TABLE_WIDTH),
        "table.out": jnp.zeros((TABLE_WIDTH, MOST_SEATS)),
        "table.out_bias": jnp.zeros(MOST_SEATS),
    }


def by_seat(by_place: jax.Array, places: jax.Array) -> jax.Array:
    """Reorder chances by place as chances by seat."""
    return jnp.take_along_axis(by_place, jnp.argsort(places, -1), -1)


class Sample(NamedTuple):
    features: jax.Array
    look: jax.Array
    counts: jax.Array
    standing: jax.Array
    result: jax.Array
    weight: jax.Array
    table: jax.Array
    alive: jax.Array
    scores: jax.Array
    scores_known: jax.Array


def _loss(weights: Params, sample: Sample) -> tuple[jax.Array, jax.Array]:
    summary = summary_of(jnp, weights, sample.features.astype(jnp.float32))
    value = value_logits(jnp, weights, summary, sample.look)
    share = sample.weight / jnp.maximum(sample.weight.sum(), 1.0)
    won = (cross_entropy(value, sample.result) * share).sum()
    truth = (sample.counts[:, None, :] >= QUANTITIES[:, None]).reshape(sample.counts.shape[0], -1)
    beliefs = cross_entropy(belief_logits(weights, summary), truth * 1.0)
    # People ask about the standing bid: whether it holds, and with one die more, whether exactly.
    asked = sample.standing[:, None] + np.array([0, len(FACES)])
    there = (sample.standing[:, None] >= 0) & (asked < BIDS)
    asked_about = jnp.take_along_axis(beliefs, jnp.clip(asked, 0, BIDS - 1), 1)
    belief = beliefs.mean() + (asked_about * there).sum() / jnp.maximum(there.sum(), 1)
    guess = table_chances(jnp, weights, sample.table, sample.alive)
    rows = sample.scores_known * 1.0
    table = -(sample.scores * jnp.log(guess + 1e-6)).sum(1)
    table = (table * rows).sum() / jnp.maximum(rows.sum(), 1.0)
    return won + belief + table, jnp.stack([won, belief, table])


@partial(jax.jit, donate_argnums=(1, 2, 3, 4))
def update(
    champion: Params,
    weights: Params,
    moments: Moments,
    average: Params,
    games: Games,
    key: jax.Array,
    rate: jax.Array,
) -> tuple[Params, Moments, Params, Games, jax.Array]:
    """Play and learn once."""
    play_key, order_key = jax.random.split(key)
    games, decisions = play(champion, games, play_key, STEPS)
    chances = table_chances(jnp, weights, decisions.table, decisions.alive)
    results = results_of(decisions, by_seat(chances, decisions.places), ACROSS)
    samples = _samples(decisions, results)
    batches = GAMES * STEPS // BATCH
    order = jax.random.permutation(order_key, GAMES * STEPS).reshape(batches, BATCH)

    def one(carry: tuple[Params, Moments], rows: jax.Array) -> tuple[Any, jax.Array]:
        weights, moments = carry
        sample = jax.tree.map(lambda leaf: leaf[rows], samples)
        gradients, measures = jax.grad(_loss, has_aux=True)(weights, sample)
        return adam_step(weights, moments, gradients, rate), measures

    (weights, moments), measures = jax.lax.scan(one, (weights, moments), order)
    average = jax.tree.map(lambda old, new: old + (new - old) / AVERAGE, average, weights)
    return weights, moments, average, games, measures.mean(0)


def _samples(decisions: Decisions, results: Results) -> Sample:
    weight = results.usable * jnp.where(decisions.asking, ASK_WEIGHT, 1.0)
    weight = weight * jnp.where(decisions.tried, TRY_WEIGHT, 1.0)
    scores = jnp.take_along_axis(results.scores, decisions.places, -1)
    everything = Sample(
        decisions.features, decisions.look, decisions.counts, decisions.standing,
        results.result, weight,
        decisions.table, decisions.alive, scores, results.scores_known,
    )  # fmt: skip
    flat: Sample = jax.tree.map(lambda leaf: leaf.reshape(-1, *leaf.shape[2:]), everything)
    return flat


def teach(minutes: float, out: Path, seed: int, start: Path | None = None) -> None:
    """Learn for so many minutes, and write what was learned every minute."""
    champion = {name: jnp.asarray(a) for name, a in read_weights(WEIGHTS).arrays.items()}
    rules = batch_of(draw_setups(GAMES, seed))
    key = jax.random.key(seed)
    games = jax.jit(new_games)(jax.random.fold_in(key, 0), rules)
    table = jax.eval_shape(lambda g: play(champion, g, key, 1), games)[1].table.shape[-1]
    weights = new_weights(jax.random.fold_in(key, 1), champion, table)
    if start is not None:
        kept = read_weights(start).arrays
        weights |= {name: jnp.asarray(kept[name]) for name in weights if name in kept}
    moments = zero_moments(weights)
    average = jax.tree.map(jnp.copy, weights)
    began = saved = time.monotonic()
    updates, done = 0, 0.0
    while done < 1:
        rate = RATE * (LAST_RATE / RATE) ** done
        weights, moments, average, games, measures = update(
            champion, weights, moments, average, games,
            jax.random.fold_in(key, 2 + updates), jnp.float32(rate),
        )  # fmt: skip
        updates += 1
        now = time.monotonic()
        done = (now - began) / (60 * minutes)
        if updates % 10 == 0:
            won, belief, score = (f"{float(part):.4f}" for part in measures)
            left = max(0.0, minutes - (now - began) / 60)
            sys.stderr.write(
                f"{updates} updates, {updates * GAMES * STEPS:,} decisions; "
                f"loss {won} {belief} {score}; {left:.1f} min left\n"
            )
        if now - saved > 60 or done >= 1:
            saved = now
            _write(out, average, updates)


def _write(out: Path, weights: Params, updates: int) -> None:
    half = {name: array.astype(np.float16) for name, array in jax.device_get(weights).items()}
    write_weights(out, half, {"decisions": str(updates * GAMES * STEPS)})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=40.0)
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--start", type=Path, help="go on from these weights")
    args = parser.parse_args()
    teach(args.minutes, args.out, args.seed, args.start)
