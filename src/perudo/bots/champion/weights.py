"""Read a file of weights in the safetensors format: a header in JSON, then the numbers."""

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from perudo.engine.errors import InvalidValue

TYPES: Final = {"F32": np.float32, "F16": np.float16}


class Weights(NamedTuple):
    arrays: dict[str, Any]
    """By name, as float32."""
    notes: dict[str, str]
    """The metadata of the file."""


def read_weights(path: Path) -> Weights:
    """Read a file of weights; raise ``InvalidValue`` if it is not one."""
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    try:
        header = json.loads(content[8 : 8 + size])
        notes = header.pop("__metadata__", {})
        arrays = {name: _array(entry, content, 8 + size) for name, entry in header.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidValue(f"{path} is not a file of weights: {error}") from error
    return Weights(arrays, notes)


def _array(entry: dict[str, Any], content: bytes, start: int) -> Any:
    begin, end = entry["data_offsets"]
    kind, shape = entry["dtype"], entry["shape"]
    if kind == "BF16":
        # NumPy has no bfloat16. It is the upper half of a float32.
        halves = np.frombuffer(content[start + begin : start + end], "<u2")
        return (halves.astype("<u4") << 16).view("<f4").reshape(shape)
    numbers = np.frombuffer(content[start + begin : start + end], TYPES[kind])
    return numbers.reshape(shape).astype(np.float32)
