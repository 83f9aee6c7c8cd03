"""Players register themselves: the form of an event, and what was sent in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0013"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "registration",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("reading", sa.String(length=200), nullable=False),
        sa.Column("club", sa.String(length=200), nullable=False),
        sa.Column("contact", sa.String(length=200), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("player_id", sa.String(length=18), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("paid_at", sa.BigInteger(), nullable=True),
        sa.Column("cancelled_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_registration_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_registration")),
    )
    with op.batch_alter_table("registration") as batch_op:
        batch_op.create_index(batch_op.f("ix_registration_event_id"), ["event_id"], unique=False)

    op.create_table(
        "registration_form",
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=True),
        sa.Column("closes_on", sa.String(length=10), nullable=False),
        sa.Column("fee", sa.String(length=200), nullable=False),
        sa.Column("questions", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_registration_form_event_id")),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_registration_form")),
    )
