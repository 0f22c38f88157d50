"""Live tables: their entries, timers, the pulses of the workers, settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("touched_at", sa.BigInteger, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index("tables_by_listing", "tables", ["listed", "touched_at"])
    op.create_index("tables_by_touch", "tables", ["touched_at"])
    op.create_table(
        "entries",
        sa.Column(
            "table_id",
            sa.String(12),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("digest", sa.Text),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq"),
    )
    op.create_index(
        "entries_key_once",
        "entries",
        ["table_id", "key"],
        unique=True,
        sqlite_where=sa.text('"key" IS NOT NULL'),
        postgresql_where=sa.text("key IS NOT NULL"),
    )
    op.create_table(
        "timers",
        sa.Column(
            "table_id",
            sa.String(12),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("timers_by_due", "timers", ["due_at"])
    op.create_table(
        "pulses",
        sa.Column("worker", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("settings", "pulses", "timers", "entries", "tables"):
        op.drop_table(name)
