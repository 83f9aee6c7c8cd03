"""Somebody on the staff has another duty in a round than tables: the desk, the clock, a break."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    """Make it so."""
    with op.batch_alter_table("assignment") as batch_op:
        batch_op.add_column(sa.Column("duty", sa.String(length=40), nullable=False, server_default=""))
