"""The floor plan of an event's hall is kept: where its tables, entrance, desk and screen are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "hall_floor",
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("things", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_hall_floor_event_id")),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_hall_floor")),
    )
