"""The machine that is measured on: which process runs on which core, and how fast its disk is."""

import os
import platform
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil


def cores() -> list[int]:
    """Return the cores that a process may be pinned to; none where the system cannot do that."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


@contextmanager
def on_core(number: int, among: list[int]) -> Iterator[None]:
    """Pin this process, and what it starts meanwhile, to a core; needs two cores to do anything."""
    if len(among) < 2:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {among[number]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cpu_of(process: psutil.Process) -> float:
    """Return the seconds of processor time that a process and its children have used so far."""
    total = 0.0
    for one in (process, *process.children(recursive=True)):
        try:
            times = one.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += times.user + times.system
    return total


class Disk(NamedTuple):
    """Results for small appends to a file, each synced to the disk; delays in milliseconds."""

    per_second: float
    p99: float
    worst: float


def disk(folder: Path, seconds: float = 1.0) -> Disk:
    path = folder / "fsync"
    took: list[float] = []
    with path.open("ab", buffering=0) as file:
        began = now = time.perf_counter()
        while now < began + seconds:
            file.write(b"x" * 200)
            os.fsync(file.fileno())
            before, now = now, time.perf_counter()
            took.append(1000 * (now - before))
    path.unlink()
    took.sort()
    return Disk(len(took) / (now - began), took[len(took) * 99 // 100], took[-1])


def allow_open_files(wanted: int) -> None:
    """Raise the limit of open files, also for the server started later: a seat needs two."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise SystemExit(
            f"This needs {wanted} open files and the system allows {hard}: "
            "raise the limit (ulimit -Hn), or measure fewer tables (--tables)."
        )
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def described() -> str:
    """Describe the machine in words, for whoever compares figures."""
    model = platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().split("\n") if line.startswith("model name")]
        model = names[0].split(":")[1].strip() if names else model
    return f"{os.cpu_count()} cores ({model}), Python {platform.python_version()}"
