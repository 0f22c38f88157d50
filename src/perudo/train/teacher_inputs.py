"""The inputs of critic and scorer, which see all cups and who sits where."""

import jax
import jax.numpy as jnp

from perudo.bots.champion.inputs import FACE_NUMBERS, QUANTITIES, memory_rates
from perudo.bots.champion.knowledge import Knowledge
from perudo.engine.dice import BOX_DICE, FACES, MOST_DICE, MOST_SEATS
from perudo.lab.memory import Memory
from perudo.lab.state import Cups, State, dice_of, face_count, in_set
from perudo.train.from_state import seats_from
from perudo.train.seating import Owner, Seating


def counts_of(cups: Cups, palifico: jax.Array) -> jax.Array:
    """Return how many dice of the whole table count for each face."""
    table = sum(cups, jnp.int32(0))
    faces = jnp.asarray(FACE_NUMBERS)
    jokers = (palifico < 0) & (faces > 1)
    return face_count(table, faces) + jnp.where(jokers, face_count(table, 1), 0)


def true_bids(counts: jax.Array) -> jax.Array:
    """Return whether each bid, in the order of action numbers, is true."""
    return (counts[None, :] >= QUANTITIES[:, None]).reshape(-1)


def critic_inputs(state: State, known: Knowledge, seating: Seating) -> jax.Array:
    """Return what the critic is given in addition to the policy's inputs."""
    seats = seats_from(state, state.seat)
    cups = jnp.stack(state.cups)[seats]
    by_face = jnp.stack([face_count(cups, face) for face in FACES], 1) / BOX_DICE
    counts = counts_of(state.cups, state.palifico)
    margin = counts[jnp.clip(state.face, 1, 6) - 1] - state.quantity
    standing = jnp.stack([margin >= 0, margin == 0, jnp.clip(margin, -5, 5) / 5])
    owners = seating.owners[seats]
    following = jnp.argmax((known.dice > 0) & (jnp.arange(MOST_SEATS) > 0))
    scripted = owners[following] == Owner.SCRIPTED
    styles = jnp.stack(seating.styles, -1)[seats[following]]
    return jnp.concatenate([
        by_face.reshape(-1),
        counts / known.dice.sum(),
        jnp.where(state.quantity > 0, standing, 0.0),
        (owners == Owner.LEARNER) * 1.0,
        (owners == Owner.PAST) * 1.0,
        jnp.where(scripted, _compressed(styles), 0.0),
    ])  # fmt: skip


def _compressed(styles: jax.Array) -> jax.Array:
    """Bring parameters of very different sizes near 0 to 1."""
    return jnp.sign(styles) * jnp.log1p(jnp.abs(styles))


def scorer_inputs(state: State, memory: Memory, seating: Seating) -> tuple[jax.Array, jax.Array]:
    """Return the scorer's inputs, with seats clockwise from the starter, and which have dice."""
    seats = seats_from(state, state.starter)
    dice = dice_of(state.dice, seats)
    owners = seating.owners[seats]
    scripted = owners == Owner.SCRIPTED
    styles = _compressed(jnp.stack(seating.styles, -1)[seats])
    rows = jnp.concatenate([
        dice[:, None] == jnp.arange(BOX_DICE + 1),
        ((owners == Owner.LEARNER) & (dice > 0))[:, None],
        ((owners == Owner.PAST) & (dice > 0))[:, None],
        in_set(state.been_palifico, seats)[:, None],
        jnp.where((scripted & (dice > 0))[:, None], styles, 0.0),
        jnp.stack(memory_rates(jnp, jnp.stack(memory)[:, seats]), 1),
    ], axis=1)  # fmt: skip
    rules = state.rules
    table = jnp.stack([
        dice.sum() / MOST_DICE,
        (dice > 0).sum() / MOST_SEATS,
        rules.dice / BOX_DICE,
        rules.raising == 0, rules.raising == 1,
        rules.palifico, rules.veterans, rules.palifico_again, state.palifico >= 0,
        rules.calza,
        rules.calza * (rules.calza_callers == 0), rules.calza * (rules.calza_callers == 1),
        rules.calza * (rules.calza_barred % 2), rules.calza * (rules.calza_barred // 2),
    ])  # fmt: skip
    return jnp.concatenate([rows.reshape(-1), table]), dice > 0
