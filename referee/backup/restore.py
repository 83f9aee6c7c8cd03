"""Restoring a backup, into a database of either kind."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, MetaData, create_engine, func, make_url, select, text

from referee.backup.folder import Backup
from referee.backup.make import make
from referee.backup.read import BackupUnusable, checked, header, parts
from referee.backup.write import NothingThere
from referee.storage.database import Database
from referee.storage.migrate import STEP_TABLE, altering, steps, to_step, wanted

IN_USE_SECONDS = 2
"""How long to wait for whoever uses the database to leave it."""
OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


class RestoreRefused(Exception):
    """A restore that would destroy something; the message says what, and what would be right."""


def restore(path: Path, url: str) -> int:
    """Put a backup into an empty database, and take it on to what this version needs; the number of rows.

    All in one transaction.  Raises `BackupUnusable`, `RestoreRefused` and the database's errors; then nothing was
    changed.
    """
    return restored(path, url, replace=False)


def replace(path: Path, url: str, folder: Path) -> tuple[int, Backup | None]:
    """Put a backup in the place of what a database holds: the number of rows, and the backup of what was there before,
    made in ``folder`` (None: nothing was).

    Raises `BackupUnusable`, `RestoreRefused`, the database's errors, and OSError where that backup cannot be made; then
    nothing was changed.
    """
    usable(path)
    unused(url)
    database = Database(url)
    try:
        before = make(database, folder, "replaced")
    except NothingThere:
        before = None
    finally:
        database.close()
    return restored(path, url, replace=True), before


def restored(path: Path, url: str, *, replace: bool) -> int:
    """Put a backup into a database; what is there is removed with ``replace``, else it must be empty."""
    rows = usable(path)
    unused(url)
    with altering(url) as connection:
        clear(connection, replace=replace)
        to_step(connection, header(path).step)
        fill(connection, path)
        to_step(connection)
    return rows


def usable(path: Path) -> int:
    """Check that a backup is whole and not newer than this program; the number of rows.  Raises `BackupUnusable`."""
    rows = checked(path)
    step = header(path).step
    if step not in steps():
        raise BackupUnusable(
            f"{path}: the backup is at step {step}, and this version of the program knows the steps up to {wanted()}:"
            " a newer version has made it. Install that version"
        )
    return rows


def unused(url: str) -> None:
    """Check that nobody else uses a database, for a service would go on with what it remembers of the old one.

    Raises `RestoreRefused`.
    """
    address = make_url(url)
    is_sqlite = address.get_backend_name() == "sqlite"
    alone = sqlite_alone(Path(address.database or "")) if is_sqlite else postgresql_alone(url)
    if not alone:
        raise RestoreRefused("the database is in use; stop the service on all machines first")


def sqlite_alone(path: Path) -> bool:
    """Whether nobody has an SQLite database open: only then its journal can be changed to another kind."""
    if not path.exists():
        return True
    with closing(sqlite3.connect(path, timeout=IN_USE_SECONDS, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            return False
    return True


def postgresql_alone(url: str) -> bool:
    """Whether nobody else is connected to a PostgreSQL database; those who just left may still be seen for a moment."""
    until = time.monotonic() + IN_USE_SECONDS
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            while connection.scalar(OTHERS):
                if time.monotonic() > until:
                    return False
                time.sleep(0.05)
            return True
    finally:
        engine.dispose()


def clear(connection: Connection, *, replace: bool) -> None:
    """Remove all tables of a database; without ``replace`` only if they have no rows.  Raises `RestoreRefused`."""
    there = MetaData()
    there.reflect(connection)
    ours = STEP_TABLE in there.tables
    if there.tables and not ours:
        raise RestoreRefused("the database holds tables of something else; name an empty one")
    for table in there.sorted_tables:
        if replace or table.name == STEP_TABLE:
            continue
        if rows := connection.scalar(select(func.count()).select_from(table)):
            raise RestoreRefused(
                f"the database is not empty: {table.name} has {rows} rows. Name an empty one, or say --replace, which"
                " makes a backup of what is there first"
            )
    there.drop_all(connection)


def fill(connection: Connection, path: Path) -> None:
    """Write the rows of a backup into the empty tables of its step.  Raises `BackupUnusable`."""
    there = MetaData()
    there.reflect(connection)
    for part in parts(path):
        table = there.tables.get(part.table)
        if table is None or not {*part.columns} <= {*table.columns.keys()}:
            raise BackupUnusable(f"{path}: the table {part.table} is not what its step has")
        if part.rows:
            connection.execute(table.insert(), [dict(zip(part.columns, row, strict=True)) for row in part.rows])
