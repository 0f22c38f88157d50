"""Scripted opponents on arrays: one script with random parameters, for many ways to play.

They judge bids by the odds of their own cup, or as the bot ``reader`` does: they believe bidders as
far as past showdowns bear them out, and guess whether the next player would call. The parameters
are drawn for every match, from far wider ranges than the built-in bots cover, so that the learner
cannot specialise in a few opponents.
"""

from math import comb
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.special import ndtri

from perudo.bots.champion.inputs import (
    BINS,
    FACE_NUMBERS,
    HIGHEST_BELIEF,
    QUANTITIES,
    at_least_table,
    bids_by_seat,
    legal_actions,
    own_and_hits,
    tail_chances,
    trust_of,
)
from perudo.bots.champion.knowledge import Knowledge
from perudo.engine.dice import BOX_DICE, MOST_DICE, MOST_SEATS
from perudo.engine.numbering import CALZA_NUMBER, DUDO_NUMBER, PASS_NUMBER
from perudo.train.network import masked

COUNTS = np.arange(BOX_DICE + 1)


class Style(NamedTuple):
    """The parameters of a scripted player. The critic's inputs depend on their order."""

    looks_ahead: jax.Array
    """1: a bid is worth what it leads to if the next player calls; 0: how likely it holds."""
    trust: jax.Array
    trust_weight: jax.Array
    """How far a bidder is believed at first, and how slowly that changes (as for the reader)."""
    calls_below: jax.Array
    call_spread: jax.Array
    """The next player is expected to call bids that seem less likely than ``calls_below``;
    ``call_spread`` says how gradual that limit is."""
    gain: jax.Array
    """What a die lost by another is worth in own dice, times the number of opponents."""
    dudo_bonus: jax.Array
    """Added to the worth of dudo."""
    calza: jax.Array
    """Added to the worth of calza."""
    opening_jump: jax.Array
    raising_jump: jax.Array
    jump_threshold: jax.Array
    """How much it likes high bids that hold at least with the probability ``jump_threshold``."""
    own_face_bonus: jax.Array
    """How much it likes faces that it holds; below 0 it bluffs."""
    opening_room: jax.Array
    raising_room: jax.Array
    """How far above the lowest quantity it considers bids."""
    optimism: jax.Array
    """How many times too likely it thinks that a hidden die counts; 1 is right."""
    noise: jax.Array
    """How much chance there is in its choices."""


READER = Style(*map(jnp.float32, (1, 1.5, 3, 0.42, 0.09, 1, 0, 0, 0, 0, 1, 0, 8, 2, 1, 0.006)))
"""The parameters with which the script judges bids as the reader does."""

STYLE_DRAWS = 48
"""How many random numbers ``draw_style`` needs at most."""


def draw_style(draws: jax.Array) -> Style:
    """Return a style from ``STYLE_DRAWS`` random numbers between 0 and 1.

    It is like the reader, plays by the odds, or is a mix of both.
    """
    rest = iter(range(STYLE_DRAWS))

    def between(low: float, high: float) -> jax.Array:
        return low + (high - low) * draws[next(rest)]

    def spread(low: float, high: float) -> jax.Array:
        return jnp.exp(between(float(np.log(low)), float(np.log(high))))

    def sometimes(chance: float, value: jax.Array, other: float = 0.0) -> jax.Array:
        return jnp.where(draws[next(rest)] < chance, value, other)

    def around_zero(deviation: float) -> jax.Array:
        return deviation * ndtri(jnp.clip(draws[next(rest)], 1e-4, 1 - 1e-4))

    reader = Style(
        looks_ahead=jnp.float32(1),
        trust=between(0.9, 2.3),
        trust_weight=spread(1, 15),
        calls_below=between(0.28, 0.58),
        call_spread=spread(0.04, 0.2),
        gain=between(0.5, 1.5),
        dudo_bonus=around_zero(0.06),
        calza=between(-0.4, 0.1),
        opening_jump=sometimes(0.25, between(0, 1)),
        raising_jump=sometimes(0.2, between(0, 1)),
        jump_threshold=between(0.3, 0.7),
        own_face_bonus=sometimes(0.5, between(-0.1, 0.2)),
        opening_room=between(2, 10),
        raising_room=between(0, 4),
        optimism=sometimes(0.25, between(0.85, 1.2), 1.0),
        noise=spread(0.003, 0.05),
    )
    odds = Style(
        looks_ahead=jnp.float32(0),
        trust=sometimes(0.4, between(0.8, 2.2), 1.0),
        trust_weight=spread(2, 100),
        calls_below=jnp.float32(0.42),
        call_spread=jnp.float32(0.1),
        gain=sometimes(0.5, between(0, 1.2)),
        dudo_bonus=around_zero(0.15),
        calza=between(-0.6, 0.1),
        opening_jump=sometimes(0.7, between(0, 5)),
        raising_jump=sometimes(0.3, between(0, 4)),
        jump_threshold=between(0.25, 0.8),
        own_face_bonus=sometimes(0.6, between(-0.4, 0.5)),
        opening_room=between(0, 10),
        raising_room=sometimes(0.5, between(0, 4)),
        optimism=sometimes(0.4, between(0.6, 1.35), 1.0),
        noise=sometimes(0.85, spread(0.004, 0.12), 0.4),
    )
    share = between(0, 1)
    mixed = Style(*(share * a + (1 - share) * b for a, b in zip(reader, odds, strict=True)))
    kind = between(0, 1)
    return Style(
        *(
            jnp.where(kind < 0.5, a, jnp.where(kind < 0.75, b, c))
            for a, b, c in zip(reader, odds, mixed, strict=True)
        )
    )


