"""Save and load a run: weights, moments, past selves, progress."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from perudo.bots.champion.weights import read_weights
from perudo.engine.errors import InvalidValue
from perudo.train.adam import Moments, zero_moments
from perudo.train.learning import Learner
from perudo.train.network import Params
from perudo.train.rollout import Networks

TYPES: Final = {"float32": "F32", "float16": "F16", "bfloat16": "BF16"}


class Progress(NamedTuple):
    """How far a run is."""

    updates: int = 0
    seconds: float = 0.0
    """Time spent learning."""
    steps: int = 0
    """Decisions of all seats."""


def write_weights(path: Path, arrays: Mapping[str, Any], notes: Mapping[str, str]) -> None:
    """Write a file in the safetensors format.

    It is written under another name and then moved, so that an interruption leaves the old file.
    """
    header: dict[str, Any] = {"__metadata__": dict(notes)} if notes else {}
    contents, end = [], 0
    for name, array in arrays.items():
        content = np.ascontiguousarray(array).tobytes()
        header[name] = {
            "dtype": TYPES[str(array.dtype)],
            "shape": list(array.shape),
            "data_offsets": [end, end + len(content)],
        }
        contents.append(content)
        end += len(content)
    head = json.dumps(header).encode()
    head += b" " * (-len(head) % 8)
    part = path.with_suffix(".part")
    part.write_bytes(len(head).to_bytes(8, "little") + head + b"".join(contents))
    part.replace(path)


def save(folder: Path, learner: Learner, progress: Progress) -> None:
    """Save all that is needed to resume."""
    folder.mkdir(parents=True, exist_ok=True)
    learner = jax.device_get(learner)
    for name, network in learner.networks._asdict().items():
        write_weights(folder / f"{name}.safetensors", network, {})
        moments = {
            f"{order}.{key}": array.astype(jnp.bfloat16)
            for order, by_network in (("first", learner.moments[0]), ("second", learner.moments[1]))
            for key, array in getattr(by_network, name).items()
        }
        write_weights(folder / f"{name}-moments.safetensors", moments, {})
    write_weights(folder / "average.safetensors", learner.average, {})
    write_weights(folder / "past.safetensors", learner.past, {})
    kept = {"count": int(learner.moments.steps), "kept": int(learner.kept), **progress._asdict()}
    (folder / "progress.json").write_text(json.dumps(kept), encoding="utf-8")


def load(folder: Path, learner: Learner) -> tuple[Learner, Progress]:
    """Return the saved learner and progress; ``learner`` is a new one of the same sizes.

    If the files of moments are missing, moments start at zero; if that of past selves
    is missing, they all start as the saved policy.
    """
    kept = json.loads((folder / "progress.json").read_text(encoding="utf-8"))
    networks = Networks(
        *(_read(folder / f"{name}.safetensors", fresh) for name, fresh in _named(learner.networks))
    )
    past = {
        name: jnp.broadcast_to(networks.policy[name].astype(leaf.dtype), leaf.shape)
        for name, leaf in learner.past.items()
    }
    if (folder / "past.safetensors").exists():
        past = _read(folder / "past.safetensors", learner.past)
    count = jnp.int32(kept.pop("count"))
    resumed = Learner(
        networks,
        _moments(folder, networks, count),
        _read(folder / "average.safetensors", learner.average),
        past,
        jnp.int32(kept.pop("kept")),
    )
    return resumed, Progress(**kept)


def _named(networks: Networks) -> list[tuple[str, Params]]:
    return list(networks._asdict().items())


def _read(path: Path, fresh: Params) -> Params:
    """Read arrays with the sizes and types of those of a new learner."""
    arrays = read_weights(path).arrays
    for name, array in fresh.items():
        if name not in arrays or arrays[name].shape != array.shape:
            raise InvalidValue(f"{path}: {name} has another size than the configuration gives it")
    return {name: jnp.asarray(arrays[name], array.dtype) for name, array in fresh.items()}


def _moments(folder: Path, networks: Networks, count: jax.Array) -> Moments:
    first, second = [], []
    for name, network in _named(networks):
        path = folder / f"{name}-moments.safetensors"
        if not path.exists():
            return zero_moments(networks)
        arrays = read_weights(path).arrays
        first.append({key: jnp.asarray(arrays[f"first.{key}"]) for key in network})
        second.append({key: jnp.asarray(arrays[f"second.{key}"]) for key in network})
    return Moments(Networks(*first), Networks(*second), count)


def export(folder: Path, learner: Learner, temperature: float, extra: Mapping[str, str]) -> None:
    """Write the averaged policy in half precision, as the champion reads it.

    ``extra`` is added to the notes in the file.
    """
    arrays = jax.device_get(learner.average)
    half = {name: array.astype(np.float16) for name, array in arrays.items()}
    notes = {"temperature": str(temperature), **extra}
    write_weights(folder / "champion.safetensors", half, notes)
