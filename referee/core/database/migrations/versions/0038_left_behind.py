"""A device that may no longer report puts down at the service what it has not sent, for the table's next one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "left_behind",
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("credential_id", sa.String(length=18), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("table_id", sa.String(length=18), nullable=False),
        sa.Column("base", sa.Integer(), nullable=True),
        sa.Column("ahead", sa.BigInteger(), nullable=True),
        sa.Column("reports", sa.Text(), nullable=False),
        sa.Column("taken_at", sa.BigInteger(), nullable=True),
        sa.Column("taken_by", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_left_behind_event_id")),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_left_behind_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_left_behind")),
    )
    op.create_index(op.f("ix_left_behind_event_id"), "left_behind", ["event_id"])
    op.create_index(op.f("ix_left_behind_table_id"), "left_behind", ["table_id"])
