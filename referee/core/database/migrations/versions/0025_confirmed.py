"""A registration counts once it is confirmed; a form's seal is used once; what came from one network can be found."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Make it so.  Registrations from before count already."""
    with op.batch_alter_table("registration") as batch_op:
        batch_op.add_column(sa.Column("confirmed_at", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("seal", sa.String(length=60), nullable=True))
        batch_op.add_column(sa.Column("network", sa.String(length=16), nullable=False, server_default=""))
        batch_op.create_unique_constraint(batch_op.f("uq_registration_seal"), ["seal"])
        batch_op.create_index(batch_op.f("ix_registration_network"), ["network"], unique=False)
    op.execute("UPDATE registration SET confirmed_at = made_at")
    with op.batch_alter_table("registration") as batch_op:
        batch_op.alter_column("network", server_default=None)
