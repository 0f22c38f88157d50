"""The champion at the table: it draws an action by the preferences of its network.

The last rounds of two players (three dice on the table, or a palifico) follow the book of exact
strategies, where nobody can learn to beat it.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

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
        self, network: TrainedNetwork | None = None, *, remembered: int | None = None
    ) -> None:
        """``remembered`` is how many rounds back it remembers how others played; None for all."""
        self._network, self._temperature = network or trained_network()
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
        if not knowns:
            logits = []
        elif len(knowns) == 1:
            logits = [self._network.preferences(inputs(np, knowns[0]))]
        else:
            logits = self._network.preferences(np.stack([inputs(np, k) for k in knowns]))
        drawn = iter(
            {_action(number): chance for number, chance in self._chances(legal, row).items()}
            for legal, row in zip(map(legal_numbers, knowns), logits, strict=True)
        )
        return [next(drawn) if known is None else known for known in by_book]

    def by_the_book(self, view: View) -> dict[Action, float] | None:
        """Return the exact strategy, if the position is in the book."""
        return strategy(view)

    def choice(self, view: View, known: Knowledge, preferences: Any) -> dict[int, float]:
        """Return how likely it takes each legal action, by its number, given its preferences."""
        legal = legal_numbers(known)
        book = None if known.asking or not legal else self.by_the_book(view)
        if book is None:
            return self._chances(legal, preferences) if legal else {}
        exact = {number_of(action): chance for action, chance in book.items()}
        return {number: exact.get(number, 0.0) for number in legal}

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
