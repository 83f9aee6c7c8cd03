"""A second factor for accounts, and when a password was last typed in a session."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Make it so."""
    with op.batch_alter_table("account") as batch_op:
        batch_op.add_column(sa.Column("factor_since", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("factor_turn", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("factor_step", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("factor_codes", sa.Text(), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("factor_required", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("credential") as batch_op:
        batch_op.add_column(sa.Column("confirmed_at", sa.BigInteger(), nullable=True))
