"""Calls."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "assignment",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("round_id", sa.String(length=18), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_assignment_account_id")),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name=op.f("fk_assignment_round_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignment")),
    )
    with op.batch_alter_table("assignment") as batch_op:
        batch_op.create_index(batch_op.f("ix_assignment_round_id"), ["round_id"], unique=False)

    op.create_table(
        "call",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("table_id", sa.String(length=18), nullable=False),
        sa.Column("called_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_call_event_id")),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_call_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_call")),
    )
    with op.batch_alter_table("call") as batch_op:
        batch_op.create_index(batch_op.f("ix_call_event_id"), ["event_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_call_table_id"), ["table_id"], unique=False)

    op.create_table(
        "table_note",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("table_id", sa.String(length=18), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_table_note_event_id")),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_table_note_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_note")),
    )
    with op.batch_alter_table("table_note") as batch_op:
        batch_op.create_index(batch_op.f("ix_table_note_table_id"), ["table_id"], unique=False)

    op.create_table(
        "call_line",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("call_id", sa.String(length=18), nullable=False),
        sa.Column("table_id", sa.String(length=18), nullable=False),
        sa.Column("client_id", sa.String(length=64), nullable=False),
        sa.Column("wants", sa.String(length=10), nullable=False),
        sa.Column("about", sa.String(length=10), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("refused", sa.Integer(), nullable=True),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("credential_id", sa.String(length=18), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["call_id"], ["call.id"], name=op.f("fk_call_line_call_id")),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_call_line_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_call_line")),
        sa.UniqueConstraint("table_id", "client_id", name=op.f("uq_call_line_table_id_client_id")),
    )
    with op.batch_alter_table("call_line") as batch_op:
        batch_op.create_index(batch_op.f("ix_call_line_call_id"), ["call_id"], unique=False)

    op.create_table(
        "call_step",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("call_id", sa.String(length=18), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("holder_id", sa.String(length=18), nullable=True),
        sa.Column("holder", sa.String(length=200), nullable=True),
        sa.Column("level", sa.String(length=10), nullable=True),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("credential_id", sa.String(length=18), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["call_id"], ["call.id"], name=op.f("fk_call_step_call_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_call_step")),
    )
    with op.batch_alter_table("call_step") as batch_op:
        batch_op.create_index(batch_op.f("ix_call_step_call_id"), ["call_id"], unique=False)
