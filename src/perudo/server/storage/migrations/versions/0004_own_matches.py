"""The matches of each guest, public tables with a match, and who watches where."""

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

from perudo.server.headings import heading_of
from perudo.server.plays import plays_of
from perudo.server.room import CommittedEntry, TableUnreadable, read_entry
from perudo.server.storage.values import StoredEntry

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_ENTRIES = sa.text(
    "SELECT table_id, seq, at, key, digest, body FROM entries WHERE table_id = :table ORDER BY seq"
)


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("running", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_index("tables_by_running", "tables", ["running", "touched_at"])
    plays = op.create_table(
        "plays",
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column(
            "table_id",
            sa.String(12),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guest", "table_id", "number"),
    )
    op.create_index("plays_by_guest", "plays", ["guest", "at"])
    op.create_index("plays_by_table", "plays", ["table_id"])
    op.create_table(
        "watchers",
        sa.Column(
            "table_id",
            sa.String(12),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "worker"),
    )
    connection = op.get_bind()
    for (table,) in connection.execute(sa.text("SELECT id FROM tables")).all():
        _fill(connection, plays, table)


def _fill(connection: sa.Connection, plays: sa.Table, table: str) -> None:
    """Note what the log of a table says. A log that cannot be read is left alone."""
    try:
        log = list(_log(connection, table))
        played = plays_of(committed.table for committed in log)
        running = bool(log) and heading_of(log[-1].table).running
    except TableUnreadable:
        return
    if running:
        connection.execute(
            sa.text("UPDATE tables SET running = :yes WHERE id = :table"),
            {"yes": True, "table": table},
        )
    rows = [
        {
            "guest": play.guest,
            "table_id": table,
            "number": play.number,
            "at": log[-1].entry.at,
            "state": play.state.value,
            "facts": play.facts,
        }
        for play in played.values()
    ]
    if rows:
        connection.execute(sa.insert(plays), rows)


def _log(connection: sa.Connection, table: str) -> Iterator[CommittedEntry]:
    before = None
    for row in connection.execute(_ENTRIES, {"table": table}).all():
        committed = read_entry(before, StoredEntry._make(row))
        before = committed.table
        yield committed


def downgrade() -> None:
    op.drop_table("watchers")
    op.drop_table("plays")
    op.drop_index("tables_by_running", "tables")
    op.drop_column("tables", "running")
