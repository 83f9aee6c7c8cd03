"""Migrates a database to the schema that this version of the service needs.

The migrations (steps) are in `referee.core.database.migrations.versions`; `referee.core.database.draft` drafts the next
one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, create_engine, event, make_url, text

from referee.core.database.database import make_durable
from referee.core.files import new_file

if TYPE_CHECKING:
    from alembic.config import Config

STEP_TABLE = "alembic_version"
"""Alembic's table, which says which step a database is at."""
LOCK = 7_406_215
"""The advisory lock that lets one process at a time migrate a PostgreSQL database."""
BUSY_SECONDS = 60
"""How long to wait for other writers of an SQLite database."""


class DatabaseNewer(Exception):
    """A newer version of the program has used the database; the message says so, and what would be right."""

    def __init__(self, step: str) -> None:
        super().__init__(
            f"the database is at step {step}, and this version of the program knows the steps up to {newest_step()}:"
            " a newer version has used it. Install that version, or restore a backup that this one made into an empty"
            " database"
        )
        self.step = step


def alembic_config() -> Config:
    """Alembic's configuration, pointing at our migrations."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("referee.core.database") / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def upgrade(url: str) -> None:
    """Migrate the database at ``url`` to what this version needs; do nothing if it is up to date.

    If several processes start together, one of them does it, and the others wait.  Raises `DatabaseNewer`, and the
    database's errors; in either case nothing was changed.
    """
    with schema_transaction(url) as connection:
        migrate_to(connection)


@contextmanager
def schema_transaction(url: str) -> Iterator[Connection]:
    """A connection to alter the tables of a database with exclusive access, in one transaction: all or nothing."""
    is_sqlite = make_url(url).get_backend_name() == "sqlite"
    options = {"timeout": BUSY_SECONDS, "isolation_level": None} if is_sqlite else {}
    engine = create_engine(url, connect_args=options)
    if is_sqlite:  # its driver would otherwise commit before every ALTER TABLE
        new_file(Path(engine.url.database or ""))
        event.listen(engine, "connect", make_durable)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.begin() as connection:
            if not is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            yield connection
    finally:
        engine.dispose()


def migrate_to(connection: Connection, step: str = "head") -> None:
    """Migrate a database to a step, by default the latest.  Raises `DatabaseNewer`."""
    from alembic import command

    now = current_step(connection)
    if now is not None and now not in steps():
        raise DatabaseNewer(now)
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, step)


def steps() -> list[str]:
    """The steps that this version of the program knows, the latest first."""
    from alembic.script import ScriptDirectory

    return [script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()]


def newest_step() -> str:
    """The step that this version of the service needs."""
    return steps()[0]


def current_step(connection: Connection) -> str | None:
    """The step that a database is at; None if it is empty."""
    from alembic.runtime.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision()
