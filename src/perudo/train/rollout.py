"""Play a batch of games for some steps, and record what learning needs."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from perudo.bots.champion.knowledge import Knowledge
from perudo.engine.dice import MOST_SEATS
from perudo.engine.numbering import ALL_ACTIONS
from perudo.lab.game import apply, new_match
from perudo.lab.memory import Memory, empty_memory, remember
from perudo.lab.rules import Rules
from perudo.lab.state import State, dice_of
from perudo.lab.throws import WORDS
from perudo.train.config import Config
from perudo.train.from_state import knowledge_from_state, policy_inputs, seats_from
from perudo.train.network import Params, forward, masked, policy_outputs, win_chances
from perudo.train.opponents import scripted_action
from perudo.train.seating import (
    KIND_DRAW,
    SEATING_DRAWS,
    Owner,
    Seating,
    blocks_of,
    draw_seating,
    sits_by_number,
)
from perudo.train.teacher_inputs import counts_of, critic_inputs, scorer_inputs


class Games(NamedTuple):
    """A batch of matches in progress."""

    states: State
    memories: Memory
    seatings: Seating


class Networks(NamedTuple):
    policy: Params
    critic: Params
    scorer: Params


class Others(NamedTuple):
    """The policies of other players."""

    past: Params
    foe: Params
    """Nothing if there is none."""


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
    foe: jax.Array
    """Whether it is held by its foe."""
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
    with_foe: jax.Array
    seats: jax.Array


def new_games(key: jax.Array, rules: Rules, config: Config) -> Games:
    """Deal new matches and draw who sits where."""
    games = rules.seats.shape[0]
    words_key, seats_key = jax.random.split(key)
    words = jax.random.bits(words_key, (games, WORDS), jnp.uint32)
    states = jax.vmap(new_match)(words, rules)
    memories = jax.tree.map(lambda leaf: jnp.zeros((games, *leaf.shape)), empty_memory())
    return Games(states, memories, _draw_seatings(seats_key, rules, config))


def _draw_seatings(key: jax.Array, rules: Rules, config: Config) -> Seating:
    games = rules.seats.shape[0]
    draws = jax.random.uniform(key, (games, SEATING_DRAWS))
    if sits_by_number(config):
        draws = draws.at[:, KIND_DRAW].set((jnp.arange(games) + 0.5) / games)
    draw = partial(draw_seating, config=config)
    return jax.vmap(draw)(draws, rules.seats, jnp.arange(games) < config.league)


def play(
    networks: Networks, others: Others, games: Games, key: jax.Array, config: Config
) -> tuple[Games, Steps]:
    """Play ``config.steps`` steps of each game."""
    seating_key, key = jax.random.split(key)
    # One seating for each game is enough: hardly any game begins two matches in these steps.
    coming = _draw_seatings(seating_key, games.states.rules, config)

    def one(games: Games, key: jax.Array) -> tuple[Games, Steps]:
        return _step(networks, others, games, coming, key, config)

    return lax.scan(one, games, jax.random.split(key, config.steps))


def _step(
    networks: Networks,
    others: Others,
    games: Games,
    coming: Seating,
    key: jax.Array,
    config: Config,
) -> tuple[Games, Steps]:
    states, memories, seatings = games
    batch = states.seat.shape[0]
    words_key, policy_key, past_key, script_key = jax.random.split(key, 4)
    everybody = jnp.arange(batch)
    known = jax.vmap(knowledge_from_state)(states, memories)
    x, legal = jax.vmap(partial(policy_inputs, duel=bool(config.duel)))(known)
    x = x.astype(jnp.bfloat16)
    extra = jax.vmap(critic_inputs)(states, known, seatings).astype(jnp.bfloat16)
    owner = seatings.owners[everybody, states.seat]
    blocks = blocks_of(config)

    def logs_of(policy: Params, rows: slice) -> jax.Array:
        return jax.nn.log_softmax(masked(policy_outputs(policy, x[rows])[0], legal[rows]))

    def put(theirs: jax.Array, who: Owner, rows: slice, everybodys: jax.Array) -> jax.Array:
        """Put what this owner does in place of what everybody would do, where it sits."""
        is_theirs = (owner[rows] == who).reshape(-1, *[1] * (theirs.ndim - 1))
        return everybodys.at[rows].set(jnp.where(is_theirs, theirs, everybodys[rows]))

    chances = logs_of(networks.policy, slice(0, batch))
    if others.foe:
        foes = logs_of(others.foe, blocks.foe)
        chances = put(foes, Owner.FOE, blocks.foe, chances)
    action = jax.random.categorical(policy_key, chances).astype(jnp.int32)
    old = jax.random.categorical(past_key, logs_of(others.past, blocks.past)).astype(jnp.int32)
    action = put(old, Owner.PAST, blocks.past, action)
    if not config.exploit:
        scripted = _scripted_actions(script_key, games, known, blocks.scripted, config)
        action = put(scripted, Owner.SCRIPTED, blocks.scripted, action)
    words = jax.random.bits(words_key, (WORDS, batch), jnp.uint32)
    then, outcome = jax.vmap(apply, in_axes=(0, 0, 1))(states, action, words)
    memories = jax.vmap(remember)(memories, states, action, outcome)
    over = outcome.winner >= 0
    seatings_then = jax.tree.map(
        lambda a, b: jnp.where(over.reshape(-1, *[1] * (a.ndim - 1)), a, b), coming, seatings
    )
    table, alive = jax.vmap(scorer_inputs)(then, memories, seatings_then)
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
        foe=owner == Owner.FOE,
        asking=states.asking,
        called=outcome.found >= 0,
        winner=outcome.winner,
        scorer_inputs=table.astype(jnp.bfloat16),
        scorer_alive=alive,
        first=then.starter,
        chances=by_seat(won, then),
        alone=seatings.alone,
        learner_won=over & (seatings.owners[everybody, outcome.winner] == Owner.LEARNER),
        with_foe=(seatings.owners == Owner.FOE).any(1),
        seats=states.rules.seats,
    )
    return Games(then, memories, seatings_then), steps


def _scripted_actions(
    key: jax.Array, games: Games, known: Knowledge, rows: slice, config: Config
) -> jax.Array:
    """Return what scripted players would do in these games."""
    seats = games.states.seat[rows]
    styles = jax.tree.map(
        lambda leaf: leaf[rows][jnp.arange(seats.size), seats], games.seatings.styles
    )
    noise = jax.random.gumbel(key, (seats.size, ALL_ACTIONS))
    there = jax.tree.map(lambda leaf: leaf[rows], known)
    act = partial(scripted_action, duel=bool(config.duel))
    return jax.vmap(act)(there, styles, noise).astype(jnp.int32)


def by_seat(by_place: jax.Array, states: State) -> jax.Array:
    """Reorder numbers by place, clockwise from the starter, by seat."""
    seats = jax.vmap(seats_from)(states, states.starter)
    games = jnp.arange(seats.shape[0])[:, None]
    return jnp.zeros_like(by_place).at[games, seats].set(by_place)


def out_of_match(states: State) -> jax.Array:
    """Return whether each seat of each game has no dice left."""
    return dice_of(states.dice[:, None], jnp.arange(MOST_SEATS)) == 0
