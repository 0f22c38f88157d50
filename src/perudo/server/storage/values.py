"""Values and errors of the store."""

from enum import Enum, unique
from typing import NamedTuple

from perudo.engine.errors import Error


class StoredEntry(NamedTuple):
    """One entry of a table's log, as stored: its events are the text ``body``."""

    table: str
    seq: int
    at: int
    key: str | None
    digest: str | None
    body: str


class Heading(NamedTuple):
    """What is known of a table without reading its log.

    The code is written once, with entry 1, and never changes.
    """

    code: str
    listed: bool
    over: bool
    summary: str
    running: bool = False
    """Whether it is a public table at which a match is being played."""


@unique
class PlayState(Enum):
    WAITING = "waiting"
    """The guest sits at a table where no match is on."""
    ON = "on"
    OVER = "over"
    """The match is over, or the guest has resigned."""
    GONE = "gone"
    """Nothing of it is left to be stored."""


class Play(NamedTuple):
    """A guest's part in a match, for the list of the guest's matches."""

    guest: str
    number: int
    state: PlayState
    facts: str


class StoredPlay(NamedTuple):
    table: str
    code: str
    over: bool
    """Whether the latest match of the table is over."""
    number: int
    at: int
    state: str
    facts: str


class Append(NamedTuple):
    entry: StoredEntry
    due: int | None
    """When the table is due to act by itself, if it is."""
    due_changed: bool
    """Whether to write the timer, or remove it if `due` is None."""
    heading: Heading | None
    """Given if it changed, and always with entry 1, which opens the table."""
    plays: tuple[Play, ...] = ()
    """Those that changed."""


class Outcome(Enum):
    """The outcome of one append."""

    COMMITTED = "committed"
    SEQ_TAKEN = "seq taken"
    """Another entry was written first."""
    KEY_TAKEN = "key taken"
    """The log has an entry with this key already, at any seq."""
    CODE_TAKEN = "code taken"
    """The code of the new table belongs to another one."""
    GONE = "gone"
    """The table was never opened, or was deleted."""


class StorageClosed(Error):
    """Nothing more can be appended: the server is stopping."""


class StorageFull(Error):
    """The disk is full. Nothing was stored."""


class StorageHeld(Error):
    """Another server uses this database, which takes only one."""


class StorageAway(Error):
    """The database cannot be reached or does not answer.

    Nothing is stored in part. If the database failed during a commit, it is unknown whether that
    was stored: ask (`Store.entries`) when it is back.
    """


class StorageNewer(StorageAway):
    """A newer version of the program has changed the schema."""


class IsBackup(StorageAway):
    """This is a backup, which must be restored before it is served."""

    def __init__(self) -> None:
        super().__init__("this is a backup: perudo restore puts it back")
