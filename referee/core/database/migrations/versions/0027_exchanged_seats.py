"""A table's log keeps the header that it began with, when its players are exchanged or seated anew."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Make it so.  Until then, the header is the one that the log began with."""
    with op.batch_alter_table("game_table") as batch_op:
        batch_op.add_column(sa.Column("root", sa.Text(), nullable=False, server_default=""))
