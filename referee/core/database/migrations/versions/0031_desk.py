"""Backups hold the secret, sealed, and say which it is; a player has paid or not; an organizer has a tax number."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Make it so.  Who had paid by their registration has paid as a player."""
    op.create_table(
        "service_secret",
        sa.Column("name", sa.String(length=20), primary_key=True),
        sa.Column("mark", sa.String(length=16), nullable=False),
        sa.Column("sealed", sa.Text(), nullable=False),
        sa.Column("sealed_at", sa.BigInteger(), nullable=True),
    )
    with op.batch_alter_table("player") as batch_op:
        batch_op.add_column(sa.Column("paid", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("player") as batch_op:
        batch_op.alter_column("paid", server_default=None)
    op.execute(
        "UPDATE player SET paid = true WHERE id IN"
        " (SELECT player_id FROM registration WHERE paid_at IS NOT NULL AND player_id <> '')"
    )
    with op.batch_alter_table("event") as batch_op:
        batch_op.add_column(sa.Column("tax_number", sa.String(length=30), nullable=False, server_default=""))
    with op.batch_alter_table("event") as batch_op:
        batch_op.alter_column("tax_number", server_default=None)
