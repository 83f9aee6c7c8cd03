"""Venues taken into a final, ties played off, and players archived."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "venue_taken",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("venue_id", sa.String(length=200), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("held_on", sa.String(length=200), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("field", sa.Integer(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("taken_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_venue_taken_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_venue_taken")),
        sa.UniqueConstraint("event_id", "venue_id", name=op.f("uq_venue_taken_event_id_venue_id")),
    )
    op.create_table(
        "playoff",
        sa.Column("round_id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("about", sa.String(length=200), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_playoff_event_id")),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name=op.f("fk_playoff_round_id")),
        sa.PrimaryKeyConstraint("round_id", name=op.f("pk_playoff")),
    )
    with op.batch_alter_table("playoff") as batch_op:
        batch_op.create_index(batch_op.f("ix_playoff_event_id"), ["event_id"], unique=False)

    with op.batch_alter_table("player") as batch_op:
        batch_op.add_column(sa.Column("archived_at", sa.BigInteger(), nullable=True))
