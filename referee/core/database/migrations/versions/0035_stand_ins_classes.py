"""A player may stand in for another, and a prize may be for a class."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    """Make it so."""
    with op.batch_alter_table("player") as batch_op:
        batch_op.add_column(sa.Column("stands_for", sa.String(length=18), nullable=True))
    with op.batch_alter_table("prize") as batch_op:
        batch_op.add_column(sa.Column("class_name", sa.String(length=200), nullable=False, server_default=""))
