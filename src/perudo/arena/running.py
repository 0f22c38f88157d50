"""Run studies on several processes or on a Ray cluster, and resume an earlier run."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from perudo.arena.contest import Contest
from perudo.arena.study import R, Study
from perudo.arena.tally import Tally


class Piece(NamedTuple):
    study: int
    first: int
    last: int


Progress = Callable[[int, int], None]
"""Called with the trials done and the total."""

_studies: Sequence[Study[Any]] = ()


def _enter(studies: Sequence[Study[Any]]) -> None:
    global _studies  # noqa: PLW0603
    _studies = studies


def _work(piece: Piece) -> tuple[Piece, Any]:
    return piece, _studies[piece.study].run(piece.first, piece.last)


def run_contests(
    contests: Sequence[Contest],
    *,
    processes: int = 1,
    saved: Path | None = None,
    progress: Progress | None = None,
    ray: str | None = None,
) -> list[Tally]:
    """Run all contests and return their tallies. Finished pieces are stored in ``saved``."""
    return run_studies(contests, processes=processes, saved=saved, progress=progress, ray=ray)


def run_studies(
    studies: Sequence[Study[R]],
    *,
    processes: int = 1,
    saved: Path | None = None,
    progress: Progress | None = None,
    ray: str | None = None,
) -> list[R]:
    """Run all studies and return their results. Finished pieces are stored in ``saved``.

    ``ray`` is the address of a Ray cluster, or ``local`` to start one on this machine.
    """
    pieces = [
        Piece(index, first, min(first + study.chunk, study.trials))
        for index, study in enumerate(studies)
        for first in range(0, study.trials, study.chunk)
    ]
    total = sum(study.trials for study in studies)
    finished = _load(studies, saved)
    done = sum(piece.last - piece.first for piece in pieces if piece in finished)
    _report(progress, done, total)
    todo = [piece for piece in pieces if piece not in finished]
    for piece, result in _finished(studies, todo, processes, ray):
        finished[piece] = result
        if saved is not None:
            _save(studies, saved, piece, result)
        done += piece.last - piece.first
        _report(progress, done, total)
    # Add up in the order of the trials, not in the order they finished.
    results = [study.empty() for study in studies]
    for piece in pieces:
        results[piece.study].add(finished[piece])
    return results


def _report(progress: Progress | None, done: int, total: int) -> None:
    if progress is not None:
        progress(done, total)


def _finished(
    studies: Sequence[Study[R]], todo: list[Piece], processes: int, ray: str | None
) -> Iterator[tuple[Piece, R]]:
    if ray is not None and todo:
        from perudo.arena.cluster import finished_on_ray  # noqa: PLC0415 - slow to import

        yield from finished_on_ray(studies, todo, ray, processes)
        return
    if processes <= 1 or len(todo) <= 1:
        _enter(studies)
        yield from map(_work, todo)
        return
    # Spawn, do not fork: it works the same on every system and inherits no state.
    with get_context("spawn").Pool(processes, _enter, (list(studies),)) as pool:
        yield from pool.imap_unordered(_work, todo)


def _load(studies: Sequence[Study[R]], saved: Path | None) -> dict[Piece, R]:
    if saved is None or not saved.exists():
        return {}
    index = {study.key: number for number, study in enumerate(studies)}
    finished = {}
    for line in saved.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            kept = json.loads(line)
            number = index[kept["contest"]]
        except (ValueError, KeyError, TypeError):
            continue  # a line cut short when the run was stopped, or another study's
        piece = Piece(number, kept["first"], kept["last"])
        finished[piece] = studies[number].restored(kept["tally"])
    return finished


def _save(studies: Sequence[Study[R]], saved: Path, piece: Piece, result: R) -> None:
    # The names are those of the first version, whose files can still be resumed.
    line = {
        "contest": studies[piece.study].key,
        "first": piece.first,
        "last": piece.last,
        "tally": result.as_json(),
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
