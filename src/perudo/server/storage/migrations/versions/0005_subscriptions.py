"""Devices that want to be called by a push service."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("endpoint", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("lang", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
    )
    op.create_index("subscriptions_by_guest", "subscriptions", ["guest"])


def downgrade() -> None:
    op.drop_table("subscriptions")
