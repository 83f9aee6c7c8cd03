"""What the screens in the hall show, and what the remote said last."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "projector",
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("slides", sa.Text(), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=True),
        sa.Column("light", sa.Boolean(), nullable=False),
        sa.Column("slide", sa.String(length=20), nullable=True),
        sa.Column("page", sa.Integer(), nullable=False),
        sa.Column("cued_at", sa.BigInteger(), nullable=False),
        sa.Column("held", sa.Boolean(), nullable=False),
        sa.Column("blank", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_projector_event_id")),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_projector")),
    )
