"""What the columns of lists mean is remembered, and what a merge of players changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "list_columns",
        sa.Column("account_id", sa.String(length=18), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("columns", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_list_columns_event_id")),
        sa.PrimaryKeyConstraint("account_id", "fingerprint", name=op.f("pk_list_columns")),
    )
    with op.batch_alter_table("list_columns") as batch_op:
        batch_op.create_index(batch_op.f("ix_list_columns_event_id"), ["event_id"], unique=False)
    op.create_table(
        "player_merge",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("kept_id", sa.String(length=18), nullable=False),
        sa.Column("name", sa.String(length=500), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_player_merge_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player_merge")),
    )
    with op.batch_alter_table("player_merge") as batch_op:
        batch_op.create_index(batch_op.f("ix_player_merge_kept_id"), ["kept_id"], unique=False)
