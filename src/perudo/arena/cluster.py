"""Pieces of studies on a Ray cluster: the same seeds and the same results as on one core.

Every machine of the cluster needs this version of the package and the extras that its bots need.
Bots from files are sent along.
"""

import logging
import os
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from enum import Enum, unique
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perudo.arena.entrants import file_of, is_builtin, load_source
from perudo.arena.study import R, Study
from perudo.engine.errors import Error
from perudo.extras import require
from perudo.version import __version__

if TYPE_CHECKING:
    from perudo.arena.running import Piece

LOCAL = "local"
RETRIES = 20
"""How often a piece is tried again when its worker dies."""
AHEAD = 3
"""Pieces that wait for each processor of the cluster, so that none is idle."""
CONNECT_SECONDS = 5.0
LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")
STARTS = 3
"""How often a local cluster is started: on a busy machine Ray may give up too early."""


@unique
class ClusterFault(Enum):
    UNREACHABLE = "unreachable"
    OTHER_VERSION = "other-version"
    LOST = "lost"


@dataclass(unsafe_hash=True)
class ClusterProblem(Error):
    """A cluster that cannot do the work."""

    fault: ClusterFault
    address: str
    detail: str = ""


def finished_on_ray(
    studies: Sequence[Study[R]], todo: list["Piece"], address: str, processes: int
) -> Iterator[tuple["Piece", R]]:
    """Yield each piece with its result, in the order in which they finish."""
    require("ray")
    # Ray says that a machine died where results for programs are written.
    with redirect_stdout(sys.stderr):
        ray = _connected(address, processes)
        try:
            yield from _finished(ray, studies, todo, address)
        except ray.exceptions.RayError as error:
            detail = str(error).strip().partition("\n")[0]
            raise ClusterProblem(ClusterFault.LOST, address, detail) from error
        finally:
            ray.shutdown()


def _finished(
    ray: Any, studies: Sequence[Study[R]], todo: list["Piece"], address: str
) -> Iterator[tuple["Piece", R]]:
    work = ray.remote(max_retries=RETRIES, num_cpus=1)(_work)
    shared = ray.put((list(studies), _sources(studies)))
    waiting = iter(todo)
    running: dict[Any, Piece] = {}
    while True:
        # Asked each time, because machines may join.
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while len(running) < room and (piece := next(waiting, None)) is not None:
            running[work.remote(shared, tuple(piece))] = piece
        if not running:
            return
        for done in ray.wait(list(running), num_returns=1)[0]:
            piece = running.pop(done)
            version, result = ray.get(done)
            if version != __version__:
                raise ClusterProblem(ClusterFault.OTHER_VERSION, address, version)
            yield piece, result


def _work(shared: tuple[list[Study[R]], dict[str, str]], piece: tuple[int, int, int]) -> Any:
    studies, sources = shared
    for name, text in sources.items():
        load_source(name, text)
    study, first, last = piece
    return __version__, studies[study].run(first, last)


def _sources(studies: Sequence[Study[R]]) -> dict[str, str]:
    """Return the text of each bot's file: another machine may not have it."""
    names = {name for study in studies for name in study.bots if not is_builtin(name)}
    return {name: Path(file_of(name)).read_text(encoding="utf-8") for name in names}


def _connected(address: str, processes: int) -> Any:
    """Connect to the cluster, and return the module ``ray``."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Otherwise each worker is told to see no accelerator, and Ray warns that it will stop doing so.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    if address != LOCAL:
        _check_reachable(address, address)
    import ray  # noqa: PLC0415 - slow to import

    host, _, port = address.rpartition(":")
    if host in LOOPBACK:
        # Ray itself takes the address of this machine instead, and tries it for minutes.
        here = ray.util.get_node_ip_address()  # type: ignore[no-untyped-call]
        _check_reachable(f"{here}:{port}", address)
    options: dict[str, Any] = {"address": address}
    if address == LOCAL:
        options |= {
            "num_cpus": processes,
            "include_dashboard": False,
            "_node_ip_address": "127.0.0.1",
        }
    for start in range(1, STARTS + 1):
        try:
            ray.init(**options, log_to_driver=False, logging_level=logging.ERROR)
        except Exception as error:  # Ray raises many kinds, this one among them
            ray.shutdown()
            if address != LOCAL or start == STARTS:
                detail = str(error).strip().partition("\n")[0]
                raise ClusterProblem(ClusterFault.UNREACHABLE, address, detail) from error
        else:
            break
    return ray


def _check_reachable(tried: str, address: str) -> None:
    """Raise ``ClusterProblem`` if nobody answers: Ray itself would try for minutes."""
    if tried == "auto":
        return
    host, _, port = tried.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, ValueError, OverflowError) as error:
        detail = str(error) if tried == address else f"{tried}: {error}"
        raise ClusterProblem(ClusterFault.UNREACHABLE, address, detail) from error
