"""The champion at the table: it draws an action by the preferences of its network.

The last rounds of two players (three dice on the table, or a palifico) follow the book of exact
strategies, where nobody can learn to beat it. Matches of two are played by the duellist, a network
of their own.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from perudo.bots.champion.duel import duel_inputs, is_duel, sight_of
from perudo.bots.champion.from_view import knowledge_from_view
from perudo.bots.champion.inputs import inputs, legal_actions
from perudo.bots.champion.knowledge import Knowledge
from perudo.bots.champion.memory import MatchMemory
from perudo.bots.champion.network import Network
from perudo.bots.champion.weights import read_weights
from perudo.engine.actions import Action
from perudo.engine.numbering import CALZA_NUMBER, action_of, number_of
from perudo.engine.view import View
from perudo.solve.book import strategy

WEIGHTS = Path(__file__).with_name("champion.safetensors")
DUEL_WEIGHTS = WEIGHTS.with_name("duel.safetensors")


class TrainedNetwork(NamedTuple):
    network: Network
    temperature: float
    """How freely actions are drawn: 1 as in training; less favours the preferred action more."""


@cache
def trained_network(path: Path = WEIGHTS) -> TrainedNetwork:
    """Return the network of a file of weights. A file is read once only."""
    arrays, notes = read_weights(path)
    return TrainedNetwork(Network(arrays), float(notes.get("temperature", "1")))


class Champion:
    def __init__(
        self,
        network: TrainedNetwork | None = None,
        *,
        duellist: Network | None = None,
        remembered: int | None = None,
    ) -> None:
        """``remembered`` is how many rounds back it remembers how others played; None for all.

        Networks other than those of the package are for measuring them. With another ``network``
        that one plays duels too.
        """
        self._network, self._temperature = network or trained_network()
        if network is None and duellist is None:
            duellist = trained_network(DUEL_WEIGHTS).network
        self._duellist = duellist
        self._memory = MatchMemory(remembered)

    def act(self, view: View, rng: Random) -> Action:
        chances = self.chances([view])[0]
        return rng.choices(list(chances), list(chances.values()))[0]

    def claims_calza(self, view: View, rng: Random) -> bool:
        known = self._known(view, asking=True)
        chances = self._chances(legal_numbers(known), self._network.preferences(inputs(np, known)))
        return rng.choices(list(chances), list(chances.values()))[0] == CALZA_NUMBER

    def chances(self, views: Sequence[View]) -> list[dict[Action, float]]:
        """Return how likely it takes each action in these views of one match, on its turn."""
        by_book = [self.by_the_book(view) for view in views]
        knowns = [
            self._known(view, asking=False)
            for view, known in zip(views, by_book, strict=True)
            if known is None
        ]
        drawn = iter(
            {_action(number): chance for number, chance in chances.items()}
            for chances in self._choices(knowns)
        )
        return [next(drawn) if known is None else known for known in by_book]

    def _choices(self, knowns: list[Knowledge]) -> Iterator[dict[int, float]]:
        """Yield how likely each action is, by its number, for what is known of one match."""
        if not knowns:
            return
        network = self._duellist_for(knowns[0])
        if network is not None:
            sights = [sight_of(np, known) for known in knowns]
            legal = [np.flatnonzero(sight.legal).tolist() for sight in sights]
            rows = [duel_inputs(np, sight) for sight in sights]
        else:
            legal = [legal_numbers(known) for known in knowns]
            rows = [inputs(np, known) for known in knowns]
            network = self._network
        # One row is quicker as a vector than as a matrix.
        logits = (
            [network.preferences(rows[0])]
            if len(rows) == 1
            else network.preferences(np.stack(rows))
        )
        for numbers, row in zip(legal, logits, strict=True):
            yield self._chances(numbers, row)

    def by_the_book(self, view: View) -> dict[Action, float] | None:
        """Return the exact strategy, if the position is in the book."""
        return strategy(view)

    def choice(self, view: View, known: Knowledge, preferences: Any) -> dict[int, float]:
        """Return how likely it takes each legal action, by its number, given its preferences."""
        legal = legal_numbers(known)
        if not legal or known.asking:
            return self._chances(legal, preferences) if legal else {}
        book = self.by_the_book(view)
        if book is not None:
            chosen = {number_of(action): chance for action, chance in book.items()}
        elif self._duellist_for(known) is not None:
            (chosen,) = self._choices([known])
        else:
            return self._chances(legal, preferences)
        return {number: chosen.get(number, 0.0) for number in legal}

    def _duellist_for(self, known: Knowledge) -> Network | None:
        """Return the network of the duellist, if it decides here."""
        return self._duellist if is_duel(np, known) else None

    def win_chance(self, view: View) -> float:
        """Return how likely it takes itself to win the match, on its turn."""
        return self._network.beliefs(inputs(np, self._known(view, asking=False)))[1]

    def _known(self, view: View, *, asking: bool) -> Knowledge:
        return knowledge_from_view(view, self._memory.numbers_for(view), asking=asking)

    def _chances(self, legal: list[int], preferences: Any) -> dict[int, float]:
        """Return how likely each action is drawn, by its number."""
        # The last digits of a matrix product depend on the processor. Rounded, so that a seed gives
        # the same match on nearly every machine.
        logits = np.round(preferences[legal], 3)
        logits = (logits - logits.max()) / max(self._temperature, 1e-3)
        weights = np.round(np.exp(logits), 6)
        return dict(zip(legal, (weights / weights.sum()).tolist(), strict=True))


def legal_numbers(known: Knowledge) -> list[int]:
    """Return the numbers of the legal actions."""
    numbers: list[int] = np.flatnonzero(legal_actions(np, known)).tolist()
    return numbers


def _action(number: int) -> Action:
    action = action_of(number)
    assert action is not None
    return action
