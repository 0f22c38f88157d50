"""A part of the way from the solutions of duels to the champion's own network.

The own network wins most from simple players, but somebody who knows it wins much from it, too. A
part of the way, nearly as much is won from simple players, and less from the champion.

How far it goes depends on the dice of both. As long as there are many, somebody may pretend to be a
simple player: the die that this costs is soon won back from a champion that believes it. So with
many dice on the table it goes less far, and if it is ahead, not at all.
"""

from typing import Any, Final

import numpy as np

from perudo.bots.champion.duel import ACTIONS
from perudo.bots.champion.duel import INPUTS as DUEL_INPUTS
from perudo.bots.champion.inputs import INPUTS
from perudo.bots.champion.knowledge import Array
from perudo.bots.champion.network import Network

FAR: Final = 2 / 3
"""How far it goes: 0 is by the solutions, 1 by the own network."""
FAR_WITH_MANY: Final = 1 / 2
"""The same with many dice on the table, while it has no more of them than the other."""
MANY_DICE: Final = 8
LEAST: Final = -12.0
"""The logarithm of the least chance that counts: what one never does is not quite ruled out."""


def legal_log_chances(xp: Any, logits: Array, legal: Array) -> Array:
    """Return the logarithms of how likely each action of duels is; hardly at all if not legal."""
    logits = xp.where(legal, logits[..., :ACTIONS], -1e9)
    logits = logits - logits.max(-1)[..., None]
    return logits - xp.log(xp.exp(logits).sum(-1))[..., None]


def how_far(xp: Any, its: Array, others: Array) -> Array:
    """Return how far it goes against a simple player, by its dice and the other one's."""
    with_many = xp.where(its > others, 0.0, FAR_WITH_MANY)
    return xp.where(its + others >= MANY_DICE, with_many, FAR)


def partway(xp: Any, far: Array, own: Array, solutions: Array, legal: Array) -> Array:
    """Return the preferences on that part of the way, from those of both networks."""
    mine, best = (
        xp.maximum(legal_log_chances(xp, logits, legal), LEAST) for logits in (own, solutions)
    )
    return far[..., None] * mine + (1 - far[..., None]) * best


class Partway:
    """Both networks as one, which takes the inputs of both, what is legal, and how far to go."""

    def __init__(self, own: Network, solutions: Network) -> None:
        self._own, self._solutions = own, solutions

    @staticmethod
    def row(own: Any, solutions: Any, legal: Any, far: Any) -> Any:
        # In single precision, like the networks: with any other, each product would convert them.
        return np.concatenate([own, solutions, legal, [far]], dtype=np.float32)

    def preferences(self, rows: Any) -> Any:
        """Return a logit for each action; a row of them for each row of inputs."""
        own, solutions, legal, far = np.split(
            rows, np.cumsum([INPUTS, DUEL_INPUTS, ACTIONS]), axis=-1
        )
        both = self._own.preferences(own), self._solutions.preferences(solutions)
        return partway(np, far[..., 0], *both, legal > 0)
