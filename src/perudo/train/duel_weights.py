"""Put a trained duellist into the package: ``python -m perudo.train.duel_weights FILE...``.

Only what it needs to play is kept. Of several networks of one run, the average is taken: it lies
between them also in how it plays.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from perudo.bots.champion.duel import ACTIONS
from perudo.bots.champion.player import DUEL_WEIGHTS
from perudo.bots.champion.weights import read_weights
from perudo.train.checkpoints import write_weights


def put_together(files: Sequence[Path], out: Path) -> None:
    """Write the average of some networks, with the outputs for actions only."""
    networks = [_for_play(read_weights(file).arrays) for file in files]
    average = {
        name: (sum(network[name] for network in networks) / len(networks)).astype(np.float16)
        for name in networks[0]
    }
    write_weights(out, average, {})


def _for_play(network: dict[str, Any]) -> dict[str, Any]:
    last = ("out.weight", "out.bias")
    return {n: array[..., :ACTIONS] if n in last else array for n, array in network.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, default=DUEL_WEIGHTS)
    args = parser.parse_args()
    put_together(args.files, args.out)
