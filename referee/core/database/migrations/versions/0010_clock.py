"""The service's clock."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "service_clock",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("correction", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("passed", sa.BigInteger(), nullable=False),
        sa.Column("boot", sa.String(length=36), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_service_clock")),
    )
