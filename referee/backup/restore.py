"""Restoring a backup, into a database of either kind."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection, MetaData, create_engine, func, make_url, select, text
from sqlalchemy.exc import DBAPIError

from referee.backup.read import BackupUnusable, check_backup, header, parts
from referee.backup.write import NothingThere, make, sync_folder
from referee.core.database.database import Database, sqlite_code
from referee.core.database.migrate import STEP_TABLE, migrate_to, newest_step, schema_transaction, steps
from referee.models import new_id

IN_USE_SECONDS = 2
"""How long to wait for whoever uses the database to leave it."""
RESTORING = "-restoring"
"""How the file ends that a backup is put into before it takes the place of an SQLite database."""
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
    return restore_backup(path, url, replace=False)


def replace(path: Path, url: str, folder: Path) -> tuple[int, Path | None]:
    """Put a backup in the place of what a database holds: the number of rows, and what was there before: the backup of
    it, made in ``folder``, or where it is too damaged for one the file itself, moved aside (None: nothing was there).

    Raises `BackupUnusable`, `RestoreRefused`, the database's errors, and OSError where that backup cannot be made; then
    nothing was changed.
    """
    usable(path)
    address = make_url(url)
    try:
        refuse_used(url)
        before = save_present(url, folder)
    except (sqlite3.DatabaseError, DBAPIError) as error:
        if sqlite_code(error) not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise
        before = moved_aside(Path(address.database or ""))
    return restore_backup(path, url, replace=True), before


def save_present(url: str, folder: Path) -> Path | None:
    """Make a backup of what a database holds; None where it holds nothing."""
    database = Database(url)
    try:
        return make(database, folder, "replaced").path
    except NothingThere:
        return None
    finally:
        database.close()


def moved_aside(path: Path) -> Path:
    """Give a damaged database another name, with what belongs to it; which."""
    aside = path.with_name(f"{path.name}-damaged-{time.strftime('%Y%m%dT%H%M%S')}")
    for end in ("-wal", "-shm", "-journal", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(aside.with_name(aside.name + end))
    return aside


def restore_backup(path: Path, url: str, *, replace: bool) -> int:
    """Put a backup into a database; what is there is removed with ``replace``, else it must be empty.

    Whoever is killed meanwhile leaves what was there: on PostgreSQL all is one transaction, and on SQLite another file,
    which takes the place of the database when it is whole.
    """
    rows = usable(path)
    refuse_used(url)
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        with schema_transaction(url) as connection:
            clear(connection, replace=replace)
            restored_into(connection, path)
        return rows
    target = Path(address.database or "")
    if target.exists():
        with schema_transaction(url) as connection:
            refuse_rows(connection, replace=replace)
    part = target.with_name(f"{target.name}{RESTORING}")
    discard(part)
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with schema_transaction(str(address.set(database=str(part)))) as connection:
            restored_into(connection, path)
        refuse_used(url)  # its last journal is gone with that, and cannot be taken for one of the new file
        part.replace(target)
    finally:
        discard(part)
    sync_folder(target.parent)
    return rows


def discard(part: Path) -> None:
    """Remove a database that was not finished, by this process or by one that was killed."""
    for end in ("", "-journal", "-wal", "-shm"):
        part.with_name(part.name + end).unlink(missing_ok=True)


def restored_into(connection: Connection, path: Path) -> None:
    """Put a backup into a database without tables, and take it on to what this version needs."""
    found = header(path)
    migrate_to(connection, found.step)
    fill(connection, path)
    migrate_to(connection)
    note_restored(connection, time.time_ns() // 1_000_000, found.made_at)


def note_restored(connection: Connection, at: int, made_at: int) -> None:
    """Note that from the moment ``at`` on what there is counts, of whatever was known between ``made_at`` and then."""
    values = {"id": new_id(), "at": at, "made_at": made_at}
    connection.execute(text("INSERT INTO restored (id, at, made_at) VALUES (:id, :at, :made_at)"), values)


def usable(path: Path, most: int | None = None) -> int:
    """Check that a backup is whole and not newer than this program; the number of rows.  ``most``: bytes that it
    unpacks to.  Raises `BackupUnusable`.
    """
    rows = check_backup(path, most)
    step = header(path).step
    if step not in steps():
        raise BackupUnusable(
            f"{path}: the backup is at step {step}, and this version of the program knows the steps up to"
            f" {newest_step()}: a newer version has made it. Install that version"
        )
    return rows


def refuse_used(url: str) -> None:
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
    refuse_rows(connection, replace=replace).drop_all(connection)


def refuse_rows(connection: Connection, *, replace: bool) -> MetaData:
    """The tables of a database, if they are ours and, without ``replace``, have no rows.  Raises `RestoreRefused`."""
    existing = MetaData()
    existing.reflect(connection)
    ours = STEP_TABLE in existing.tables
    if existing.tables and not ours:
        raise RestoreRefused("the database holds tables of something else; name an empty one")
    for table in existing.sorted_tables:
        if replace or table.name == STEP_TABLE:
            continue
        if rows := connection.scalar(select(func.count()).select_from(table)):
            raise RestoreRefused(
                f"the database is not empty: {table.name} has {rows} rows. Name an empty one, or say --replace, which"
                " makes a backup of what is there first"
            )
    return existing


def fill(connection: Connection, path: Path) -> None:
    """Write the rows of a backup into the empty tables of its step.  Raises `BackupUnusable`."""
    existing = MetaData()
    existing.reflect(connection)
    for part in parts(path):
        table = existing.tables.get(part.table)
        if table is None or not {*part.columns} <= {*table.columns.keys()}:
            raise BackupUnusable(f"{path}: the table {part.table} is not what its step has")
        if part.rows:
            connection.execute(table.insert(), [dict(zip(part.columns, row, strict=True)) for row in part.rows])
