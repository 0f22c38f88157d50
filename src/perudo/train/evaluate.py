"""Measure in the arena how strong a trained network is."""

from collections.abc import Sequence
from pathlib import Path

from perudo.arena.contest import Contest
from perudo.arena.running import run_contests
from perudo.arena.standing import Share, shares
from perudo.engine.edition import Edition

CANDIDATE = '''"""A network to be measured. Written by perudo.train.evaluate."""

from pathlib import Path

from perudo.bots.champion.player import Champion, TrainedNetwork, trained_network


class Candidate(Champion):
    def __init__(self) -> None:
        network = trained_network(Path({weights!r})).network
        super().__init__(TrainedNetwork(network, {temperature}))
'''


def write_candidate(weights: Path, temperature: float) -> str:
    """Write a bot that plays with these weights, and return its name for the arena."""
    file = weights.with_name(f"candidate_{round(100 * temperature)}.py")
    text = CANDIDATE.format(weights=str(weights.resolve()), temperature=temperature)
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
