"""The game as pure functions on arrays: ``init`` deals a match, ``step`` plays an action.

**One seat decides at a time.** If seats out of turn may call calza on a bid, all seats that may
call are asked first, one by one and clockwise from the bidder: calza or pass. Then the turn is
played. The first seat to call gets the calza, as ``engine.hearing`` decides between claims that
come at once (A8, I9). The next player is first clockwise: if allowed to call, that seat is asked
before the others, and may still call in turn. A seat's answer only counts if all before it passed,
so knowing that they passed is no advantage: the result is that of the sealed claims of a live
table.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from perudo.engine.dice import MOST_SEATS, PACO
from perudo.engine.numbering import CALZA_NUMBER, DUDO_NUMBER, FIRST_BID
from perudo.lab.bidding import bid_of_action, calza_callers, is_legal
from perudo.lab.rules import EACH_TIME, Rules
from perudo.lab.state import (
    BID_WORDS,
    NOBODY,
    Flag,
    Number,
    State,
    dice_of,
    face_count,
    first_of_rotated,
    next_seat,
    rotated,
    seat_bit,
    seats_with_dice,
    starting_dice,
    with_bid,
)
from perudo.lab.throws import random_below, throw_all, words_from


class Outcome(NamedTuple):
    """What a step did. A seat is NOBODY if there is none."""

    seat: Number
    """Who acted."""
    refused: Flag
    """Whether the action was illegal; if so, nothing changed."""
    found: Number
    """Dice that counted for the called bid; NOBODY (-1) if nothing was called."""
    loser: Number
    gainer: Number
    winner: Number
    """Who won the match; the state is then that of a new match."""


class Step(NamedTuple):
    """What ``step`` returns."""

    state: State
    rewards: jax.Array
    """By seat. At the end of a match 1 for the winner and -1 shared by the others, else 0."""
    done: Flag
    """Whether a match ended."""
    outcome: Outcome


class Settled(NamedTuple):
    """The score after a call, for the next round."""

    dice: Number
    starter: Number
    palifico: Number
    been_palifico: Number
    outcome: Outcome


def init(key: jax.Array, rules: Rules) -> State:
    """Return a new match with its first round dealt."""
    return new_match(words_from(key), rules)


def step(state: State, action: Number, key: jax.Array) -> Step:
    """Play an action of ``state.seat``.

    After a call the next round is dealt, and after a match the next match begins: a state always
    waits for a decision.
    """
    state, outcome = apply(state, action, words_from(key))
    return Step(state, rewards(outcome, state.rules), outcome.winner >= 0, outcome)


def rewards(outcome: Outcome, rules: Rules) -> jax.Array:
    seats = jnp.arange(MOST_SEATS)
    share = jnp.where(seats == outcome.winner, 1.0, -1.0 / (rules.seats - 1))
    return jnp.where((outcome.winner >= 0) & (seats < rules.seats), share, 0.0)


def new_match(words: jax.Array, rules: Rules) -> State:
    dice = starting_dice(rules)
    starter = random_below(words[MOST_SEATS], rules.seats)
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


def apply(state: State, action: Number, words: jax.Array) -> tuple[State, Outcome]:
    """Play an action with chance as an input: ``WORDS`` random words.

    A batch is fastest if one call draws the words of all games, with the games along the last axis
    (see ``random_play``).
    """
    legal = is_legal(state, action)
    settled = settle(state, action == CALZA_NUMBER)
    over = settled.outcome.winner >= 0
    dealt = _new_round(
        words,
        state.rules,
        jnp.where(over, starting_dice(state.rules), settled.dice),
        jnp.where(over, random_below(words[MOST_SEATS], state.rules.seats), settled.starter),
        settled.palifico,
        jnp.where(over, 0, settled.been_palifico),
        jnp.where(over, 1, state.number + 1),
    )
    asked = _ask_next(_after_bid(state, action))
    called = (action == DUDO_NUMBER) | (action == CALZA_NUMBER)
    outcome = Outcome(
        state.seat,
        ~legal,
        *(jnp.where(legal & called, fact, NOBODY) for fact in settled.outcome[2:]),
    )
    return _pick(legal, _pick(called, dealt, asked), state), outcome


def _pick(condition: Flag, yes: State, no: State) -> State:
    picked: State = jax.tree.map(lambda a, b: jnp.where(condition, a, b), yes, no)
    return picked


def _after_bid(state: State, action: Number) -> State:
    """Return the state after a bid, or the same state after a pass."""
    quantity, face = bid_of_action(action)
    made = state._replace(
        quantity=quantity,
        face=face,
        bidder=state.seat,
        turn=next_seat(seats_with_dice(state.dice), state.seat),
        bids=with_bid(state.bids, quantity, face),
    )
    return _pick(action >= FIRST_BID, made, state)


def _ask_next(state: State) -> State:
    """Set who decides next.

    That is the next seat clockwise that may call calza and was not asked about this bid yet; if
    there is none, the seat in turn.
    """
    callers = calza_callers(state)
    before_bidder = rotated(seat_bit(state.bidder), state.seat) - 1
    waiting = rotated(callers, state.seat) & before_bidder
    asking = (callers & ~seat_bit(state.turn) != 0) & (waiting != 0)
    seat = jnp.where(asking, first_of_rotated(waiting, state.seat), state.turn)
    return state._replace(seat=seat, asking=asking)


def settle(state: State, calza: Flag) -> Settled:
    """Work out what a call by the seat to decide leads to."""
    caller, rules, dice = state.seat, state.rules, state.dice
    found = count_called(state)
    right = jnp.where(calza, found == state.quantity, found < state.quantity)
    loser = jnp.where(right, jnp.where(calza, NOBODY, state.bidder), caller)
    gains = calza & right & (dice_of(dice, caller) < rules.dice)
    lost = loser >= 0
    dice = dice + jnp.where(gains, seat_bit(caller), 0) - jnp.where(lost, seat_bit(loser), 0)
    left = dice_of(dice, loser)
    alive = seats_with_dice(dice)
    follower = next_seat(alive, loser)
    starter = jnp.where(lost, jnp.where(left == 0, follower, loser), caller)
    won = lax.population_count(alive) == 1
    again = (rules.palifico_again == EACH_TIME) | (state.been_palifico & seat_bit(loser) == 0)
    falls = lost & (left == 1) & (rules.palifico == 1) & again
    return Settled(
        dice=dice,
        starter=starter,
        palifico=jnp.where(falls, loser, NOBODY),
        been_palifico=state.been_palifico | jnp.where(falls, seat_bit(loser), 0),
        outcome=Outcome(
            seat=caller,
            refused=jnp.bool_(False),
            found=found,
            loser=loser,
            gainer=jnp.where(gains, caller, NOBODY),
            winner=jnp.where(won, follower, NOBODY),
        ),
    )


def count_called(state: State) -> Number:
    """Return how many dice on the table count for the standing bid."""
    table = sum(state.cups, jnp.int32(0))
    jokers = (state.palifico < 0) & (state.face != PACO)
    return face_count(table, state.face) + jnp.where(jokers, face_count(table, PACO), 0)
