"""Matches of champions for the coach to learn from: what did each decision lead to?

All seats play like the champion. Now and then one of them tries something else, so that the coach
learns what the actions are worth that the champion does not choose.
"""

from functools import partial
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from perudo.bots.champion.inputs import QUANTITIES, inputs, legal_actions
from perudo.bots.champion.knowledge import Knowledge
from perudo.coach.action_inputs import action_inputs
from perudo.coach.table_inputs import table_inputs
from perudo.engine.dice import FACES, MOST_SEATS, PACO
from perudo.engine.numbering import ALL_ACTIONS, FIRST_BID
from perudo.lab.game import apply, new_match
from perudo.lab.memory import Memory, empty_memory, remember
from perudo.lab.rules import Rules
from perudo.lab.state import State, dice_of, in_set
from perudo.lab.throws import WORDS
from perudo.train.from_state import knowledge_from_state, seats_from
from perudo.train.network import BIDS, Params, features, masked
from perudo.train.teacher_inputs import counts_of

TRIES: Final = 0.08
"""How often a seat tries something else while the coach learns."""
LOOSE: Final = 3.0
"""In half of these tries the champion's preferences are this many times weaker than usual."""
NEAR: Final = 3
"""In the other half any call or any bid at most so far above the lowest is as likely as another."""
WILD: Final = 0.1
"""The share of the tries in which every legal action is as likely as another."""


class Games(NamedTuple):
    states: State
    memories: Memory


class Decisions(NamedTuple):
    """What is recorded of each step and game."""

    features: jax.Array
    """The last layer of the champion's network, before its outputs."""
    counts: jax.Array
    """How many dice of the table count for each face."""
    standing: jax.Array
    """The standing bid, by its number without the calls before it; -1 for none."""
    action: jax.Array
    look: jax.Array
    """The inputs of ``action_inputs`` for the action."""
    tried: jax.Array
    """Whether the action was not the champion's choice."""
    asking: jax.Array
    seat: jax.Array
    called: jax.Array
    """Whether the step ended a round."""
    winner: jax.Array
    """Who won the match with this step; -1 for nobody."""
    table: jax.Array
    """The inputs of ``table_inputs`` after the step."""
    alive: jax.Array
    """Which seats have dice after the step, clockwise from the starter of the round."""
    places: jax.Array
    """The seats in that order."""


def new_games(key: jax.Array, rules: Rules) -> Games:
    games = rules.seats.shape[0]
    words = jax.random.bits(key, (games, WORDS), jnp.uint32)
    memories = jax.tree.map(lambda leaf: jnp.zeros((games, *leaf.shape)), empty_memory())
    return Games(jax.vmap(new_match)(words, rules), memories)


def play(
    champion: Params, games: Games, key: jax.Array, steps: int, tries: float = TRIES
) -> tuple[Games, Decisions]:
    """Play so many steps of each game; ``tries`` is how often a seat tries something else."""

    def one(games: Games, key: jax.Array) -> tuple[Games, Decisions]:
        return _step(champion, games, key, tries)

    return lax.scan(one, games, jax.random.split(key, steps))


