"""Play a batch of games for some steps, and record what learning needs."""

from functools import partial
from typing import NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
from jax import lax

from perudo.bots.champion.duel import sight_of
from perudo.bots.champion.inputs import inputs, legal_actions
from perudo.bots.champion.knowledge import Knowledge
from perudo.engine.dice import MOST_SEATS
from perudo.engine.numbering import ALL_ACTIONS
from perudo.lab.game import apply, new_match
from perudo.lab.memory import Memory, empty_memory, remember
from perudo.lab.rules import Rules
from perudo.lab.state import State, dice_of
from perudo.lab.throws import WORDS
from perudo.train.champion_duels import (
    Duellists,
    Likeness,
    inputs_of_duel,
    judged,
    log_chances,
    new_likeness,
    preferences_of,
    sums_from,
)
from perudo.train.config import Config
from perudo.train.from_state import knowledge_from_state, seats_from
from perudo.train.network import Params, forward, masked, policy_outputs, win_chances
from perudo.train.opponents import scripted_action
from perudo.train.seating import SEATING_DRAWS, Owner, Seating, draw_seating
from perudo.train.teacher_inputs import counts_of, critic_inputs, scorer_inputs


class Games(NamedTuple):
    """A batch of matches in progress."""

    states: State
    memories: Memory
    seatings: Seating
    likeness: Likeness
    """Of the two of a duel; zeros at other tables."""


class Networks(NamedTuple):
    policy: Params
    critic: Params
    scorer: Params


Opponent: TypeAlias = Params | Duellists
"""A past self of the learner or a rival, or in duels the champion."""


class Steps(NamedTuple):
    """What is recorded of each step and game."""

    inputs: jax.Array
    extra: jax.Array
    """The inputs that only the critic is given."""
    legal: jax.Array
    counts: jax.Array
    """How many dice of the table count for each face."""
    action: jax.Array
    log_chance: jax.Array
    value: jax.Array
    """The critic's estimate of the acting seat's chance to win."""
    seat: jax.Array
    learner: jax.Array
    """Whether the acting seat is held by the learner."""
    asking: jax.Array
    called: jax.Array
    """Whether the step ended a round."""
    winner: jax.Array
    """Who won the match with this step; -1 for nobody."""
    scorer_inputs: jax.Array
    scorer_alive: jax.Array
    first: jax.Array
    """The starter of the round after the step; the scorer counts places from there."""
    chances: jax.Array
    """The scorer's chances to win after the step, by seat."""
    alone: jax.Array
    """Whether one learner sits among scripted players only, or among copies of the rival."""
    learner_won: jax.Array
    seats: jax.Array


def new_games(key: jax.Array, rules: Rules, config: Config) -> Games:
    """Deal new matches and draw who sits where."""
    games = rules.seats.shape[0]
    words_key, seats_key = jax.random.split(key)
    words = jax.random.bits(words_key, (games, WORDS), jnp.uint32)
    states = jax.vmap(new_match)(words, rules)
    memories = jax.tree.map(lambda leaf: jnp.zeros((games, *leaf.shape)), empty_memory())
    return Games(states, memories, _draw_seatings(seats_key, rules, config), new_likeness(games))


def _draw_seatings(key: jax.Array, rules: Rules, config: Config) -> Seating:
    games = rules.seats.shape[0]
    draws = jax.random.uniform(key, (games, SEATING_DRAWS))
    draw = partial(draw_seating, config=config)
    return jax.vmap(draw)(draws, rules.seats, jnp.arange(games) < config.league)


def play(
    networks: Networks,
    past: Opponent,
    games: Games,
    key: jax.Array,
    leniency: jax.Array,
    config: Config,
) -> tuple[Games, Steps]:
    """Play ``config.steps`` steps of each game, some of them against ``past``.

    ``leniency`` is added to the sums by which a champion of duels judges, as everybody sees them.
    """
    seating_key, key = jax.random.split(key)
    # One seating for each game is enough: hardly any game begins two matches in these steps.
    coming = _draw_seatings(seating_key, games.states.rules, config)

    def one(games: Games, key: jax.Array) -> tuple[Games, Steps]:
        return _step(networks, past, games, coming, key, leniency, config)

    return lax.scan(one, games, jax.random.split(key, config.steps))


