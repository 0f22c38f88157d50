"""Run contests on several processes, and resume an earlier run."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from perudo.arena.contest import Contest
from perudo.arena.tally import Tally

CHUNK = 50
"""Matches in one piece of work: few, for smooth progress and little loss when stopped."""


class Piece(NamedTuple):
    contest: int
    first: int
    last: int


Progress = Callable[[int, int], None]
"""Called with the matches done and the total."""

_contests: Sequence[Contest] = ()


def _enter(contests: Sequence[Contest]) -> None:
    global _contests  # noqa: PLW0603
    _contests = contests


def _work(piece: Piece) -> tuple[Piece, Tally]:
    return piece, _contests[piece.contest].run(piece.first, piece.last)


def run_contests(
    contests: Sequence[Contest],
    *,
    processes: int = 1,
    saved: Path | None = None,
    progress: Progress | None = None,
) -> list[Tally]:
    """Run all contests and return their tallies. Finished pieces are stored in ``saved``."""
    pieces = [
        Piece(index, first, min(first + CHUNK, contest.matches))
        for index, contest in enumerate(contests)
        for first in range(0, contest.matches, CHUNK)
    ]
    total = sum(contest.matches for contest in contests)
    finished = _load(contests, saved)
    done = sum(piece.last - piece.first for piece in pieces if piece in finished)
    _report(progress, done, total)
    todo = [piece for piece in pieces if piece not in finished]
    for piece, tally in _finished(contests, todo, processes):
        finished[piece] = tally
        if saved is not None:
            _save(contests, saved, piece, tally)
        done += piece.last - piece.first
        _report(progress, done, total)
    # Add up in the order of the matches, not in the order they finished.
    tallies = [Tally(len(contest.lineup)) for contest in contests]
    for piece in pieces:
        tallies[piece.contest].add(finished[piece])
    return tallies


def _report(progress: Progress | None, done: int, total: int) -> None:
    if progress is not None:
        progress(done, total)


def _finished(
    contests: Sequence[Contest], todo: list[Piece], processes: int
) -> Iterator[tuple[Piece, Tally]]:
    if processes <= 1 or len(todo) <= 1:
        _enter(contests)
        yield from map(_work, todo)
        return
    # Spawn, do not fork: it works the same on every system and inherits no state.
    with get_context("spawn").Pool(processes, _enter, (list(contests),)) as pool:
        yield from pool.imap_unordered(_work, todo)


def _load(contests: Sequence[Contest], saved: Path | None) -> dict[Piece, Tally]:
    if saved is None or not saved.exists():
        return {}
    index = {contest.key: number for number, contest in enumerate(contests)}
    finished = {}
    for line in saved.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            kept = json.loads(line)
            number = index[kept["contest"]]
        except (ValueError, KeyError, TypeError):
            continue  # a line cut short when the run was stopped, or another contest's
        finished[Piece(number, kept["first"], kept["last"])] = Tally.from_json(kept["tally"])
    return finished


def _save(contests: Sequence[Contest], saved: Path, piece: Piece, tally: Tally) -> None:
    line = {
        "contest": contests[piece.contest].key,
        "first": piece.first,
        "last": piece.last,
        "tally": tally.as_json(),
    }
    with saved.open("a+b") as file:
        if file.tell():
            # A run that was stopped while writing may have left half a line.
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(json.dumps(line).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
