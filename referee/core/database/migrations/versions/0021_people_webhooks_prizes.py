"""People across events, seasons, webhooks, and prizes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "person",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("reading", sa.String(length=200), nullable=False),
        sa.Column("club", sa.String(length=200), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("shown_since", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
    )
    op.create_table(
        "season",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season")),
    )
    op.create_table(
        "prize",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("sealed", sa.String(length=64), nullable=False),
        sa.Column("entrants", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("drawn_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_prize_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_prize")),
    )
    with op.batch_alter_table("prize") as batch_op:
        batch_op.create_index(batch_op.f("ix_prize_event_id"), ["event_id"], unique=False)

    op.create_table(
        "webhook",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("url", sa.String(length=500), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_webhook_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook")),
    )
    with op.batch_alter_table("webhook") as batch_op:
        batch_op.create_index(batch_op.f("ix_webhook_event_id"), ["event_id"], unique=False)

    op.create_table(
        "appearance",
        sa.Column("player_id", sa.String(length=18), nullable=False),
        sa.Column("person_id", sa.String(length=18), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_appearance_person_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_appearance_player_id")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_appearance")),
    )
    with op.batch_alter_table("appearance") as batch_op:
        batch_op.create_index(batch_op.f("ix_appearance_person_id"), ["person_id"], unique=False)

    op.create_table(
        "webhook_delivery",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("webhook_id", sa.String(length=18), nullable=False),
        sa.Column("news", sa.String(length=80), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("fault", sa.String(length=300), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("given_up_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["webhook_id"], ["webhook.id"], name=op.f("fk_webhook_delivery_webhook_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_delivery")),
        sa.UniqueConstraint("webhook_id", "news", name=op.f("uq_webhook_delivery_webhook_id_news")),
    )
