"""How strong a trained network is, in the arena."""

from collections.abc import Sequence
from pathlib import Path

from perudo.arena.contest import Contest
from perudo.arena.running import run_contests
from perudo.arena.standing import Share, shares
from perudo.engine.edition import Edition

CANDIDATE = '''"""Written by perudo.train.evaluate: a network on trial."""

from pathlib import Path

from perudo.bots.champion.player import Champion, Trained, trained


class Candidate(Champion):
    def __init__(self) -> None:
        super().__init__(Trained(trained(Path({weights!r})).network, {temperature}))
'''


def candidate(weights: Path, temperature: float) -> str:
    """The name of an entrant that plays with these weights."""
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
    """The share of matches that an entrant wins alone against a field, at each table."""
    contests = [
        Contest(rules, (entrant, *[against] * (seats - 1)), matches, seed)
        for rules, seats in tables
    ]
    tallies = run_contests(contests, processes=processes)
    return [
        shares(contest, tally)[entrant] for contest, tally in zip(contests, tallies, strict=True)
    ]
