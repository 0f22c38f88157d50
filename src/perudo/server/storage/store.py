"""The store of live tables. Its calls block, so servers make them from threads."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from sqlalchemy import URL, and_, delete, func, inspect, or_, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from perudo.engine.errors import InvalidValue
from perudo.server.storage.database import Database, Progress
from perudo.server.storage.driver_errors import translated_errors
from perudo.server.storage.migrating import is_up_to_date, migrate
from perudo.server.storage.operating import Operating
from perudo.server.storage.postgres import Postgres
from perudo.server.storage.schema import (
    entries,
    plays,
    pulses,
    settings,
    tables,
    timers,
)
from perudo.server.storage.sqlite import Sqlite
from perudo.server.storage.subscriptions import Subscriptions
from perudo.server.storage.values import (
    Append,
    Heading,
    IsBackup,
    Outcome,
    StoredEntry,
    StoredPlay,
)
from perudo.server.storage.watchers import Watchers

PAGE = 1000
BACKUP = "backup"
"""The setting that marks a database as a backup."""
_ENTRY = (
    entries.c.table_id,
    entries.c.seq,
    entries.c.at,
    entries.c.key,
    entries.c.digest,
    entries.c.body,
)
_HEADING = (tables.c.code, tables.c.listed, tables.c.over, tables.c.summary, tables.c.running)
_PLAY = (
    tables.c.id,
    tables.c.code,
    tables.c.over,
    plays.c.number,
    plays.c.at,
    plays.c.state,
    plays.c.facts,
)


class Store:
    """Live tables in a database: "sqlite:///file.db" or "postgresql://user:password@host/name".

    Every call may raise StorageAway; those that write may raise StorageFull. The store recovers by
    itself as soon as the database does.
    """

    def __init__(self, url: str | URL) -> None:
        self._database = _database(url)
        self.operating = Operating(self._database)
        self.subscriptions = Subscriptions(self._database)
        self.watchers = Watchers(self._database)

    def alone(self) -> AbstractContextManager[None]:
        """A lock that a running server holds; raises StorageHeld if there is one already."""
        return self._database.alone()

    def migrate(self, *, backup_too: bool = False) -> None:
        """Create or migrate the schema; several processes may do so at once.

        Raises ``IsBackup`` for a backup: serving it would replay known dice.
        """
        if not backup_too and self.has_schema() and self.stored_setting(BACKUP) is not None:
            raise IsBackup
        with translated_errors():
            migrate(self._database)

    def copy_out(self, file: Path, progress: Progress) -> None:
        """Write everything, as of one moment, to an empty SQLite file. Servers may run."""
        with translated_errors():
            self._database.copy_out(file, progress)

    def take_over(self, file: Path, progress: Progress) -> None:
        """Replace everything by this SQLite file, at once, and consume it. No server may run."""
        with translated_errors():
            self._database.take_over(file, progress)

    def has_schema(self) -> bool:
        """Whether this is a database of ours and not an empty one."""
        with translated_errors(), self._database.reading.connect() as connection:
            return inspect(connection).has_table(settings.name)

    def is_up_to_date(self) -> bool:
        """Whether the schema is that of this version of the program."""
        with translated_errors():
            return is_up_to_date(self._database)

    def others(self) -> int:
        """The number of connections of other Perudo processes, as far as the database knows."""
        with translated_errors():
            return self._database.others()

    def stored_setting(self, name: str) -> str | None:
        query = select(settings.c.value).where(settings.c.name == name)
        with translated_errors(), self._database.reading.connect() as connection:
            value: str | None = connection.execute(query).scalar()
        return value

    def forget_setting(self, name: str) -> None:
        with translated_errors(), self._database.writing.begin() as connection:
            connection.execute(delete(settings).where(settings.c.name == name))

    def append(self, batch: Sequence[Append]) -> list[Outcome]:
        """Write a batch in one transaction, durable on return; each append has its own outcome.

        A batch has at most one append for each table. If StorageFull or StorageAway is raised, the
        batch was written as a whole or not at all; which of the two is unknown if the database
        failed during the commit.
        """
        if not batch:
            return []
        by_table = {append.entry.table: append for append in batch}
        assert len(by_table) == len(batch), "a batch has at most one append for each table"
        assert all(append.heading or append.entry.seq > 1 for append in batch), (
            "entry 1 opens the table and needs its heading"
        )
        with translated_errors():
            outcomes = self._database.append([by_table[table] for table in sorted(by_table)])
        return [outcomes[append.entry.table] for append in batch]

    def entries(self, table: str, after: int = 0, limit: int | None = None) -> list[StoredEntry]:
        query = (
            select(*_ENTRY)
            .where(entries.c.table_id == table, entries.c.seq > after)
            .order_by(entries.c.seq)
            .limit(limit)
        )
        with translated_errors(), self._database.reading.connect() as connection:
            return [StoredEntry._make(row) for row in connection.execute(query)]

    def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last seq of each stored table."""
        found: dict[str, int] = {}
        with translated_errors(), self._database.reading.connect() as connection:
            for start in range(0, len(tables), PAGE):
                query = (
                    select(entries.c.table_id, func.max(entries.c.seq))
                    .where(entries.c.table_id.in_(list(tables[start : start + PAGE])))
                    .group_by(entries.c.table_id)
                )
                found.update((table, seq) for table, seq in connection.execute(query))
        return found

    def table_with_code(self, code: str) -> str | None:
        query = select(tables.c.id).where(tables.c.code == code)
        with translated_errors(), self._database.reading.connect() as connection:
            return connection.execute(query).scalar()

    def listed(self, limit: int) -> list[tuple[str, Heading, int]]:
        """Public tables: id, heading, when touched; the latest touched first."""
        query = (
            select(tables.c.id, tables.c.touched_at, *_HEADING)
            .where(tables.c.listed)
            .order_by(tables.c.touched_at.desc(), tables.c.id)
            .limit(limit)
        )
        with translated_errors(), self._database.reading.connect() as connection:
            return [(row[0], Heading._make(row[2:]), row[1]) for row in connection.execute(query)]

    def lobby(self, limit: int) -> list[str]:
        """Tables of the open lobby that wait for players, the oldest first."""
        query = (
            select(tables.c.id)
            .where(tables.c.listed, tables.c.summary.like('%"lobby":true%'))
            .order_by(tables.c.opened_at, tables.c.id)
            .limit(limit)
        )
        with translated_errors(), self._database.reading.connect() as connection:
            return list(connection.execute(query).scalars())

    @contextmanager
    def lobby_turn(self) -> Iterator[None]:
        """A lock under which one process at a time looks for a table of the lobby."""
        with translated_errors(), self._database.lobby_turn():
            yield

    def running(self, since: int, limit: int) -> list[tuple[str, Heading, int]]:
        """Public tables with a match, at which something was noted since then; newest first."""
        query = (
            select(tables.c.id, tables.c.touched_at, *_HEADING)
            .where(tables.c.running, tables.c.touched_at >= since)
            .order_by(tables.c.touched_at.desc(), tables.c.id)
            .limit(limit)
        )
        with translated_errors(), self._database.reading.connect() as connection:
            return [(row[0], Heading._make(row[2:]), row[1]) for row in connection.execute(query)]

    def plays(self, guest: str, limit: int) -> list[StoredPlay]:
        """The matches of a guest, the latest first."""
        query = (
            select(*_PLAY)
            .join(tables, tables.c.id == plays.c.table_id)
            .where(plays.c.guest == guest)
            .order_by(plays.c.at.desc(), tables.c.id, plays.c.number.desc())
            .limit(limit)
        )
        with translated_errors(), self._database.reading.connect() as connection:
            return [StoredPlay._make(row) for row in connection.execute(query)]

    def plays_at(self, table: str) -> dict[tuple[str, int], tuple[str, str]]:
        """State and facts of all plays of a table, by guest and number of the match."""
        query = select(plays).where(plays.c.table_id == table)
        with translated_errors(), self._database.reading.connect() as connection:
            return {
                (row.guest, row.number): (row.state, row.facts) for row in connection.execute(query)
            }

    def heading(self, table: str) -> tuple[Heading, int] | None:
        """The heading of a table, and when it was last written."""
        query = select(tables.c.touched_at, *_HEADING).where(tables.c.id == table)
        with translated_errors(), self._database.reading.connect() as connection:
            row = connection.execute(query).first()
        return row and (Heading._make(row[1:]), row[0])

    def all_tables(self) -> Iterator[str]:
        """Yield all tables by id, without keeping a transaction open."""
        last = ""
        while True:
            query = select(tables.c.id).where(tables.c.id > last).order_by(tables.c.id).limit(PAGE)
            with translated_errors(), self._database.reading.connect() as connection:
                page = connection.execute(query).scalars().all()
            yield from page
            if len(page) < PAGE:
                return
            last = page[-1]

    def due(self, before: int, limit: int) -> list[tuple[str, int]]:
        """Tables due by `before`, the longest overdue first."""
        query = (
            select(timers.c.table_id, timers.c.due_at)
            .where(timers.c.due_at <= before)
            .order_by(timers.c.due_at, timers.c.table_id)
            .limit(limit)
        )
        with translated_errors(), self._database.reading.connect() as connection:
            return [(table, at) for table, at in connection.execute(query)]

    def timed(self) -> list[str]:
        """All tables that have a timer."""
        with translated_errors(), self._database.reading.connect() as connection:
            return list(connection.execute(select(timers.c.table_id)).scalars())

    def timer(self, table: str) -> int | None:
        query = select(timers.c.due_at).where(timers.c.table_id == table)
        with translated_errors(), self._database.reading.connect() as connection:
            return connection.execute(query).scalar()

    def pulse(self, worker: str, at: int, began: int | None = None) -> None:
        """Note that a worker is up, and since when (stored with its first pulse)."""
        began = at if began is None else began
        with translated_errors(), self._database.writing.begin() as connection:
            beat = self._database.insert(pulses).values(worker=worker, at=at, began=began)
            connection.execute(beat.on_conflict_do_update(pulses.primary_key, set_={"at": at}))

    def last_pulse(self) -> int | None:
        """When any worker last left a pulse."""
        with translated_errors(), self._database.reading.connect() as connection:
            return connection.execute(select(func.max(pulses.c.at))).scalar()

    def stretches(self) -> list[tuple[int, int]]:
        """From when to when each worker was up."""
        query = select(pulses.c.began, pulses.c.at)
        with translated_errors(), self._database.reading.connect() as connection:
            return [(began, at) for began, at in connection.execute(query)]

    def forget_pulses(self, before: int) -> None:
        """Delete pulses of workers that were gone before then."""
        with translated_errors(), self._database.writing.begin() as connection:
            connection.execute(delete(pulses).where(pulses.c.at < before))

    def now(self) -> int:
        """The clock that all processes share, in milliseconds."""
        with translated_errors():
            return self._database.now()

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """Return a setting; the first caller creates it, and all get the same value."""
        value = self.stored_setting(name)
        if value is not None:
            return value
        query = select(settings.c.value).where(settings.c.name == name)
        row = self._database.insert(settings).values(name=name, value=make())
        with translated_errors(), self._database.writing.begin() as connection:
            connection.execute(row.on_conflict_do_nothing())
            stored: str = connection.execute(query).scalar_one()
        return stored

    def touch(self, watched: Sequence[str], at: int) -> None:
        """Note that somebody is at these tables, even if nothing happens there."""
        with translated_errors(), self._database.writing.begin() as connection:
            for start in range(0, len(watched), PAGE):
                some = tables.c.id.in_(list(watched[start : start + PAGE]))
                earlier = tables.c.touched_at < at
                connection.execute(update(tables).where(some, earlier).values(touched_at=at))

    def prune(self, over_before: int, idle_before: int, limit: int) -> list[str]:
        """Delete tables that are over and untouched since `over_before`, or untouched since
        `idle_before`; return their ids, at most `limit`. The newest entry of a table counts as a
        touch too.
        """
        gone: list[str] = []
        while len(gone) < limit:
            cleared, looked_at = self._prune(over_before, idle_before, limit - len(gone))
            gone += cleared
            if not looked_at:
                break
        return gone

    def _prune(self, over_before: int, idle_before: int, limit: int) -> tuple[list[str], int]:
        with translated_errors(), self._database.writing.begin() as connection:
            # Lock first and look afterwards: an entry written in between would be lost.
            old = connection.execute(
                select(tables.c.id, tables.c.over)
                .where(
                    or_(
                        and_(tables.c.over, tables.c.touched_at < over_before),
                        tables.c.touched_at < idle_before,
                    )
                )
                .order_by(tables.c.touched_at)
                .limit(min(limit, PAGE))
                .with_for_update(skip_locked=True)
            ).all()
            latest = connection.execute(
                select(entries.c.table_id, func.max(entries.c.at))
                .where(entries.c.table_id.in_([row.id for row in old]))
                .group_by(entries.c.table_id)
            )
            newest = {row[0]: row[1] for row in latest}
            gone = []
            for table, over in old:
                at = newest.get(table, 0)
                if at < idle_before or (over and at < over_before):
                    gone.append(table)
                else:  # so that it is not found again the next time
                    played = update(tables).where(tables.c.id == table).values(touched_at=at)
                    connection.execute(played)
            connection.execute(delete(tables).where(tables.c.id.in_(gone)))
        return gone, len(old)

    def ready(self) -> None:
        """Raise StorageAway unless the database answers a query."""
        with translated_errors(), self._database.reading.connect() as connection:
            connection.execute(text("SELECT 1 FROM settings LIMIT 1"))

    def close(self) -> None:
        self._database.close()


def _database(url: str | URL) -> Database:
    try:
        parsed = make_url(url)
    except ArgumentError:
        parsed = None  # not repeated in the message: it may hold a password
    if parsed is not None and parsed.get_backend_name() == "sqlite":
        return Sqlite(parsed)
    if parsed is not None and parsed.get_backend_name() in ("postgresql", "postgres"):
        return Postgres(parsed)
    raise InvalidValue(
        "the address of the database is not one we know: "
        "write sqlite:///file.db or postgresql://user:password@host/name"
    )