def _step(
    champion: Params, games: Games, key: jax.Array, tries_share: float
) -> tuple[Games, Decisions]:
    states, memories = games
    batch = states.seat.shape[0]
    words_key, choice_key, try_key, kind_key = jax.random.split(key, 4)
    known = jax.vmap(knowledge_from_state)(states, memories)
    x = jax.vmap(lambda one: inputs(jnp, one))(known)
    legal = jax.vmap(lambda one: legal_actions(jnp, one))(known)
    last = features(champion, x, exact=True)
    out = (last * champion["out.gain"]) @ champion["out.weight"] + champion["out.bias"]
    logits = masked(out[:, :ALL_ACTIONS], legal)
    beliefs = jax.nn.sigmoid(out[:, ALL_ACTIONS : ALL_ACTIONS + BIDS])
    looks = jax.vmap(partial(action_inputs, jnp))(known, jax.nn.log_softmax(logits), beliefs)
    # Everybody is asked after every bid where calza is called out of turn: fewer tries there.
    share = jnp.where(states.asking, tries_share / 10, tries_share)
    tries = jax.random.uniform(try_key, (batch,)) < share
    kind = jax.random.uniform(kind_key, (batch, 1))
    near = jax.vmap(_near_actions)(known) & legal
    other = jnp.where(kind < 0.5, logits / LOOSE, masked(jnp.zeros_like(logits), near))
    other = jnp.where(kind > 1 - WILD, masked(jnp.zeros_like(logits), legal), other)
    logits = jnp.where(tries[:, None], other, logits)
    action = jax.random.categorical(choice_key, logits).astype(jnp.int32)
    words = jax.random.bits(words_key, (WORDS, batch), jnp.uint32)
    then, outcome = jax.vmap(apply, in_axes=(0, 0, 1))(states, action, words)
    table, alive, places = jax.vmap(table_after)(then)
    decisions = Decisions(
        features=last.astype(jnp.float16),
        counts=jax.vmap(counts_of)(states.cups, states.palifico).astype(jnp.int8),
        standing=jnp.where(
            states.quantity > 0, len(FACES) * (states.quantity - 1) + states.face - PACO, -1
        ),
        action=action,
        look=looks[jnp.arange(batch), action],
        tried=tries,
        asking=states.asking,
        seat=states.seat,
        called=outcome.found >= 0,
        winner=outcome.winner,
        table=table,
        alive=alive,
        places=places,
    )
    memories = jax.vmap(remember)(memories, states, action, outcome)
    return Games(then, memories), decisions


def _near_actions(known: Knowledge) -> jax.Array:
    bids = (QUANTITIES[:, None] <= known.least + NEAR).reshape(-1)
    return jnp.concatenate([jnp.ones(FIRST_BID, bool), bids])


def table_after(state: State) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Return the fields ``table``, ``alive`` and ``places`` of ``Decisions``."""
    places = seats_from(state, state.starter)
    dice = dice_of(state.dice, places)
    been = in_set(state.been_palifico, places)
    row: jax.Array = table_inputs(jnp, dice, been, state.palifico >= 0, jnp.stack(state.rules))
    return row, dice > 0, places


class Results(NamedTuple):
    """What the steps led to, by step and game."""

    result: jax.Array
    """The acting seat's chance to win at the end of the round."""
    usable: jax.Array
    """Whether that end is known, and nobody tried anything after this step."""
    scores: jax.Array
    """For a step that ended a round: what the table after it led to, by seat."""
    scores_known: jax.Array


class _Later(NamedTuple):
    end: jax.Array
    known: jax.Array
    as_usual: jax.Array
    score: jax.Array
    score_known: jax.Array


def results_of(decisions: Decisions, chances: jax.Array, across: float) -> Results:
    """Work backwards through the steps.

    ``chances`` are every seat's chances to win after each step, by seat. ``across`` weighs what
    happened in later rounds against the chances at the end of the next one (as in TD(lambda)).
    """
    games = decisions.seat.shape[1]
    seats = jnp.arange(MOST_SEATS)
    nothing = jnp.zeros((games, MOST_SEATS))
    no = jnp.zeros((games, 1), bool)
    last = _Later(nothing, no, no, nothing, no)

    def one(later: _Later, step: tuple[jax.Array, ...]) -> tuple[_Later, Results]:
        seat, called, winner, tried, now = step
        over, called = (winner >= 0)[:, None], called[:, None]
        won = (winner[:, None] == seats) * 1.0
        end = jnp.where(called, jnp.where(over, won, now), later.end)
        known, as_usual = called | later.known, called | later.as_usual
        score = jnp.where(later.score_known, later.score, now)
        before = jnp.where(over, won, (1 - across) * now + across * score)
        result = jnp.take_along_axis(end, seat[:, None], 1)[:, 0]
        then = _Later(
            end,
            known,
            as_usual & ~tried[:, None],
            jnp.where(called, before, later.score),
            called | later.score_known,
        )
        usable = (known & as_usual)[:, 0]
        return then, Results(result, usable, score, (called & later.score_known & ~over)[:, 0])

    facts = (decisions.seat, decisions.called, decisions.winner, decisions.tried, chances)
    results: Results = lax.scan(one, last, facts, reverse=True)[1]
    return results
