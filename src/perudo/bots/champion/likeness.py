"""Whether the other one of a duel is a simple player, by what the shown cups tell.

After every round of two both cups are known, and so is what each of the two did with them. Two
networks say how likely that was: ``habits`` for one of many simple players, whatever its style,
and the duellist for somebody who plays by the solutions. Two sums of logarithms are kept of each:

- **simple**: how much likelier what it did was for simple players than by the solutions. Simple
  players soon give themselves away.
- **usual**: how much likelier it was than what simple players do on average. Somebody who only
  pretends to be one does what is unusual when it matters.

The champion leaves the solutions only while both are high; a player that is not ahead may do what
is unusual, since it does not win by it. Who wants to gain by knowing how the champion plays must
then first play like a simple player, which costs dice, and is soon found out.
``xp`` is the array library: NumPy at the table, ``jax.numpy`` in training.
"""

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
from perudo.engine.actions import Action, Seat
from perudo.engine.bidding import OPENING, RAISING, bid_space
from perudo.engine.numbering import number_of
from perudo.engine.played import PlayedRound
from perudo.engine.view import View

PLAYERS: Final = 2
SUMS: Final = 2
"""In all arrays here the last axis has two numbers: ``simple`` and ``usual``."""
LOWEST: Final = np.array([-6.0, -6.0])
HIGHEST: Final = np.array([6.0, 3.0])
"""As low and as high as the sums can be. Nobody may save up much for what is unusual later."""
NEEDED: Final = np.array([0.5, -3.0])
"""Above these somebody is taken for a simple player, or above the first if it is not ahead."""
MOST_OF_ACTION: Final = 4.0
"""As much as one action can tell."""
EXPLOITER_INPUTS: Final = INPUTS + MATCH_INPUTS + PLAYERS * SUMS
"""How many numbers ``exploiter_inputs`` returns."""


def is_simple(likeness: Array, dice: Array) -> Array:
    """Return whether the other one of a duel is taken for a simple player.

    ``dice`` are one's own, then those of the other.
    """
    simple, usual = ((likeness > NEEDED)[..., number] for number in range(SUMS))
    return simple & (usual | (dice[..., 1] <= dice[..., 0]))


def told_by(xp: Any, habits: Array, solutions: Array, legal: Array, action: Array) -> Array:
    """Return how much an action tells, from the preferences of both networks.

    Those of simple players that are no actions to the solutions, such as bids above all dice, tell
    nothing.
    """
    usual, solved = (_log_chances(xp, logits, legal) for logits in (habits, solutions))
    average = (xp.exp(usual) * xp.where(legal, usual, 0.0)).sum()
    number = xp.clip(action, 0, ACTIONS - 1)
    told = xp.stack([usual[number] - solved[number], usual[number] - average])
    possible = (number == action) & legal[number]
    return xp.where(possible, xp.clip(told, -MOST_OF_ACTION, MOST_OF_ACTION), 0.0)


def _log_chances(xp: Any, logits: Array, legal: Array) -> Array:
    logits = xp.where(legal, logits[:ACTIONS], -1e9)
    logits = logits - logits.max()
    return logits - xp.log(xp.exp(logits).sum())


def after_round(xp: Any, likeness: Array, told: Array) -> Array:
    """Return the sums after a round."""
    return xp.clip(likeness + told, LOWEST, HIGHEST)


def exploiter_inputs(xp: Any, known: Knowledge, own: Array, other: Array) -> Array:
    """Return all inputs of a player that learns to beat the champion in duels.

    It sees all that the champion goes by: the round, the match, and how much it looks like a simple
    player itself. ``own`` and ``other`` are the sums of the two.
    """
    looks = xp.concatenate([own, other]) / HIGHEST.max()
    round_ = duel_inputs(xp, sight_of(xp, known))
    return xp.concatenate([round_, match_inputs(xp, known), looks.astype("float32")])


class MatchLikeness:
    """The sums of a player, as a match goes on; what a round told is worked out once."""

    def __init__(self, habits: Network, solutions: Network, remembered: int | None = None) -> None:
        """``remembered`` is how many rounds back it reaches; None for all."""
        self._habits, self._solutions, self._remembered = habits, solutions, remembered
        self._past: tuple[PlayedRound, ...] = ()
        self._told: dict[Seat, list[Any]] = {}
        """By seat: what each round told of it"""
        self._memory = MatchMemory()

    def of(self, view: View, seat: Seat) -> Any:
        """Return the sums of a seat, by the rounds that are over in this view."""
        rounds, shared = len(view.past), min(len(view.past), len(self._past))
        if shared and view.past[shared - 1] is not self._past[shared - 1]:
            self._told, self._past = {}, ()
        if rounds > len(self._past):
            self._past = view.past
        told = self._told.setdefault(seat, [])
        told += [self._round(view, number, seat) for number in range(len(told), rounds)]
        likeness = np.zeros(SUMS)
        first = 0 if self._remembered is None else max(0, rounds - self._remembered)
        for more in told[first:rounds]:
            likeness = after_round(np, likeness, more)
        return likeness

    def _round(self, view: View, number: int, seat: Seat) -> Any:
        """Return what a round told of a seat."""
        decisions = list(self._decisions(view, number, seat))
        if not decisions:
            return np.zeros(SUMS)
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
