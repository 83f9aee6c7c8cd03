"""Tablets: how many a table's code binds, and when each was seen last."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make it so."""
    with op.batch_alter_table("invitation") as batch_op:
        batch_op.add_column(sa.Column("devices", sa.Integer(), nullable=False, server_default="1"))
    with op.batch_alter_table("credential") as batch_op:
        batch_op.add_column(sa.Column("seen_at", sa.BigInteger(), nullable=True))
