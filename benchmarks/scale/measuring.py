"""The measurements, each with its own fresh server on a private PostgreSQL and Redis."""

import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psutil
import psycopg
import redis
import uvloop

from benchmarks.load.machine import cpu_of
from benchmarks.scale.costs import UNITS
from benchmarks.scale.crowd import Meter, Spent, fill, play, play_actions, sit_idle
from perudo.bots.roster import LEVELS, bot_named
from perudo.engine.actions import Action
from perudo.engine.house import table_rules
from perudo.engine.setup import Setup
from perudo.engine.view import View
from perudo.server.storage import Store, StoredEntry
from perudo.server.tables import history
from perudo.server.wakeup import CHANNEL
from perudo.table.bot_seat import BotSeat
from perudo.table.dice_sources import RandomDice
from perudo.table.local import LocalTable
from testkit.services import Postgres, Redis
from testkit.serving import Serving

MICRO = 1e6
QUIET_LOOKS = 3
LOOK_SECONDS = 0.3


@dataclass(frozen=True, slots=True)
class Size:
    """How much to measure."""

    tables: int = 60
    seconds: float = 6.0
    idle_tables: int = 150
    idle_seconds: float = 8.0
    log_actions: int = 4_000
    log_tables: int = 12
    messages: int = 20_000
    matches: int = 24


TINY = Size(3, 0.5, 3, 0.5, 260, 2, 200, 1)


