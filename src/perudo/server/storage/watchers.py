"""How many onlookers each server process has at a table, so that all of them can tell."""

from collections.abc import Mapping, Sequence

from sqlalchemy import func, select

from perudo.server.storage.database import Database
from perudo.server.storage.driver_errors import translated_errors
from perudo.server.storage.schema import tables, watchers


class Watchers:
    def __init__(self, database: Database) -> None:
        self._database = database

    def note(self, worker: str, people: Mapping[str, int], at: int) -> None:
        """Note how many onlookers this process has at these tables."""
        with translated_errors(), self._database.writing.begin() as connection:
            there = select(tables.c.id).where(tables.c.id.in_(list(people)))
            for table in connection.execute(there).scalars().all():
                row = {"people": people[table], "at": at}
                noted = self._database.insert(watchers).values(table_id=table, worker=worker, **row)
                connection.execute(noted.on_conflict_do_update(watchers.primary_key, set_=row))

    def elsewhere(self, worker: str, watched: Sequence[str], since: int) -> dict[str, int]:
        """How many onlookers other processes have at these tables, as noted since then."""
        query = (
            select(watchers.c.table_id, func.sum(watchers.c.people))
            .where(
                watchers.c.table_id.in_(list(watched)),
                watchers.c.worker != worker,
                watchers.c.at >= since,
            )
            .group_by(watchers.c.table_id)
        )
        with translated_errors(), self._database.reading.connect() as connection:
            return {table: int(people) for table, people in connection.execute(query)}
