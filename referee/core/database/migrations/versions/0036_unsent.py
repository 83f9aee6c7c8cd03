"""How many reports a tablet had not sent when it was last heard of: the desk asks before it unpairs it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    """Make it so."""
    with op.batch_alter_table("credential") as batch_op:
        batch_op.add_column(sa.Column("unsent", sa.Integer(), nullable=False, server_default="0"))
