"""Letters to people, and pictures of an event."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "event_picture",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("link", sa.String(length=300), nullable=False),
        sa.Column("media", sa.String(length=20), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_event_picture_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_picture")),
    )
    with op.batch_alter_table("event_picture") as batch_op:
        batch_op.create_index(batch_op.f("ix_event_picture_event_id"), ["event_id"], unique=False)

    op.create_table(
        "letter",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("about", sa.String(length=18), nullable=False),
        sa.Column("address", sa.String(length=200), nullable=False),
        sa.Column("subject", sa.String(length=400), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("calendar", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("fault", sa.String(length=300), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("given_up_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_letter_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
    )
    with op.batch_alter_table("letter") as batch_op:
        batch_op.create_index(batch_op.f("ix_letter_event_id"), ["event_id"], unique=False)

    with op.batch_alter_table("registration") as batch_op:
        batch_op.add_column(sa.Column("language", sa.String(length=2), nullable=False, server_default=""))
