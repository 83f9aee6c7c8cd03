"""Editions that were filled in here are kept in the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    """Make it so."""
    op.create_table(
        "kept_edition",
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("account_id", sa.String(length=18), nullable=True),
        sa.Column("credential_id", sa.String(length=18), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("ruleset", sa.String(length=60), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_kept_edition")),
    )
