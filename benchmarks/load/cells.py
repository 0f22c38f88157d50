"""What is measured: which store, which way of playing, how many tables."""

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import psutil
import psycopg

from benchmarks.load.ceiling import Ceiling, open_nothing
from benchmarks.load.client import Opened
from benchmarks.load.machine import cores, cpu_of, on_core
from benchmarks.load.measuring import HOST, Figures, Server, measure
from benchmarks.load.seating import open_tables
from testkit.services import Postgres
from testkit.serving import Serving

STORES = ("ceiling", "sqlite", "postgres")
MODES = ("full", "calza", "paced")
FULL_TABLES = (1, 20, 100, 500)
CALZA_TABLES = 100
PACED_TABLES = 200


class Cell(NamedTuple):
    store: str
    mode: str
    tables: int

    def __str__(self) -> str:
        return f"{self.store}, {self.mode}, {self.tables} tables"


def plan(stores: Sequence[str], modes: Sequence[str], tables: Sequence[int]) -> list[Cell]:
    """Return the cells to measure; the bare web server has no rules, so it has none with calza."""
    sizes = {
        "full": tuple(tables) or FULL_TABLES,
        "calza": tuple(tables) or (CALZA_TABLES,),
        "paced": tuple(tables) or (PACED_TABLES,),
    }
    return [
        Cell(store, mode, size)
        for store in stores
        for mode in modes
        for size in sizes[mode]
        if (store, mode) != ("ceiling", "calza")
    ]


class Bench:
    """Runs cells. One PostgreSQL serves all of them, with a new database for each."""

    def __init__(self) -> None:
        self.cores = cores()
        self._stack = ExitStack()
        self._postgres: Postgres | None = None
        self._folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))

    def __enter__(self) -> "Bench":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def folder(self) -> Path:
        """A folder on the disk that holds the SQLite databases."""
        return self._folder

    def run(self, cell: Cell, seconds: float) -> Figures:
        """Measure a cell with a fresh server on the first core and the client on the second."""
        with ExitStack() as stack:
            database = self._database(cell, stack)
            with on_core(0, self.cores):
                server: Server
                if cell.store == "ceiling":
                    server = stack.enter_context(Ceiling())
                else:
                    server = stack.enter_context(Serving(database))
            with on_core(1, self.cores):
                return measure(
                    server,
                    lambda: _opened(cell, server.port),
                    paced=cell.mode == "paced",
                    seconds=seconds,
                    database_cpu=self._database_cpu(cell),
                )

    def _database(self, cell: Cell, stack: ExitStack) -> str:
        if cell.store == "postgres":
            if self._postgres is None:
                self._postgres = self._stack.enter_context(Postgres())
            return self._postgres.new_database()
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=self._folder))
        return f"sqlite:///{folder}/tables.db"

    def _database_cpu(self, cell: Cell) -> "_Cpu":
        if cell.store != "postgres" or self._postgres is None:
            return _Cpu(None)
        with psycopg.connect(self._postgres.url) as connection:
            row = connection.execute("SELECT pg_backend_pid()").fetchone()
            assert row is not None
            return _Cpu(psutil.Process(row[0]).parent())


class _Cpu:
    """Processor time of PostgreSQL; 0 for SQLite, which runs in the server's own process."""

    def __init__(self, postmaster: psutil.Process | None) -> None:
        self._postmaster = postmaster

    def __call__(self) -> float:
        return 0.0 if self._postmaster is None else cpu_of(self._postmaster)


async def _opened(cell: Cell, port: int) -> list[Opened]:
    if cell.store == "ceiling":
        return await open_nothing(cell.tables)
    return await open_tables(HOST, port, cell.tables, calza=cell.mode == "calza")
