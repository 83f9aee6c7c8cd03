"""How far what spectators see of a game lies behind it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0017"


def upgrade() -> None:
    """Make it so."""
    with op.batch_alter_table("public_pages") as batch_op:
        batch_op.add_column(sa.Column("delay_minutes", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("delay_turns", sa.Integer(), nullable=False, server_default="0"))
