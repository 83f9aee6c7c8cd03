"""What was made from results or people keeps what it said when it was made, and why it was left as it is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "made",
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("about", sa.String(length=200), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("kept", sa.String(length=16), nullable=False),
        sa.Column("kept_reason", sa.Text(), nullable=False),
        sa.Column("kept_by", sa.String(length=200), nullable=False),
        sa.Column("kept_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_made_event_id")),
        sa.PrimaryKeyConstraint("event_id", "kind", "about", name=op.f("pk_made")),
    )
