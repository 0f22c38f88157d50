"""The mark of a backup: no server serves a database that has it."""

from typing import NamedTuple

import orjson

from perudo.server.storage import Store
from perudo.server.storage.store import BACKUP

FORMAT = 1


class Mark(NamedTuple):
    at: int
    """When the backup was taken, in milliseconds since 1970."""
    source: str
    """The kind of database that it was taken from."""
    perudo: str
    """The version of the program that took it."""
    format: int = FORMAT


def mark(store: Store, made: Mark) -> None:
    value = orjson.dumps(made._asdict()).decode()
    store.setting(BACKUP, lambda: value)


def mark_of(store: Store) -> Mark | None:
    value = store.stored_setting(BACKUP)
    return None if value is None else Mark(**orjson.loads(value))


def unmark(store: Store) -> None:
    store.forget_setting(BACKUP)
