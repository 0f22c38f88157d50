"""Measure in the arena how strong a trained network is.

``python -m perudo.train.evaluate FILE`` writes a bot that plays with these weights, and says its
name for ``perudo arena`` and ``perudo exam``.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from perudo.arena.contest import Contest
from perudo.arena.running import run_contests
from perudo.arena.standing import Share, shares
from perudo.bots.champion.inputs import INPUTS
from perudo.bots.champion.likeness import EXPLOITER_INPUTS
from perudo.bots.champion.player import trained_network
from perudo.engine.edition import Edition
from perudo.engine.errors import InvalidValue

CANDIDATE = '''"""A network to be measured. Written by perudo.train.evaluate."""

from pathlib import Path

from perudo.bots.champion.player import Champion, TrainedNetwork, trained_network


class Candidate(Champion):
    def __init__(self) -> None:
        network = trained_network(Path({weights!r})).network
        super().__init__({arguments})
'''


def write_candidate(weights: Path, temperature: float = 1.0) -> str:
    """Write a bot that plays with these weights, and return its name for the arena.

    What learned to beat the champion in duels plays duels; elsewhere the bot plays as the champion.
    """
    file = weights.with_name(f"{weights.stem}_{round(100 * temperature)}.py")
    inputs = trained_network(weights).network.inputs
    if inputs not in (INPUTS, EXPLOITER_INPUTS):
        raise InvalidValue(
            f"{weights}: no champion takes {inputs} inputs; was it trained for another version?"
        )
    duels = inputs == EXPLOITER_INPUTS
    arguments = "exploiter=network" if duels else f"TrainedNetwork(network, {temperature})"
    text = CANDIDATE.format(weights=str(weights.resolve()), arguments=arguments)
    file.write_text(text, encoding="utf-8")
    return f"{file}:Candidate"


def win_shares(
    entrant: str,
    against: str,
    tables: Sequence[tuple[Edition, int]],
    matches: int,
    *,
    seed: int = 1,
    processes: int = 1,
) -> list[Share]:
    """Return the share of matches that an entrant wins at each table against copies of another."""
    contests = [
        Contest(rules, (entrant, *[against] * (seats - 1)), matches, seed)
        for rules, seats in tables
    ]
    tallies = run_contests(contests, processes=processes)
    return [
        shares(contest, tally)[entrant] for contest, tally in zip(contests, tallies, strict=True)
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", metavar="FILE", type=Path)
    parser.add_argument("--temperature", type=float, default=1.0)
    args = parser.parse_args()
    try:
        name = write_candidate(args.weights, args.temperature)
    except (OSError, InvalidValue) as error:
        parser.error(str(error))
    sys.stdout.write(f"{name}\n")
