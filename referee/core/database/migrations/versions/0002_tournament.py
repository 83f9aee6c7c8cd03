"""Tournament."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "decision",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("about", sa.String(length=200), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("withdrawn_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_decision_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decision")),
    )
    with op.batch_alter_table("decision") as batch_op:
        batch_op.create_index(batch_op.f("ix_decision_event_id"), ["event_id"], unique=False)

    op.create_table(
        "player",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("reading", sa.String(length=200), nullable=False),
        sa.Column("club", sa.String(length=200), nullable=False),
        sa.Column("region", sa.String(length=200), nullable=False),
        sa.Column("flags", sa.Text(), nullable=False),
        sa.Column("qualified_by", sa.String(length=200), nullable=False),
        sa.Column("class_name", sa.String(length=200), nullable=False),
        sa.Column("team", sa.String(length=200), nullable=False),
        sa.Column("reserve", sa.Integer(), nullable=True),
        sa.Column("first_round", sa.Integer(), nullable=True),
        sa.Column("dropped_after", sa.Integer(), nullable=True),
        sa.Column("walk_in", sa.Boolean(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("code", sa.String(length=43), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("checked_in_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_player_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("code", name=op.f("uq_player_code")),
        sa.UniqueConstraint("event_id", "number", name=op.f("uq_player_event_id_number")),
    )
    op.create_table(
        "regulation_version",
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_regulation_version_event_id")),
        sa.PrimaryKeyConstraint("event_id", "number", name=op.f("pk_regulation_version")),
    )
    op.create_table(
        "seating",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("first_round", sa.Integer(), nullable=False),
        sa.Column("last_round", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("published_at", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_seating_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seating")),
        sa.UniqueConstraint("event_id", "first_round", "version", name=op.f("uq_seating_event_id_first_round_version")),
    )
    op.create_table(
        "adjustment",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("player_id", sa.String(length=18), nullable=False),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("points", sa.String(length=40), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("withdrawn_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_adjustment_event_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_adjustment_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_adjustment")),
    )
    with op.batch_alter_table("adjustment") as batch_op:
        batch_op.create_index(batch_op.f("ix_adjustment_event_id"), ["event_id"], unique=False)

    op.create_table(
        "seat",
        sa.Column("table_id", sa.String(length=18), nullable=False),
        sa.Column("start_order", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.String(length=20), nullable=False),
        sa.Column("player_id", sa.String(length=18), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id")),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_seat_table_id")),
        sa.PrimaryKeyConstraint("table_id", "start_order", name=op.f("pk_seat")),
        sa.UniqueConstraint("table_id", "player_id", name=op.f("uq_seat_table_id_player_id")),
    )
    with op.batch_alter_table("seat") as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_player_id"), ["player_id"], unique=False)

    op.create_table(
        "table_result",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("table_id", sa.String(length=18), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=10), nullable=False),
        sa.Column("entered", sa.Text(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=True),
        sa.Column("entered_by", sa.String(length=200), nullable=False),
        sa.Column("entered_account_id", sa.String(length=18), nullable=True),
        sa.Column("entered_credential_id", sa.String(length=18), nullable=True),
        sa.Column("entered_at", sa.BigInteger(), nullable=False),
        sa.Column("confirmed_by", sa.String(length=200), nullable=True),
        sa.Column("confirmed_account_id", sa.String(length=18), nullable=True),
        sa.Column("confirmed_credential_id", sa.String(length=18), nullable=True),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_table_result_event_id")),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_table_result_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_result")),
        sa.UniqueConstraint("table_id", "version", name=op.f("uq_table_result_table_id_version")),
    )
    with op.batch_alter_table("table_result") as batch_op:
        batch_op.create_index(batch_op.f("ix_table_result_event_id"), ["event_id"], unique=False)

    with op.batch_alter_table("event") as batch_op:
        batch_op.add_column(sa.Column("seed", sa.String(length=100), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("locked_at", sa.BigInteger(), nullable=True))

    with op.batch_alter_table("round") as batch_op:
        batch_op.add_column(sa.Column("published_at", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("results_published_at", sa.BigInteger(), nullable=True))
