"""The champion at the table: looks, asks its network, and draws among what it prefers."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from perudo.bots.champion.inputs import inputs, legal_actions
from perudo.bots.champion.looking import seen_from_view
from perudo.bots.champion.memory import Remembered
from perudo.bots.champion.network import Network
from perudo.bots.champion.seen import Seen
from perudo.bots.champion.weights import read_weights
from perudo.engine.actions import Action
from perudo.engine.numbering import CALZA_NUMBER, action_of
from perudo.engine.view import View

WEIGHTS = Path(__file__).with_name("champion.safetensors")


class Trained(NamedTuple):
    network: Network
    temperature: float
    """How freely it draws among what it prefers: 1 as in training, less is surer."""


@cache
def trained(path: Path = WEIGHTS) -> Trained:
    """A trained network, read once."""
    arrays, notes = read_weights(path)
    return Trained(Network(arrays), float(notes.get("temperature", "1")))


class Champion:
    def __init__(self, network: Trained | None = None) -> None:
        self._network, self._temperature = network or trained()
        self._remembered = Remembered()

    def act(self, view: View, rng: Random) -> Action:
        action = action_of(self._draw(self._seen(view, asking=False), rng))
        assert action is not None
        return action

    def claims_calza(self, view: View, rng: Random) -> bool:
        return self._draw(self._seen(view, asking=True), rng) == CALZA_NUMBER

    def _seen(self, view: View, *, asking: bool) -> Seen:
        return seen_from_view(view, self._remembered.of(view), asking=asking)

    def _draw(self, seen: Seen, rng: Random) -> int:
        """The number of an action."""
        legal = np.flatnonzero(legal_actions(np, seen))
        chances = self._chances(seen, legal)
        return int(rng.choices(legal.tolist(), chances)[0])

    def _chances(self, seen: Seen, legal: Any) -> list[float]:
        # Rounded, since the last digits of a product of matrices depend on the processor, and a
        # seed should repeat a match wherever it can.
        wanted = np.round(self._network.preferences(inputs(np, seen))[legal], 3)
        wanted = (wanted - wanted.max()) / max(self._temperature, 1e-3)
        chances: list[float] = np.round(np.exp(wanted), 6).tolist()
        return chances
