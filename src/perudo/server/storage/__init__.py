"""Storage of live tables: an append-only log of decisions in SQLite or PostgreSQL."""

from perudo.server.storage.store import Store
from perudo.server.storage.values import (
    Append,
    Heading,
    IsBackup,
    Outcome,
    Play,
    PlayState,
    StorageAway,
    StorageFull,
    StorageHeld,
    StoredEntry,
    StoredPlay,
)
from perudo.server.storage.writer import Writer

__all__ = [
    "Append",
    "Heading",
    "IsBackup",
    "Outcome",
    "Play",
    "PlayState",
    "StorageAway",
    "StorageFull",
    "StorageHeld",
    "Store",
    "StoredEntry",
    "StoredPlay",
    "Writer",
]
