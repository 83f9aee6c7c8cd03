"""Backups say which secret their codes were made with, and hold it, sealed, if there is a passphrase."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "service_secret",
        sa.Column("name", sa.String(length=20), primary_key=True),
        sa.Column("mark", sa.String(length=16), nullable=False),
        sa.Column("sealed", sa.Text(), nullable=False),
        sa.Column("sealed_at", sa.BigInteger(), nullable=True),
    )
