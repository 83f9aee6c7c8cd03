"""Public."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "public_pages",
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("address", sa.String(length=30), nullable=True),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_public_pages_event_id")),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_public_pages")),
        sa.UniqueConstraint("address", name=op.f("uq_public_pages_address")),
    )
    op.create_table(
        "notice",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("player_id", sa.String(length=18), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("withdrawn_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_notice_event_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_notice_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
    )
    with op.batch_alter_table("notice") as batch_op:
        batch_op.create_index(batch_op.f("ix_notice_event_id"), ["event_id"], unique=False)

    op.create_table(
        "player_link",
        sa.Column("player_id", sa.String(length=18), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_player_link_player_id")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_player_link")),
    )
