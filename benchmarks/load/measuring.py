"""One run of one cell: play at a running server, and the figures of it."""

import gc
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

import uvloop

from benchmarks.load.client import Load, Opened, Tally

HOST = "127.0.0.1"
WARM_UP_SECONDS = 1.0


class Server(Protocol):
    """The server to measure: the game's own, or the bare web server to compare it with."""

    port: int

    def cpu_seconds(self) -> float: ...

    def memory_bytes(self) -> int: ...


Opener = Callable[[], Awaitable[list[Opened]]]
Cpu = Callable[[], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Delays are in milliseconds, memory in MB, shares are parts of one core."""

    actions: int
    seconds: float
    per_second: float
    per_cpu_second: float
    server_share: float
    client_share: float
    database_share: float
    answer_p50: float
    answer_p99: float
    seen_p50: float
    seen_p99: float
    seen_max: float
    heard_p50: float
    """For calzas out of turn, including the hearing; 0 if there were none."""
    memory_before: float
    memory_after: float


def measure(
    server: Server, opener: Opener, *, paced: bool, seconds: float, database_cpu: Cpu
) -> Figures:
    return uvloop.run(_measure(server, opener, paced, seconds, database_cpu))


async def _measure(
    server: Server, opener: Opener, paced: bool, seconds: float, database_cpu: Cpu
) -> Figures:
    memory = server.memory_bytes()
    load = Load(await opener(), paced=paced)
    gc.collect()
    gc.disable()  # its pauses would be counted as delays of the server
    try:
        await load.follow(HOST, server.port)
        load.begin()
        await load.play(WARM_UP_SECONDS)
        tally = load.tally = Tally()
        began, own = time.perf_counter(), time.process_time()
        cpu, database = server.cpu_seconds(), database_cpu()
        await load.play(seconds)
        took, own = time.perf_counter() - began, time.process_time() - own
        cpu, database = server.cpu_seconds() - cpu, database_cpu() - database
        load.tally = Tally()  # what is done from here on is outside the time measured
        await load.stop()
    finally:
        gc.enable()
        load.close()
    return Figures(
        actions=tally.actions,
        seconds=took,
        per_second=tally.actions / took,
        per_cpu_second=tally.actions / max(cpu, 0.01),
        server_share=cpu / took,
        client_share=own / took,
        database_share=database / took,
        answer_p50=_percentile(tally.answered, 50),
        answer_p99=_percentile(tally.answered, 99),
        seen_p50=_percentile(tally.seen, 50),
        seen_p99=_percentile(tally.seen, 99),
        seen_max=_percentile(tally.seen, 100),
        heard_p50=_percentile(tally.heard, 50),
        memory_before=memory / 1e6,
        memory_after=server.memory_bytes() / 1e6,
    )


def _percentile(seconds: list[float], percent: float) -> float:
    """Return a percentile in milliseconds, without interpolation between values."""
    if not seconds:
        return 0.0
    rank = min(len(seconds) - 1, int(len(seconds) * percent / 100))
    return 1000 * sorted(seconds)[rank]
