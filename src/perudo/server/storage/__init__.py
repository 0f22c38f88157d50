"""Where live tables are kept: an append-only log of decisions in SQLite or PostgreSQL."""

from perudo.server.storage.store import Store
from perudo.server.storage.values import (
    Append,
    Entry,
    Heading,
    IsBackup,
    Landed,
    StorageAway,
    StorageFull,
    StorageHeld,
)
from perudo.server.storage.writer import Writer

__all__ = [
    "Append",
    "Entry",
    "Heading",
    "IsBackup",
    "Landed",
    "StorageAway",
    "StorageFull",
    "StorageHeld",
    "Store",
    "Writer",
]
