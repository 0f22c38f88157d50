"""What a run keeps in its folder: weights, moments, past selves, how far it is."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from perudo.bots.champion.weights import read_weights
from perudo.train.adam import Moments
from perudo.train.learning import Learner
from perudo.train.rollout import Networks

TYPES: Final = {"float32": "F32", "float16": "F16", "bfloat16": "BF16"}


class Progress(NamedTuple):
    updates: int = 0
    seconds: float = 0.0
    """Of learning."""
    steps: int = 0
    """Decisions of all seats."""


def write_weights(path: Path, arrays: Mapping[str, Any], notes: Mapping[str, str]) -> None:
    """A file in the safetensors format, written beside and then put in place."""
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
    write_weights(folder / "past.safetensors", learner.past, {})
    kept = {"count": int(learner.moments.count), "kept": int(learner.kept), **progress._asdict()}
    (folder / "progress.json").write_text(json.dumps(kept), encoding="utf-8")


def load(folder: Path, learner: Learner) -> tuple[Learner, Progress]:
    """What was saved, in the place of a new learner of the same sizes. Without the file of past
    selves the league begins with the present one."""
    kept = json.loads((folder / "progress.json").read_text(encoding="utf-8"))
    networks, moments = [], ([], [])  # type: ignore[var-annotated]
    for name, fresh in learner.networks._asdict().items():
        arrays = read_weights(folder / f"{name}.safetensors").arrays
        for key, array in fresh.items():
            if key not in arrays or arrays[key].shape != array.shape:
                raise ValueError(f"{folder}: {name} is of another size than the configuration's")
        networks.append(jax.tree.map(jnp.asarray, arrays))
        saved = read_weights(folder / f"{name}-moments.safetensors").arrays
        for order, into in zip(("first", "second"), moments, strict=True):
            into.append({key: jnp.asarray(saved[f"{order}.{key}"]) for key in fresh})
    count = jnp.int32(kept.pop("count"))
    number = kept.pop("kept")
    past = {
        key: jnp.repeat(jnp.asarray(array).astype(jnp.bfloat16)[None], len(learner.past[key]), 0)
        for key, array in networks[0].items()
    }
    if (folder / "past.safetensors").exists():
        arrays = read_weights(folder / "past.safetensors").arrays
        past = {key: jnp.asarray(array).astype(jnp.bfloat16) for key, array in arrays.items()}
    resumed = Learner(
        Networks(*networks),
        Moments(Networks(*moments[0]), Networks(*moments[1]), count),
        past,
        jnp.int32(number),
    )
    return resumed, Progress(**kept)


def export(folder: Path, learner: Learner, temperature: float, told: Mapping[str, str]) -> None:
    """The policy alone, as the champion reads it."""
    arrays = jax.device_get(learner.networks.policy)
    half = {name: array.astype(np.float16) for name, array in arrays.items()}
    notes = {"temperature": str(temperature), **told}
    write_weights(folder / "champion.safetensors", half, notes)


