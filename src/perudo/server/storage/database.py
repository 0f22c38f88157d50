"""The interface of a kind of database, beyond plain statements."""

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
"""Called with how much is done, and of how much."""


class Database(ABC):
    reading: Engine
    """Connections without transactions that never wait for writers."""
    writing: Engine
    """Connections whose transactions may write."""

    @abstractmethod
    def insert(self, table: Table) -> SqliteInsert | PostgresInsert:
        """The dialect's own INSERT, which knows ON CONFLICT."""

    @abstractmethod
    def append(self, batch: Sequence[Append]) -> dict[str, Outcome]:
        """Write a batch, sorted by table, in one transaction; return the outcome by table."""

    @abstractmethod
    def lock_schema(self, connection: Connection) -> None:
        """Keep other processes from migrating until the transaction ends."""

    @abstractmethod
    def prepare(self) -> None:
        """Set what must be set once in the database, before it is migrated."""

    @abstractmethod
    def alone(self) -> AbstractContextManager[None]:
        """Keep other servers out, or raise StorageHeld, if the database takes only one."""

    @abstractmethod
    def lobby_turn(self) -> AbstractContextManager[None]:
        """Keep other processes out of the lobby for as long as this lasts."""

    @abstractmethod
    def now(self) -> int:
        """The clock that all processes share, in milliseconds."""

    @abstractmethod
    def others(self) -> int:
        """The number of connections of other Perudo processes, as far as the database knows."""

    @abstractmethod
    def forget_overwritten(self, connection: Connection) -> None:
        """Make this transaction wipe what it overwrites."""

    @abstractmethod
    def sweep(self) -> None:
        """Remove overwritten data, as far as the database allows."""

    @abstractmethod
    def copy_out(self, file: Path, progress: Progress) -> None:
        """Write everything, as of one moment, to an empty SQLite file. Servers may run."""

    @abstractmethod
    def take_over(self, file: Path, progress: Progress) -> None:
        """Replace everything by this SQLite file, at once, and consume it. No server may run."""

    def close(self) -> None:
        self.reading.dispose()
        self.writing.dispose()


def why_not(seq: int, *, key_there: bool, seq_there: bool, table_there: bool) -> Outcome:
    """Return why an append was not written."""
    if key_there:
        return Outcome.KEY_TAKEN
    if seq_there:
        return Outcome.SEQ_TAKEN
    if seq == 1 and not table_there:
        return Outcome.CODE_TAKEN
    return Outcome.GONE
