"""The tables of the database, the same for SQLite and PostgreSQL."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("opened_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("summary", Text, nullable=False),
    Column("running", Boolean, nullable=False, server_default=false()),
    Index("tables_by_listing", "listed", "touched_at"),
    Index("tables_by_running", "running", "touched_at"),
    Index("tables_by_touch", "touched_at"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(12), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("key", Text),
    Column("digest", Text),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
)
# Partial: entries of bots and timers have no key and need no index.
Index(
    "entries_key_once",
    entries.c.table_id,
    entries.c.key,
    unique=True,
    sqlite_where=entries.c.key.is_not(None),
    postgresql_where=entries.c.key.is_not(None),
)

timers = Table(
    "timers",
    metadata,
    Column("table_id", String(12), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("due_at", BigInteger, nullable=False),
    Index("timers_by_due", "due_at"),
    # One B-tree fewer to write to. Not for entries: their rows are large, and those of all tables
    # go best to one end of the file.
    sqlite_with_rowid=False,
)

plays = Table(
    "plays",
    metadata,
    Column("guest", Text, nullable=False),
    Column("table_id", String(12), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("facts", Text, nullable=False),
    PrimaryKeyConstraint("guest", "table_id", "number"),
    Index("plays_by_guest", "guest", "at"),
    Index("plays_by_table", "table_id"),
)

# Onlookers of a table by server process, for all of them to count.
watchers = Table(
    "watchers",
    metadata,
    Column("table_id", String(12), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("worker", Text, nullable=False),
    Column("people", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "worker"),
)

pulses = Table(
    "pulses",
    metadata,
    Column("worker", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # Servers were up from then to `at`, without a gap.
    Column("began", BigInteger, nullable=False),
)

settings = Table(
    "settings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

bans = Table(
    "bans",
    metadata,
    Column("who", Text, primary_key=True),
    Column("made_at", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("why", Text, nullable=False),
)

# Changes by an operator, for running servers to read.
notices = Table(
    "notices",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("what", Text, nullable=False),
)

# Devices of guests that want to be called by a push service.
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("endpoint", Text, primary_key=True),
    Column("guest", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("lang", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),
    Index("subscriptions_by_guest", "guest"),
)