def _next_player_table() -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Return ``[hits - 1, dice, own, quantity - 1]``: how likely a bid seems to the next player.

    That player holds ``own`` dice that count, and does not see ``dice`` others.
    """
    need = np.clip(QUANTITIES[None, :] - COUNTS[:, None], 0, BINS)
    table: np.ndarray[tuple[int, ...], np.dtype[np.float32]] = at_least_table()[:, :, need]
    return table


_CHOOSE = np.array([[comb(n, k) for k in COUNTS] for n in COUNTS], np.float32)


class Judgement(NamedTuple):
    """How likely each bid holds and what it is worth, by face and quantity."""

    holds: jax.Array
    worth: jax.Array


def judge(known: Knowledge, style: Style, *, duel: bool = False) -> Judgement:
    """Judge all bids as the reader does, with the parameters of this style.

    ``duel`` says that there are two seats; with nobody else at the table there is less to do.
    """
    own, hits = own_and_hits(jnp, known)
    faces = bids_by_seat(jnp, known, 1)[1][:, 0]
    trust = trust_of(known.memory, style.trust, style.trust_weight)
    plain = hits / 6.0 * style.optimism
    believed = jnp.minimum(HIGHEST_BELIEF, plain * trust[:, None])
    chance = jnp.where(faces[:, None] == FACE_NUMBERS, believed, plain)
    others = jnp.arange(MOST_SEATS) > 0
    following = jnp.argmax((known.dice > 0) & others)
    is_next = jnp.arange(MOST_SEATS) == following
    if duel:
        holds_if = (own[:, None, None] + COUNTS[:, None] >= QUANTITIES) * 1.0
    else:
        rest = jnp.where(others & ~is_next, known.dice, 0)
        sums = [tail_chances(jnp, rest, chance, own + count) for count in COUNTS]
        holds_if = jnp.clip(jnp.stack(sums, 1), 0, 1)
    dice = known.dice[following]
    p = (chance * is_next[:, None]).sum(0)[:, None]
    likely = jnp.asarray(_CHOOSE)[dice] * p**COUNTS * (1 - p) ** jnp.maximum(dice - COUNTS, 0)
    likely = likely[:, :, None]
    unseen = known.dice.sum() - dice
    seems_to_next = jnp.asarray(_next_player_table())[hits - 1, unseen]
    calls = jax.nn.sigmoid((style.calls_below - seems_to_next) / style.call_spread)
    gain = style.gain / jnp.maximum((known.dice[1:] > 0).sum(), 1)
    worth = (likely * calls * (holds_if * gain - (1 - holds_if))).sum(1)
    return Judgement((likely * holds_if).sum(1), worth)


def scripted_action(
    known: Knowledge, style: Style, noise: jax.Array, *, duel: bool = False
) -> jax.Array:
    """Return the action of a player of this style; ``noise`` has a Gumbel number per action."""
    judged = judge(known, style, duel=duel)
    own, _ = own_and_hits(jnp, known)
    quantity, face = known.bids[0, 0], known.bids[0, 1]
    opening = quantity == 0
    total = known.dice.sum()
    jump = jnp.where(opening, style.opening_jump, style.raising_jump)
    room = jnp.round(jnp.where(opening, style.opening_room, style.raising_room))
    bids = style.looks_ahead * judged.worth + (1 - style.looks_ahead) * (judged.holds - 1)
    bids += jump * (judged.holds >= style.jump_threshold) * QUANTITIES / total
    bids += (style.own_face_bonus * own / jnp.maximum(known.dice[0], 1))[:, None]
    bids = jnp.where(known.least[:, None] + room >= QUANTITIES, bids, -50.0)
    column = jnp.clip(face, 1, 6) - 1
    row = jnp.clip(quantity, 1, MOST_DICE) - 1
    holds = judged.holds[column, row]
    more = jnp.where(row + 1 < MOST_DICE, judged.holds[column, jnp.minimum(row + 1, 29)], 0)
    gain = style.gain / jnp.maximum((known.dice[1:] > 0).sum(), 1)
    dudo = (1 - holds) * gain - holds + style.dudo_bonus
    calza = 2 * (holds - more) - 1 + style.calza
    calza = jnp.where(known.dice[0] < known.rules[1], calza, -2.0)
    calls = jnp.zeros(3).at[DUDO_NUMBER].set(dudo).at[CALZA_NUMBER].set(calza)
    calls = calls.at[PASS_NUMBER].set(0.0)
    worth = jnp.concatenate([calls, bids.T.reshape(-1)])
    return jnp.argmax(masked(worth / style.noise + noise, legal_actions(jnp, known)))
