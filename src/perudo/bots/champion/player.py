"""The champion at the table: it draws an action by the preferences of its network.

The last rounds of two players (three dice on the table, or a palifico) follow the book of exact
strategies, where nobody can learn to beat it. Matches of two follow solved strategies too, which
the duellist knows by heart, as long as the other does not look like a simple player
(``likeness``).
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from perudo.bots.champion.duel import duel_inputs, is_duel, sight_of
from perudo.bots.champion.from_view import knowledge_from_view
from perudo.bots.champion.inputs import inputs, legal_actions
from perudo.bots.champion.knowledge import Knowledge
from perudo.bots.champion.likeness import PLAYERS, MatchLikeness, exploiter_inputs, is_simple
from perudo.bots.champion.memory import MatchMemory
from perudo.bots.champion.network import Network
from perudo.bots.champion.partway import Partway, how_far
from perudo.bots.champion.weights import read_weights
from perudo.engine.actions import Action
from perudo.engine.numbering import CALZA_NUMBER, action_of, number_of
from perudo.engine.view import View
from perudo.solve.book import strategy

WEIGHTS = Path(__file__).with_name("champion.safetensors")
DUEL_WEIGHTS = WEIGHTS.with_name("duel.safetensors")
HABITS_WEIGHTS = WEIGHTS.with_name("habits.safetensors")


class TrainedNetwork(NamedTuple):
    network: Network
    temperature: float
    """How freely actions are drawn: 1 as in training; less favours the preferred action more."""


@cache
def trained_network(path: Path = WEIGHTS) -> TrainedNetwork:
    """Return the network of a file of weights. A file is read once only."""
    arrays, notes = read_weights(path)
    return TrainedNetwork(Network(arrays), float(notes.get("temperature", "1")))


class _Question(NamedTuple):
    network: Network | Partway
    row: Any
    """The inputs"""
    legal: list[int]


class Champion:
    def __init__(
        self,
        network: TrainedNetwork | None = None,
        *,
        exploiter: Network | None = None,
        remembered: int | None = None,
    ) -> None:
        """``remembered`` is how many rounds back it remembers how others played; None for all.

        Networks other than those of the package are for measuring them. With another ``network``
        that one plays duels too; an ``exploiter`` plays all duels.
        """
        self._network, self._temperature = network or trained_network()
        self._exploiter = exploiter
        self._solutions = trained_network(DUEL_WEIGHTS).network
        self._partway = Partway(self._network, self._solutions) if network is None else None
        self._memory = MatchMemory(remembered)
        self._likeness = MatchLikeness(
            trained_network(HABITS_WEIGHTS).network, self._solutions, remembered
        )

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
        questions = [
            self._question(view, self._known(view, asking=False))
            for view, known in zip(views, by_book, strict=True)
            if known is None
        ]
        drawn = iter(
            {_action(number): chance for number, chance in chances.items()}
            for chances in self._answers(questions)
        )
        return [next(drawn) if known is None else known for known in by_book]

    def _question(self, view: View, known: Knowledge) -> _Question:
        """Return which network decides on this turn, from which inputs, among which actions."""
        if not self._plays_duel(known):
            return _Question(self._network, inputs(np, known), legal_numbers(known))
        sight = sight_of(np, known)
        legal = np.flatnonzero(sight.legal).tolist()
        if self._exploiter is not None:
            looks = self._likeness_of(view, own=True), self._likeness_of(view)
            return _Question(self._exploiter, exploiter_inputs(np, known, *looks), legal)
        row = duel_inputs(np, sight)
        far = self._how_far(view, known)
        if self._partway is not None and far > 0:
            both = self._partway.row(inputs(np, known), row, sight.legal, far)
            return _Question(self._partway, both, legal)
        return _Question(self._solutions, row, legal)

    def _answers(self, questions: list[_Question]) -> Iterator[dict[int, float]]:
        """Yield how likely each action is, by its number."""
        for network, asked in groupby(questions, itemgetter(0)):
            same = list(asked)
            # One row is quicker as a vector than as a matrix.
            logits = (
                [network.preferences(same[0].row)]
                if len(same) == 1
                else network.preferences(np.stack([question.row for question in same]))
            )
            for question, row in zip(same, logits, strict=True):
                yield self._chances(question.legal, row)

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
        elif self._plays_duel(known):
            (chosen,) = self._answers([self._question(view, known)])
        else:
            return self._chances(legal, preferences)
        return {number: chosen.get(number, 0.0) for number in legal}

    def _plays_duel(self, known: Knowledge) -> bool:
        """Return whether this is a turn of a duel, where it has more to go by than its network."""
        return bool(is_duel(np, known)) and bool(self._partway or self._exploiter)

    def _how_far(self, view: View, known: Knowledge) -> float:
        """Return how far it goes to its own network in a duel; 0 is by the solutions."""
        # Asked even if it would not go far: a round is quickly judged, but several at once are not.
        simple = is_simple(self._likeness_of(view))
        return float(how_far(np, *known.dice[:PLAYERS])) if simple else 0.0

    def _likeness_of(self, view: View, *, own: bool = False) -> Any:
        """Return how much the other one of a duel, or itself, looks like a simple player."""
        assert view.seat is not None
        return self._likeness.of(view, view.seat if own else 1 - view.seat)

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
