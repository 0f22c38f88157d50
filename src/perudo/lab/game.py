"""A match as pure functions on arrays: ``init``, ``step``; whole matches, one after the other.

**One seat decides at a time.** After a bid, if seats out of turn may call calza, all who may are
asked, clockwise from the bidder: calza, or pass. Only then the turn is played. The first who says
calza has it, which is what ``engine.hearing`` makes of claims that come at once (A8, I9); the next
player comes first clockwise, so where he may call he is asked before the others too, and may still
call in his turn. A seat's answer only matters when all before it passed, so knowing that they did
gives nothing away: asking one by one is the sealed hearing of a live table.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from perudo.engine.dice import MOST_SEATS, PACO
from perudo.engine.numbering import CALZA_NUMBER, DUDO_NUMBER, FIRST_BID
from perudo.lab.bidding import bid_of_action, calza_callers, is_legal
from perudo.lab.dice import below, throw_all, words_from
from perudo.lab.rules import EACH_TIME, Rules
from perudo.lab.state import (
    BID_WORDS,
    NOBODY,
    Flag,
    Number,
    State,
    after,
    face_count,
    first_from,
    full,
    left_to,
    only,
    playing,
    seen_from,
    with_bid,
)


class Happened(NamedTuple):
    """What a step did. Seats are NOBODY where there is none."""

    seat: Number
    """Who acted."""
    refused: Flag
    """The action was not legal: nothing changed."""
    found: Number
    """Dice that counted for a called bid; NOBODY (-1) when nothing was called."""
    loser: Number
    gainer: Number
    winner: Number
    """Who won the match; the state is then that of a new one."""


class Step(NamedTuple):
    state: State
    rewards: jax.Array
    """By seat: at the end of a match 1 for the winner, and as much in all against the others."""
    done: Flag
    happened: Happened


class Settled(NamedTuple):
    """After a call: the score of the coming round."""

    dice: Number
    starter: Number
    palifico: Number
    been_palifico: Number
    happened: Happened


def init(key: jax.Array, rules: Rules) -> State:
    """A new match, dealt."""
    return new_match(words_from(key), rules)


def step(state: State, action: Number, key: jax.Array) -> Step:
    """The action of ``state.seat``. After a call the next round is dealt, after a match the next
    match: a state always waits for a decision."""
    state, happened = apply(state, action, words_from(key))
    return Step(state, rewards(happened, state.rules), happened.winner >= 0, happened)


def rewards(happened: Happened, rules: Rules) -> jax.Array:
    seats = jnp.arange(MOST_SEATS)
    share = jnp.where(seats == happened.winner, 1.0, -1.0 / (rules.seats - 1))
    return jnp.where((happened.winner >= 0) & (seats < rules.seats), share, 0.0)


def new_match(words: jax.Array, rules: Rules) -> State:
    dice = full(rules)
    starter = below(words[MOST_SEATS], rules.seats)
    nobody = jnp.int32(NOBODY)
    return _new_round(words, rules, dice, starter, nobody, jnp.int32(0), jnp.int32(1))


def _new_round(
    words: jax.Array,
    rules: Rules,
    dice: Number,
    starter: Number,
    palifico: Number,
    been_palifico: Number,
    number: Number,
) -> State:
    zero = jnp.int32(0)
    return State(
        rules=rules,
        cups=throw_all(words, dice),
        dice=dice,
        quantity=zero,
        face=zero,
        bidder=jnp.int32(NOBODY),
        turn=starter,
        seat=starter,
        asking=jnp.bool_(False),
        starter=starter,
        palifico=palifico,
        been_palifico=been_palifico,
        number=number,
        bids=(zero,) * BID_WORDS,
    )


def apply(state: State, action: Number, words: jax.Array) -> tuple[State, Happened]:
    """``step`` with its chance as an input: ``WORDS`` random words, of which it uses what it needs.

    A batch is fastest when one call draws the words of all games, the games along the last axis
    (see ``random_play``)."""
    legal = is_legal(state, action)
    settled = settle(state, action == CALZA_NUMBER)
    over = settled.happened.winner >= 0
    dealt = _new_round(
        words,
        state.rules,
        jnp.where(over, full(state.rules), settled.dice),
        jnp.where(over, below(words[MOST_SEATS], state.rules.seats), settled.starter),
        settled.palifico,
        jnp.where(over, 0, settled.been_palifico),
        jnp.where(over, 1, state.number + 1),
    )
    asked = _ask_on(_after_bid(state, action))
    called = (action == DUDO_NUMBER) | (action == CALZA_NUMBER)
    happened = Happened(
        state.seat,
        ~legal,
        *(jnp.where(legal & called, fact, NOBODY) for fact in settled.happened[2:]),
    )
    return _pick(legal, _pick(called, dealt, asked), state), happened


def _pick(condition: Flag, yes: State, no: State) -> State:
    picked: State = jax.tree.map(lambda a, b: jnp.where(condition, a, b), yes, no)
    return picked


def _after_bid(state: State, action: Number) -> State:
    """The bid stands; a pass leaves things as they are."""
    quantity, face = bid_of_action(action)
    made = state._replace(
        quantity=quantity,
        face=face,
        bidder=state.seat,
        turn=after(playing(state.dice), state.seat),
        bids=with_bid(state.bids, quantity, face),
    )
    return _pick(action >= FIRST_BID, made, state)


def _ask_on(state: State) -> State:
    """Who decides next: of the seats that may call calza the next one clockwise that was not yet
    asked about this bid, else the seat in turn."""
    callers = calza_callers(state)
    before_bidder = seen_from(only(state.bidder), state.seat) - 1
    waiting = seen_from(callers, state.seat) & before_bidder
    asking = (callers & ~only(state.turn) != 0) & (waiting != 0)
    seat = jnp.where(asking, first_from(waiting, state.seat), state.turn)
    return state._replace(seat=seat, asking=asking)


def settle(state: State, calza: Flag) -> Settled:
    """Cups up: what a call by the seat to decide comes to."""
    caller, rules, dice = state.seat, state.rules, state.dice
    found = count_called(state)
    right = jnp.where(calza, found == state.quantity, found < state.quantity)
    loser = jnp.where(right, jnp.where(calza, NOBODY, state.bidder), caller)
    gains = calza & right & (left_to(dice, caller) < rules.dice)
    lost = loser >= 0
    dice = dice + jnp.where(gains, only(caller), 0) - jnp.where(lost, only(loser), 0)
    left = left_to(dice, loser)
    alive = playing(dice)
    follower = after(alive, loser)
    starter = jnp.where(lost, jnp.where(left == 0, follower, loser), caller)
    won = lax.population_count(alive) == 1
    again = (rules.palifico_again == EACH_TIME) | (state.been_palifico & only(loser) == 0)
    falls = lost & (left == 1) & (rules.palifico == 1) & again
    return Settled(
        dice=dice,
        starter=starter,
        palifico=jnp.where(falls, loser, NOBODY),
        been_palifico=state.been_palifico | jnp.where(falls, only(loser), 0),
        happened=Happened(
            seat=caller,
            refused=jnp.bool_(False),
            found=found,
            loser=loser,
            gainer=jnp.where(gains, caller, NOBODY),
            winner=jnp.where(won, follower, NOBODY),
        ),
    )


def count_called(state: State) -> Number:
    """Dice on the table that count for the standing bid."""
    table = sum(state.cups, jnp.int32(0))
    jokers = (state.palifico < 0) & (state.face != PACO)
    return face_count(table, state.face) + jnp.where(jokers, face_count(table, PACO), 0)
