"""Metrics for Prometheus, summed over the worker processes."""

import os

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client import REGISTRY as OWN
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.types import Scope

_TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

ANSWERS = Counter("perudo_answers", "Answers by route and status", ["route", "status"])
SECONDS = Histogram("perudo_answer_seconds", "Time to the answer", ["route"], buckets=_TIMES)
ENTRIES = Counter("perudo_entries", "Entries written to the logs of tables")
REFUSALS = Counter("perudo_refusals", "Commands that tables refused", ["reason"])
PUSHES = Counter("perudo_pushes", "Messages to push services", ["outcome"])
STREAMS = Gauge("perudo_streams", "Open streams", multiprocess_mode="livesum")
ROOMS = Gauge("perudo_rooms", "Tables in memory", multiprocess_mode="livesum")
# The maximum, since each process finds the same tables.
SET_ASIDE = Gauge(
    "perudo_tables_set_aside", "Tables whose log cannot be read", multiprocess_mode="livemax"
)

_answers: dict[tuple[str, int], Counter] = {}
_seconds: dict[str, Histogram] = {}


def answered(scope: Scope, status: int, seconds: float) -> None:
    route = getattr(scope.get("route"), "path", "other")
    key = (route, status)
    # Cached: looking up a labelled counter takes longer than counting.
    if key not in _answers:
        _answers[key] = ANSWERS.labels(route, str(status))
        _seconds[route] = SECONDS.labels(route)
    _answers[key].inc()
    _seconds[route].observe(seconds)


def exposition() -> tuple[bytes, str]:
    registry = OWN
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST
