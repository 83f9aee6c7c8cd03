"""When entries were made, where they were reported."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make it so."""
    with op.batch_alter_table("entry") as batch_op:
        batch_op.add_column(sa.Column("made_at", sa.BigInteger(), nullable=True))
