"""Play a batch of games for some steps, and record what learning needs."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from perudo.engine.dice import MOST_SEATS
from perudo.lab.game import apply, new_match
from perudo.lab.memory import Memory, empty_memory, remember
from perudo.lab.rules import Rules
from perudo.lab.state import State, dice_of
from perudo.lab.throws import WORDS
from perudo.train.config import Config
from perudo.train.from_state import knowledge_from_state, policy_inputs, seats_from
from perudo.train.network import Params, forward, masked, policy_outputs, win_chances
from perudo.train.opponents import scripted_action
from perudo.train.seating import SEATING_DRAWS, Owner, Seating, draw_seating
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
    draw = partial(draw_seating, exploit=bool(config.exploit), foes=bool(config.foe_every))
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
    chances = jax.nn.log_softmax(masked(policy_outputs(networks.policy, x)[0], legal))
    owner = seatings.owners[everybody, states.seat]
    league = config.league
    if others.foe:
        foes = jax.nn.log_softmax(masked(policy_outputs(others.foe, x)[0], legal))
        chances = jnp.where((owner == Owner.FOE)[:, None], foes, chances)
    mine = jax.random.categorical(policy_key, chances)
    old = masked(policy_outputs(others.past, x[:league])[0], legal[:league])
    theirs = jnp.concatenate([jax.random.categorical(past_key, old), mine[league:]])
    styles = jax.tree.map(lambda leaf: leaf[everybody, states.seat], seatings.styles)
    noise = jax.random.gumbel(script_key, legal.shape)
    scripted = jax.vmap(scripted_action)(known, styles, noise)
    action = jnp.where(owner == Owner.PAST, theirs, mine)
    action = jnp.where(owner == Owner.SCRIPTED, scripted, action).astype(jnp.int32)
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


def by_seat(by_place: jax.Array, states: State) -> jax.Array:
    """Reorder numbers by place, clockwise from the starter, by seat."""
    seats = jax.vmap(seats_from)(states, states.starter)
    games = jnp.arange(seats.shape[0])[:, None]
    return jnp.zeros_like(by_place).at[games, seats].set(by_place)


def out_of_match(states: State) -> jax.Array:
    """Return whether each seat of each game has no dice left."""
    return dice_of(states.dice[:, None], jnp.arange(MOST_SEATS)) == 0
