"""Bringing a database to the shape that this version of the service needs."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, make_url, text

LOCK = 7_406_215
"""The advisory lock that lets one process at a time migrate a PostgreSQL database."""


def configuration() -> Config:
    """Where Alembic finds the steps."""
    config = Config()
    config.set_main_option("script_location", str(files("referee.storage") / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def upgrade(url: str) -> None:
    """Make the database at ``url`` what this version needs; nothing happens where it is.

    Of several processes that start together one does it, and the others wait.
    """
    config = configuration()
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            if make_url(url).get_backend_name() == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()


def wanted() -> str:
    """The step that this version of the service needs."""
    head = ScriptDirectory.from_config(configuration()).get_current_head()
    assert head is not None
    return head


def present(connection: Connection) -> str | None:
    """The step that a database is at; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()
