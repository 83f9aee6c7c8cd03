"""An event has a time zone.  One that its layout already names is taken over."""

from __future__ import annotations

import tomllib

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Make it so.  Events without one are shown in the usual zone, as new ones would be."""
    with op.batch_alter_table("event") as batch_op:
        batch_op.add_column(sa.Column("zone", sa.String(length=40), nullable=False, server_default=""))
    with op.batch_alter_table("event") as batch_op:
        batch_op.alter_column("zone", server_default=None)
    connection = op.get_bind()
    layouts = connection.execute(sa.text("SELECT event_id, text FROM layout_version ORDER BY event_id, number"))
    for event_id, text in layouts.all():
        zone = tomllib.loads(text).get("zone", "")
        connection.execute(sa.text("UPDATE event SET zone = :zone WHERE id = :id"), {"zone": zone, "id": event_id})
