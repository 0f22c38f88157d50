"""Whether the other one of a duel is a simple player, by what the shown cups tell.

After every round of two both cups are known, and so is what each of the two did with them. A small
network, ``habits``, says how likely that was for one of many simple players, whatever its style. It
is compared with somebody who plays by the solutions, and now and then does what simple players do
rarely. The logarithms of these ratios are added up over the match.

Hardly anything can be saved up: the sum has a highest value, not far above the one needed. Whoever
looks like a simple player is taken for one, and the champion then goes a part of the way to its own
network (``partway``). Whoever does something else has to make up for all of it before. So who wants
to gain by knowing how the champion plays must play like a simple player nearly always, which costs
dice.
``xp`` is the array library: NumPy at the table, ``jax.numpy`` in training.
"""

import math
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import numpy as np

from perudo.bots.champion.duel import (
    ACTIONS,
    INPUTS,
    MATCH_INPUTS,
    MOST_DICE,
    duel_inputs,
    match_inputs,
    sight_of,
)
from perudo.bots.champion.from_view import knowledge_from_view
from perudo.bots.champion.knowledge import Array, Knowledge
from perudo.bots.champion.memory import MatchMemory
from perudo.bots.champion.network import Network
from perudo.bots.champion.partway import legal_log_chances
from perudo.engine.actions import Action, Seat
from perudo.engine.bidding import OPENING, RAISING, bid_space
from perudo.engine.numbering import number_of
from perudo.engine.played import PlayedRound
from perudo.engine.view import View

PLAYERS: Final = 2
LOWEST: Final = -6.0
HIGHEST: Final = 0.5
"""As low and as high as a sum can be. Nobody may save up much for what is unusual later."""
NEEDED: Final = 0.0
"""Above this somebody is taken for a simple player."""
ODD: Final = 0.2
"""How often who is no simple player is thought to do what is odd, instead of what is best."""
MOST_OF_ACTION: Final = 4.0
"""As much as one action can tell."""
EXPLOITER_INPUTS: Final = INPUTS + MATCH_INPUTS + PLAYERS
"""How many numbers ``exploiter_inputs`` returns."""


def is_simple(likeness: Array) -> Array:
    """Return whether somebody with this sum is taken for a simple player."""
    return likeness > NEEDED


def told_by(xp: Any, habits: Array, solutions: Array, legal: Array, action: Array) -> Array:
    """Return how much an action tells, from the preferences of both networks.

    Those of simple players that are no actions to the solutions, such as bids above all dice, tell
    nothing.
    """
    usual, best = (legal_log_chances(xp, logits, legal) for logits in (habits, solutions))
    odd = legal_log_chances(xp, usual / 2, legal)
    other = xp.logaddexp(best + math.log(1 - ODD), odd + math.log(ODD))
    number = xp.clip(action, 0, ACTIONS - 1)
    told = xp.clip(usual[number] - other[number], -MOST_OF_ACTION, MOST_OF_ACTION)
    return xp.where((number == action) & legal[number], told, 0.0)


def after_round(xp: Any, likeness: Array, told: Array) -> Array:
    """Return the sums after a round that told so much."""
    return xp.clip(likeness + told, LOWEST, HIGHEST)


def exploiter_inputs(xp: Any, known: Knowledge, own: Array, other: Array) -> Array:
    """Return all inputs of a player that learns to beat the champion in duels.

    It sees all that the champion goes by: the round, the match, and how much it looks like a simple
    player itself. ``own`` and ``other`` are the sums of the two.
    """
    round_ = duel_inputs(xp, sight_of(xp, known))
    looks = sums_as_inputs(xp, own, other).astype("float32")
    return xp.concatenate([round_, match_inputs(xp, known), looks])


def sums_as_inputs(xp: Any, own: Array, other: Array) -> Array:
    """Return the sums of the two as inputs of a network."""
    return xp.stack([own, other]) / -LOWEST


class MatchLikeness:
    """The sums of players, as a match goes on; what a round told is worked out once."""

    def __init__(self, habits: Network, solutions: Network, remembered: int | None = None) -> None:
        """``remembered`` is how many rounds back it reaches; None for all."""
        self._habits, self._solutions, self._remembered = habits, solutions, remembered
        self._past: tuple[PlayedRound, ...] = ()
        self._told: dict[Seat, list[Any]] = {}
        """By seat: what each round told of it"""
        self._memory = MatchMemory()

    def of(self, view: View, seat: Seat) -> Any:
        """Return the sum of a seat, by the rounds that are over in this view."""
        rounds, shared = len(view.past), min(len(view.past), len(self._past))
        if shared and view.past[shared - 1] is not self._past[shared - 1]:
            self._told, self._past = {}, ()
        if rounds > len(self._past):
            self._past = view.past
        told = self._told.setdefault(seat, [])
        told += [self.told_in(view, number, seat) for number in range(len(told), rounds)]
        likeness = np.zeros(())
        first = 0 if self._remembered is None else max(0, rounds - self._remembered)
        for more in told[first:rounds]:
            likeness = after_round(np, likeness, more)
        return likeness

    def told_in(self, view: View, number: int, seat: Seat) -> Any:
        """Return what a round told of a seat."""
        decisions = list(self._decisions(view, number, seat))
        if not decisions:
            return np.zeros(())
        actions, legal, rows = (np.stack(parts) for parts in zip(*decisions, strict=True))
        habits = self._habits.preferences(rows)
        solutions = self._solutions.preferences(rows[:, :INPUTS])
        return sum(map(partial(told_by, np), habits, solutions, legal, actions))

    def _decisions(self, view: View, number: int, seat: Seat) -> Iterator[tuple[Any, Any, Any]]:
        """Yield what a seat did in a round, what was legal then, and the inputs of ``habits``."""
        past, played = view.past[:number], view.past[number]
        bids, showdown = played.bids, played.showdown
        if played.palifico is not None or showdown.cups is None:
            return
        made: list[tuple[Seat, Action]] = [*bids, (showdown.caller, showdown.call)]
        for turn, (actor, action) in enumerate(made):
            if actor != seat:
                continue
            before = bids[:turn]
            standing, freedom = (before[-1].bid, RAISING) if before else (None, OPENING)
            space = bid_space(view.rules, MOST_DICE, standing, freedom)
            then = view._replace(
                seat=seat, cup=showdown.cups[seat], bids=before, past=past, number=number + 1,
                starter=played.starter, palifico=None, turn=seat, called=None,
                legal=view.legal._replace(bids=space, dudo=bool(before), calza=False),
            )  # fmt: skip
            known = knowledge_from_view(then, self._memory.numbers_for(then), asking=False)
            sight = sight_of(np, known)
            row = np.concatenate([duel_inputs(np, sight), match_inputs(np, known)])
            yield number_of(action), sight.legal, row
