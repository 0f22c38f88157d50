"""What goes into the store and what comes out, and how it may fail."""

from enum import Enum
from typing import NamedTuple

from perudo.engine.errors import Error


class StoredEntry(NamedTuple):
    """One decision at a table, with all that followed from it."""

    table: str
    seq: int
    at: int
    key: str | None
    digest: str | None
    body: str


class Heading(NamedTuple):
    """What is known of a table without reading its entries.

    The code is written once, with entry 1: a table keeps its code for life.
    """

    code: str
    listed: bool
    over: bool
    summary: str


class Append(NamedTuple):
    entry: StoredEntry
    due: int | None
    """When something must happen without a player; None when nothing must."""
    due_changed: bool
    """Whether the timer is to be written (or removed, when `due` is None)."""
    heading: Heading | None
    """Given when it changes, and always with entry 1, which opens the table."""


class Outcome(Enum):
    """What became of one append."""

    COMMITTED = "committed"
    SEQ_TAKEN = "seq taken"
    """Another decision came first."""
    KEY_TAKEN = "key taken"
    """This very request, by its key, is in the log already (whatever its seq)."""
    CODE_TAKEN = "code taken"
    """A new table asked for the code of another."""
    GONE = "gone"
    """The table was never opened, or has been cleared away."""


class StorageClosed(Error):
    """Nothing more can be appended: the server is stopping."""


class StorageFull(Error):
    """No room is left to write. Nothing of what was asked has been stored."""


class StorageHeld(Error):
    """Another server uses this database, and it is of a kind that takes only one."""


class StorageAway(Error):
    """The database cannot be reached or does not answer.

    Nothing is half stored. Whether it was stored at all is unknown when the database went away
    while it was committing: ask again (`Store.entries`) when it is back.
    """


class StorageNewer(StorageAway):
    """A newer version of the program has changed the schema."""


class IsBackup(StorageAway):
    """This is a backup, which is restored and never served."""

    def __init__(self) -> None:
        super().__init__("this is a backup: perudo restore puts it back")
