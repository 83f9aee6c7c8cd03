"""Players can be told on their phone or by e-mail what concerns them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Make it so.  No event does that yet."""
    op.create_table(
        "alert_channel",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("event_id", sa.String(length=18), nullable=False),
        sa.Column("player_id", sa.String(length=18), nullable=False),
        sa.Column("kind", sa.String(length=4), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("public_key", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_alert_channel_event_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_alert_channel_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alert_channel")),
    )
    op.create_index(op.f("ix_alert_channel_event_id"), "alert_channel", ["event_id"])
    op.create_index(op.f("ix_alert_channel_player_id"), "alert_channel", ["player_id"])
    op.create_table(
        "alert_delivery",
        sa.Column("id", sa.String(length=18), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("fault", sa.String(length=300), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("given_up_at", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.String(length=18), nullable=False),
        sa.Column("news", sa.String(length=80), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["channel_id"], ["alert_channel.id"], name=op.f("fk_alert_delivery_channel_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alert_delivery")),
        sa.UniqueConstraint("channel_id", "news", name=op.f("uq_alert_delivery_channel_id_news")),
    )
    with op.batch_alter_table("public_pages") as batch_op:
        batch_op.add_column(sa.Column("alerts", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("public_pages") as batch_op:
        batch_op.alter_column("alerts", server_default=None)
