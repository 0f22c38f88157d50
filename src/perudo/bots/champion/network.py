"""The policy network in NumPy. ``train.network`` computes the same in JAX."""

from typing import Any

import numpy as np

from perudo.engine.numbering import ALL_ACTIONS


class Network:
    def __init__(self, arrays: dict[str, Any]) -> None:
        # Transposed, so that a product reads the weights of an output from consecutive memory.
        self._in = _layer(arrays["in.weight"]), arrays["in.bias"]
        self._blocks: list[tuple[Any, Any, Any]] = []
        while f"{len(self._blocks)}.up" in arrays:
            name = str(len(self._blocks))
            self._blocks.append(
                (
                    # Multiplying the gain into the next weights saves a product at each decision.
                    _layer(arrays[f"{name}.up"] * arrays[f"{name}.gain"][:, None]),
                    arrays[f"{name}.bias"],
                    _layer(arrays[f"{name}.down"]),
                )
            )
        self._out = (
            _layer(arrays["out.weight"] * arrays["out.gain"][:, None]),
            arrays["out.bias"],
        )
        actions = slice(0, ALL_ACTIONS)
        self._choice = self._out[0][actions], self._out[1][actions]

    @property
    def inputs(self) -> int:
        """How many inputs it takes."""
        return int(self._in[0].shape[1])

    def preferences(self, inputs: Any) -> Any:
        """Return a logit for each action, legal or not; a row of them for each row of inputs."""
        weight, bias = self._choice
        return _times(weight, self.features(inputs)) + bias

    def preferences_and_beliefs(self, features: Any) -> tuple[Any, Any]:
        """Return the logits of all actions, and how likely each bid is true."""
        weight, bias = self._out
        logits = weight @ features + bias
        return logits[:ALL_ACTIONS], 1 / (1 + np.exp(-logits[ALL_ACTIONS:-1]))

    def beliefs(self, inputs: Any) -> tuple[Any, float]:
        """Return how likely each bid is true, by action number, and the chance to win the match."""
        weight, bias = self._out
        logits = (weight @ self.features(inputs) + bias)[ALL_ACTIONS:]
        chances = 1 / (1 + np.exp(-logits))
        return chances[:-1], float(chances[-1])

    def features(self, inputs: Any) -> Any:
        """Return the last layer before the outputs, which sums up what the inputs say."""
        weight, bias = self._in
        h = np.maximum(_times(weight, inputs) + bias, 0)
        for up, bias, down in self._blocks:
            h = h + _times(down, np.maximum(_times(up, _normed(h)) + bias, 0))
        return _normed(h)


def _layer(weight: Any) -> Any:
    return np.ascontiguousarray(weight.T, dtype=np.float32)


def _times(weight: Any, rows: Any) -> Any:
    """Return the product with one row of numbers, or with each of several."""
    return weight @ rows if rows.ndim == 1 else rows @ weight.T


def _normed(h: Any) -> Any:
    return h / np.sqrt(np.mean(h * h, axis=-1, keepdims=True) + np.float32(1e-5))
