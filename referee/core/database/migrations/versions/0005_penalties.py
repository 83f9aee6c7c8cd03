"""Penalties."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "penalty",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("player_id", sa.String(length=18), nullable=False),
        sa.Column("table_id", sa.String(length=18), nullable=True),
        sa.Column("entry", sa.Integer(), nullable=True),
        sa.Column("call_id", sa.String(length=18), nullable=True),
        sa.Column("category", sa.String(length=40), nullable=False),
        sa.Column("step", sa.String(length=40), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("clauses", sa.Text(), nullable=False),
        sa.Column("given_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["call_id"], ["call.id"], name=op.f("fk_penalty_call_id")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_penalty_event_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_penalty_player_id")),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_penalty_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_penalty")),
    )
    with op.batch_alter_table("penalty") as batch_op:
        batch_op.create_index(batch_op.f("ix_penalty_event_id"), ["event_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_penalty_player_id"), ["player_id"], unique=False)

    op.create_table(
        "penalty_step",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("penalty_id", sa.String(length=18), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("dropped_before", sa.Integer(), nullable=True),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("credential_id", sa.String(length=18), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["penalty_id"], ["penalty.id"], name=op.f("fk_penalty_step_penalty_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_penalty_step")),
    )
    with op.batch_alter_table("penalty_step") as batch_op:
        batch_op.create_index(batch_op.f("ix_penalty_step_penalty_id"), ["penalty_id"], unique=False)
