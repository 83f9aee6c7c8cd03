"""What visitors are told of an event; the names of rounds in every language."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0011"


def upgrade() -> None:
    """Make it so."""
    with op.batch_alter_table("event") as batch_op:
        batch_op.add_column(sa.Column("held_on", sa.String(length=10), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("venue", sa.String(length=200), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("organizer", sa.String(length=200), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("timetable", sa.Text(), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("description", sa.Text(), nullable=False, server_default=""))

    with op.batch_alter_table("round") as batch_op:
        batch_op.add_column(sa.Column("names", sa.Text(), nullable=False, server_default=""))