def _step(
    networks: Networks,
    past: Opponent,
    games: Games,
    coming: Seating,
    key: jax.Array,
    leniency: jax.Array,
    config: Config,
) -> tuple[Games, Steps]:
    states, memories, seatings, likeness = games
    batch = states.seat.shape[0]
    words_key, policy_key, past_key, script_key = jax.random.split(key, 4)
    everybody = jnp.arange(batch)
    known = jax.vmap(knowledge_from_state)(states, memories)
    looks = likeness.now + leniency
    x, legal = policy_inputs(known, looks, states.seat, config)
    extra = critic_rows(states, known, seatings, likeness, config)
    owner = seatings.owners[everybody, states.seat]

    def logs_of(policy: Params, rows: slice) -> jax.Array:
        return jax.nn.log_softmax(masked(policy_outputs(policy, x[rows])[0], legal[rows]))

    chances = logs_of(networks.policy, slice(0, batch))
    action = jax.random.categorical(policy_key, chances).astype(jnp.int32)
    if isinstance(past, Duellists):
        prefers = preferences_of(past, x)
        logs = log_chances(past, known, prefers, legal, looks, states.seat, owner == Owner.PAST)
    else:
        logs = logs_of(past, slice(0, config.league))
    old = jax.random.categorical(past_key, logs).astype(jnp.int32)
    sits = owner[: old.size] == Owner.PAST
    action = action.at[: old.size].set(jnp.where(sits, old, action[: old.size]))
    if not config.exploit:
        scripted = _scripted_actions(script_key, games, known, config)
        action = jnp.where(owner == Owner.SCRIPTED, scripted, action)
    words = jax.random.bits(words_key, (WORDS, batch), jnp.uint32)
    then, outcome = jax.vmap(apply, in_axes=(0, 0, 1))(states, action, words)
    memories = jax.vmap(remember)(memories, states, action, outcome)
    if isinstance(past, Duellists):
        likeness = judged(likeness, prefers, legal, action, states, outcome)
    over = outcome.winner >= 0
    seatings_then = jax.tree.map(
        lambda a, b: jnp.where(over.reshape(-1, *[1] * (a.ndim - 1)), a, b), coming, seatings
    )
    table, alive = scored_tables(then, memories, seatings_then, likeness.now + leniency, config)
    won = win_chances(networks.scorer, table, alive)
    steps = Steps(
        inputs=x,
        extra=extra,
        legal=legal,
        counts=jax.vmap(counts_of)(states.cups, states.palifico).astype(jnp.int8),
        action=action,
        log_chance=chances[everybody, action],
        value=jax.nn.sigmoid(forward(networks.critic, jnp.concatenate([x, extra], 1))[:, 0]),
        seat=states.seat,
        learner=owner == Owner.LEARNER,
        asking=states.asking,
        called=outcome.found >= 0,
        winner=outcome.winner,
        scorer_inputs=table.astype(jnp.bfloat16),
        scorer_alive=alive,
        first=then.starter,
        chances=by_seat(won, then),
        alone=seatings.alone,
        learner_won=over & (seatings.owners[everybody, outcome.winner] == Owner.LEARNER),
        seats=states.rules.seats,
    )
    return Games(then, memories, seatings_then, likeness), steps


def policy_inputs(
    known: Knowledge, looks: jax.Array, seats: jax.Array, config: Config
) -> tuple[jax.Array, jax.Array]:
    """Return the inputs of the learner in all games, and what is legal to it.

    ``looks`` are the sums of ``Likeness``, which matter in duels only.
    """
    if config.duel:
        x = jax.vmap(inputs_of_duel)(known, looks, seats)
        legal = jax.vmap(partial(sight_of, jnp))(known).legal
    else:
        x = jax.vmap(partial(inputs, jnp))(known)
        legal = jax.vmap(partial(legal_actions, jnp))(known)
    return x.astype(jnp.bfloat16), legal


def critic_rows(
    states: State, known: Knowledge, seatings: Seating, likeness: Likeness, config: Config
) -> jax.Array:
    """Return what the critic is given besides the policy's inputs, in all games."""
    extra = jax.vmap(critic_inputs)(states, known, seatings)
    if config.duel:
        told = jax.vmap(sums_from)(likeness.told, states.seat)
        extra = jnp.concatenate([extra, told], 1)
    return extra.astype(jnp.bfloat16)


def scored_tables(
    states: State, memories: Memory, seatings: Seating, looks: jax.Array, config: Config
) -> tuple[jax.Array, jax.Array]:
    """Return the scorer's inputs in all games, and which seats have dice."""
    table, alive = jax.vmap(scorer_inputs)(states, memories, seatings)
    if config.duel:
        # How somebody looks decides how the champion plays: a round may be worth what it pretends.
        table = jnp.concatenate([table, jax.vmap(sums_from)(looks, states.starter)], 1)
    return table, alive


def _scripted_actions(key: jax.Array, games: Games, known: Knowledge, config: Config) -> jax.Array:
    """Return what scripted players would do."""
    seats = games.states.seat
    styles = jax.tree.map(lambda leaf: leaf[jnp.arange(seats.size), seats], games.seatings.styles)
    noise = jax.random.gumbel(key, (seats.size, ALL_ACTIONS))
    act = partial(scripted_action, duel=bool(config.duel))
    return jax.vmap(act)(known, styles, noise).astype(jnp.int32)


def by_seat(by_place: jax.Array, states: State) -> jax.Array:
    """Reorder numbers by place, clockwise from the starter, by seat."""
    seats = jax.vmap(seats_from)(states, states.starter)
    games = jnp.arange(seats.shape[0])[:, None]
    return jnp.zeros_like(by_place).at[games, seats].set(by_place)


def out_of_match(states: State) -> jax.Array:
    """Return whether each seat of each game has no dice left."""
    return dice_of(states.dice[:, None], jnp.arange(MOST_SEATS)) == 0
