"""What the store asks of a kind of database beyond plain statements."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.dialects.postgresql import Insert as PostgresInsert
from sqlalchemy.dialects.sqlite import Insert as SqliteInsert
from sqlalchemy.sql.schema import Table

from perudo.server.storage.values import Append, Outcome

Progress = Callable[[int, int], None]
"""Told how much of how much is done."""


class Database(ABC):
    reading: Engine
    """Every statement by itself; never waits for one who writes."""
    writing: Engine
    """Transactions that may write."""

    @abstractmethod
    def insert(self, table: Table) -> SqliteInsert | PostgresInsert:
        """The dialect's own INSERT, which knows ON CONFLICT."""

    @abstractmethod
    def append(self, batch: Sequence[Append]) -> dict[str, Outcome]:
        """Writes a batch, sorted by table, in one transaction: what became of each, by table."""

    @abstractmethod
    def lock_schema(self, connection: Connection) -> None:
        """Keeps other processes from migrating until the transaction ends."""

    @abstractmethod
    def prepare(self) -> None:
        """Sets what must be set once in the database itself, before it is migrated."""

    @abstractmethod
    def alone(self) -> AbstractContextManager[None]:
        """Keeps other servers away, where a database takes only one; else StorageHeld."""

    @abstractmethod
    def now(self) -> int:
        """The clock that all processes share, in milliseconds."""

    @abstractmethod
    def others(self) -> int:
        """How many connections other Perudo processes have open, as far as the database knows."""

    @abstractmethod
    def forget_overwritten(self, connection: Connection) -> None:
        """Let this transaction leave nothing legible of what it overwrites."""

    @abstractmethod
    def sweep(self) -> None:
        """Clear away what was overwritten, as far as the database lets us."""

    @abstractmethod
    def copy_out(self, file: Path, progress: Progress) -> None:
        """Write all there is, as of one moment, to an empty SQLite file; servers may run."""

    @abstractmethod
    def take_over(self, file: Path, progress: Progress) -> None:
        """Become what this SQLite file is, at one stroke, and use it up; no server may run."""

    def close(self) -> None:
        self.reading.dispose()
        self.writing.dispose()


def why_not(seq: int, *, key_there: bool, seq_there: bool, table_there: bool) -> Outcome:
    """Why an append did not land, from what stands in its way."""
    if key_there:
        return Outcome.KEY_TAKEN
    if seq_there:
        return Outcome.SEQ_TAKEN
    if seq == 1 and not table_there:
        return Outcome.CODE_TAKEN
    return Outcome.GONE
