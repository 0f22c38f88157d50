"""The champion at the table: it draws an action by the preferences of its network."""

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
from perudo.engine.numbering import CALZA_NUMBER, action_of
from perudo.engine.view import View

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
    def __init__(self, network: TrainedNetwork | None = None) -> None:
        self._network, self._temperature = network or trained_network()
        self._memory = MatchMemory()

    def act(self, view: View, rng: Random) -> Action:
        action = action_of(self._draw(self._known(view, asking=False), rng))
        assert action is not None
        return action

    def claims_calza(self, view: View, rng: Random) -> bool:
        return self._draw(self._known(view, asking=True), rng) == CALZA_NUMBER

    def _known(self, view: View, *, asking: bool) -> Knowledge:
        return knowledge_from_view(view, self._memory.numbers_for(view), asking=asking)

    def _draw(self, known: Knowledge, rng: Random) -> int:
        """Draw a legal action, and return its number."""
        legal = np.flatnonzero(legal_actions(np, known))
        chances = self._chances(known, legal)
        return int(rng.choices(legal.tolist(), chances)[0])

    def _chances(self, known: Knowledge, legal: Any) -> list[float]:
        # The last digits of a matrix product depend on the processor. Rounded, so that a seed gives
        # the same match on nearly every machine.
        logits = np.round(self._network.preferences(inputs(np, known))[legal], 3)
        logits = (logits - logits.max()) / max(self._temperature, 1e-3)
        chances: list[float] = np.round(np.exp(logits), 6).tolist()
        return chances