class Bench:
    """All measurements, on one PostgreSQL and one Redis with a new database for each."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self._stack = ExitStack()
        self.postgres = self._stack.enter_context(Postgres())
        self.redis = self._stack.enter_context(Redis())
        self._folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        with psycopg.connect(self.postgres.url) as connection:
            row = connection.execute("SELECT pg_backend_pid()").fetchone()
            assert row is not None
            self._postmaster = psutil.Process(row[0]).parent()

    def __enter__(self) -> "Bench":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @contextmanager
    def _serving(self, store: str, workers: int = 1) -> Iterator[Serving]:
        flags: list[str] = []
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            database = f"sqlite:///{folder}/tables.db"
            if store == "postgres":
                database = self.postgres.new_database()
                flags = ["--workers", str(workers), "--redis", self.redis.url]
            with Serving(database, *flags) as server:
                yield server

    def _meters(self, server: Serving) -> dict[str, Meter]:
        return {
            "server": server.cpu_seconds,
            "database": lambda: cpu_of(self._postmaster) if self._postmaster else 0.0,
            "redis": self._redis_cpu,
        }

    def _redis_cpu(self) -> float:
        with redis.Redis.from_url(self.redis.url) as client:
            used = client.info("cpu")
        return float(used["used_cpu_user"]) + float(used["used_cpu_sys"])

    def _play(self, store: str, workers: int = 1, *, pages: bool = False) -> Spent:
        with self._serving(store, workers) as server:
            size = self.size
            work = play(server.port, size.tables, size.seconds, self._meters(server), pages=pages)
            return uvloop.run(work)

    def actions(self) -> dict[str, float]:
        """Measure the CPU time per action of server, database and Redis."""
        alone, one = self._play("sqlite"), self._play("postgres")
        shown, two = self._play("postgres", pages=True), self._play("postgres", workers=2)
        return {
            "sqlite_server": _each(alone, "server"),
            "postgres_server": _each(one, "server"),
            "postgres_database": _each(one, "database"),
            "pages": _each(shown, "server") - _each(one, "server"),
            "two_server": _each(two, "server"),
            "two_database": _each(two, "database"),
            "two_redis": _each(two, "redis"),
        }

    def idling(self) -> dict[str, float]:
        """Measure what an idle process and a watched table cost."""
        spent = {}
        for tables in (0, self.size.idle_tables):
            with self._serving("postgres") as server:
                work = sit_idle(server.port, tables, self.size.idle_seconds, self._meters(server))
                spent[tables] = uvloop.run(work)
        nobody, somebody = spent[0], spent[self.size.idle_tables]
        costs = {}
        for who in ("server", "database"):
            alone = MICRO * nobody.by[who] / nobody.seconds
            watched = MICRO * somebody.by[who] / somebody.seconds
            costs[f"process_{who}"] = alone
            costs[f"watched_{who}"] = (watched - alone) / self.size.idle_tables
        return costs

    def memory(self) -> dict[str, float]:
        with self._serving("postgres") as server:
            tables = self.size.idle_tables
            grown = uvloop.run(fill(server.port, tables, server.memory_bytes))
        return {
            "process_memory": grown.empty / 1e3,
            "table_memory": (grown.tables - grown.empty) / tables / 1e3,
            "page_memory": (grown.pages - grown.tables) / grown.page_count / 1e3,
        }

    def wakeups(self) -> dict[str, float]:
        """Measure messages from other processes about tables that this one does not have."""
        with self._serving("postgres") as server, redis.Redis.from_url(self.redis.url) as client:
            began, idle = time.perf_counter(), server.cpu_seconds()
            time.sleep(1.0)
            each_second = (server.cpu_seconds() - idle) / (time.perf_counter() - began)
            began, before = time.perf_counter(), server.cpu_seconds()
            pipe = client.pipeline(transaction=False)
            for number in range(self.size.messages):
                pipe.publish(CHANNEL, f"nosuchtable{number % 10}:{number}")
            receivers = pipe.execute()
            assert all(receivers), "nobody listens"
            after = _when_quiet(server.cpu_seconds, each_second)
            spent = after - before - each_second * (time.perf_counter() - began)
        return {"wakeup": MICRO * spent / self.size.messages}

    def logs(self) -> dict[str, float]:
        """Measure the size of logs on disk, and what reading them again costs."""
        size, costs = self.size, {}
        for store in ("sqlite", "postgres"):
            with self._serving(store) as server:
                uvloop.run(play_actions(server.port, size.log_tables, size.log_actions))
                server.stop()
                entries = _all_entries(server.database)
                kept = _sqlite_bytes if store == "sqlite" else _postgres_bytes
                total = sum(map(len, entries))
                costs[f"{store}_bytes"] = kept(server.database) / total
        lengths = [length for log in entries for length in _match_lengths(log)]
        costs["match_entries"] = sum(lengths) / len(lengths)
        began = time.process_time()
        for log in entries:
            history(log)
        costs["reading"] = MICRO * (time.process_time() - began) / total
        return costs

    def thinking(self) -> dict[str, float]:
        """Measure bots as at a live table, where each move makes a new bot."""
        setup = Setup(table_rules("asmodee-2024", ("calza", "palifico")), 4)
        costs = {}
        for level in (level for level in LEVELS if level in UNITS):
            bots = [_NewForEachMove(level) for _ in range(4)]
            rng = Random(7)
            for _ in range(self.size.matches):
                LocalTable(setup, [BotSeat(bot, rng) for bot in bots], RandomDice(rng)).play()
            moves = sum(bot.moves for bot in bots)
            costs[level] = MICRO * sum(bot.seconds for bot in bots) / moves
        return costs

    def parts(self) -> dict[str, Callable[[], dict[str, float]]]:
        return {
            "bots thinking": self.thinking,
            "logs on disk": self.logs,
            "memory": self.memory,
            "tables that are looked at": self.idling,
            "wake-ups": self.wakeups,
            "actions": self.actions,
        }


class _NewForEachMove:
    """A bot that is made again for each move; counts moves and all time, including claims."""

    def __init__(self, level: str) -> None:
        self._level = level
        self.seconds, self.moves = 0.0, 0

    def act(self, view: View, rng: Random) -> Action:
        began = time.process_time()
        action = bot_named(self._level).act(view, rng)
        self.seconds += time.process_time() - began
        self.moves += 1
        return action

    def claims_calza(self, view: View, rng: Random) -> bool:
        began = time.process_time()
        claims = bot_named(self._level).claims_calza(view, rng)
        self.seconds += time.process_time() - began
        return claims


def _each(spent: Spent, who: str) -> float:
    return MICRO * spent.by[who] / spent.actions


def _when_quiet(meter: Meter, each_second: float) -> float:
    """Return the meter once a few readings in a row show no more than the idle rate."""
    quiet, last = 0, meter()
    while quiet < QUIET_LOOKS:
        time.sleep(LOOK_SECONDS)
        now = meter()
        busy = (now - last) / LOOK_SECONDS > 2 * each_second + 0.05
        quiet, last = (0 if busy else quiet + 1), now
    return last


def _all_entries(url: str) -> list[list[StoredEntry]]:
    store = Store(url)
    try:
        return [store.entries(table) for table in store.all_tables()]
    finally:
        store.close()


def _match_lengths(log: list[StoredEntry]) -> Iterator[int]:
    """Yield the number of entries of each finished match."""
    began = 0
    for entry in log:
        if '"match-won"' in entry.body:
            yield entry.seq - began
            began = entry.seq


def _sqlite_bytes(url: str) -> int:
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (pages,), (size,), (free,) = (
            connection.execute(f"PRAGMA {name}").fetchone()
            for name in ("page_count", "page_size", "freelist_count")
        )
    return int(pages - free) * int(size)


def _postgres_bytes(url: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
            "WHERE relname IN ('entries', 'tables', 'timers')"
        ).fetchone()
    assert row is not None
    return int(row[0])
