"""A part of the way from the solutions of duels to the champion's own network.

The own network wins most from simple players, but somebody who knows it wins much from it, too. A
part of the way, nearly as much is won from simple players, and less from the champion.
"""

from typing import Any, Final

import numpy as np

from perudo.bots.champion.duel import ACTIONS
from perudo.bots.champion.duel import INPUTS as DUEL_INPUTS
from perudo.bots.champion.inputs import INPUTS
from perudo.bots.champion.knowledge import Array
from perudo.bots.champion.network import Network

OWN: Final = 2 / 3
"""How far it goes: 0 is by the solutions, 1 by the own network."""
LEAST: Final = -12.0
"""The logarithm of the least chance that counts: what one never does is not quite ruled out."""


def legal_log_chances(xp: Any, logits: Array, legal: Array) -> Array:
    """Return the logarithms of how likely each action of duels is; hardly at all if not legal."""
    logits = xp.where(legal, logits[..., :ACTIONS], -1e9)
    logits = logits - logits.max(-1)[..., None]
    return logits - xp.log(xp.exp(logits).sum(-1))[..., None]


def partway(xp: Any, own: Array, solutions: Array, legal: Array) -> Array:
    """Return the preferences on that part of the way, from those of both networks."""
    mine, best = (
        xp.maximum(legal_log_chances(xp, logits, legal), LEAST) for logits in (own, solutions)
    )
    return OWN * mine + (1 - OWN) * best


class Partway:
    """Both networks as one, which takes the inputs of both and what is legal."""

    def __init__(self, own: Network, solutions: Network) -> None:
        self._own, self._solutions = own, solutions

    @staticmethod
    def row(own: Any, solutions: Any, legal: Any) -> Any:
        return np.concatenate([own, solutions, legal])

    def preferences(self, rows: Any) -> Any:
        """Return a logit for each action; a row of them for each row of inputs."""
        own, solutions, legal = np.split(rows, [INPUTS, INPUTS + DUEL_INPUTS], axis=-1)
        return partway(
            np, self._own.preferences(own), self._solutions.preferences(solutions), legal > 0
        )
