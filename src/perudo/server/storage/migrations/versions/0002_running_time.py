"""Pulses tell since when a server has been up: the age of tables is measured by that."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Of earlier servers only the last pulse is known: they count for nothing.
    op.add_column("pulses", sa.Column("began", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE pulses SET began = at")


def downgrade() -> None:
    op.drop_column("pulses", "began")
