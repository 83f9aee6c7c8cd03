"""Rulings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "precedent",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.String(length=40), nullable=False),
        sa.Column("source_name", sa.String(length=200), nullable=False),
        sa.Column("source_date", sa.String(length=10), nullable=False),
        sa.Column("source_number", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("standing", sa.String(length=10), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("imported_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_precedent_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_precedent")),
        sa.UniqueConstraint("event_id", "number", name=op.f("uq_precedent_event_id_number")),
        sa.UniqueConstraint(
            "event_id", "source_id", "source_number", name=op.f("uq_precedent_event_id_source_id_source_number")
        ),
    )
    op.create_table(
        "ruling_case",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(length=18), nullable=False),
        sa.Column("client_id", sa.String(length=64), nullable=False),
        sa.Column("call_id", sa.String(length=18), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("refused", sa.Integer(), nullable=True),
        sa.Column("clock", sa.String(length=10), nullable=False),
        sa.Column("remaining", sa.BigInteger(), nullable=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["call_id"], ["call.id"], name=op.f("fk_ruling_case_call_id")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_ruling_case_event_id")),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_ruling_case_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ruling_case")),
        sa.UniqueConstraint("event_id", "number", name=op.f("uq_ruling_case_event_id_number")),
        sa.UniqueConstraint("table_id", "client_id", name=op.f("uq_ruling_case_table_id_client_id")),
    )
    op.create_table(
        "case_step",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("case_id", sa.String(length=18), nullable=False),
        sa.Column("client_id", sa.String(length=64), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=True),
        sa.Column("decision", sa.Text(), nullable=True),
        sa.Column("entry", sa.Integer(), nullable=True),
        sa.Column("standing", sa.String(length=10), nullable=True),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("credential_id", sa.String(length=18), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["case_id"], ["ruling_case.id"], name=op.f("fk_case_step_case_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_case_step")),
        sa.UniqueConstraint("case_id", "client_id", name=op.f("uq_case_step_case_id_client_id")),
    )
    with op.batch_alter_table("case_step") as batch_op:
        batch_op.create_index(batch_op.f("ix_case_step_case_id"), ["case_id"], unique=False)
