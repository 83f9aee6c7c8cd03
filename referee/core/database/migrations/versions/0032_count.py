"""The final count of a table is kept: what each player counted, and who agreed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "count_step",
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("credential_id", sa.String(length=18), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("table_id", sa.String(length=18), nullable=False),
        sa.Column("player_id", sa.String(length=18), nullable=False),
        sa.Column("client_id", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("sheet", sa.String(length=64), nullable=False),
        sa.Column("cash", sa.Integer(), nullable=True),
        sa.Column("by_link", sa.Boolean(), nullable=False),
        sa.Column("signature", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_count_step_event_id")),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_count_step_table_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_count_step_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_count_step")),
        sa.UniqueConstraint("table_id", "client_id", name=op.f("uq_count_step_table_id_client_id")),
    )
    op.create_index(op.f("ix_count_step_event_id"), "count_step", ["event_id"])
    op.create_index(op.f("ix_count_step_table_id"), "count_step", ["table_id"])
