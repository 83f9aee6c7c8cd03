"""Alembic's environment: runs migrations on the connection that `referee.core.database.migrate` opened."""

from __future__ import annotations

from alembic import context

from referee.models import METADATA

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite alters a table by recreating it
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
