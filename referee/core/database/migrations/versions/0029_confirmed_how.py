"""A result says how it was confirmed.  Of earlier ones nobody wrote it down."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Make it so."""
    with op.batch_alter_table("table_result") as batch_op:
        batch_op.add_column(sa.Column("confirmed_how", sa.String(length=20), nullable=True))
