"""Restoring a backup into SQLite or PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, MetaData, create_engine, func, make_url, select, text
from sqlalchemy.exc import DBAPIError

from referee.backup.faults import BackupUnusable, RestoreRefused
from referee.backup.read import check_backup, read_header, read_parts
from referee.backup.write import NothingThere, make, once_closed, replace_file, sync_folder, tables_at
from referee.core.database.database import Database, make_durable, sqlite_code
from referee.core.database.migrate import STEP_TABLE, migrate_to, newest_step, schema_transaction, steps
from referee.models import new_id

IN_USE_SECONDS = 2
"""How long to wait until other connections to the database are closed."""
RESTORING_SUFFIX = "-restoring"
"""The suffix of the file that a backup is restored into before it replaces an SQLite database."""
OTHER_CLIENTS = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


def restore(path: Path, url: str) -> int:
    """Restore a backup into an empty database and migrate it to this version; return the number of rows.

    All or nothing.  Raises `BackupUnusable`, `RestoreRefused` and the database's errors; nothing was changed then.
    """
    return restore_backup(path, url, replace=False)


def replace(path: Path, url: str, folder: Path) -> tuple[int, Path | None]:
    """Replace the contents of a database by a backup; return the number of rows, and where the old contents are.

    These are backed up in ``folder`` first; a database file too damaged for that is moved aside instead.  None: the
    database was empty.  Raises `BackupUnusable`, `RestoreRefused`, the database's errors, and OSError if the old
    contents cannot be backed up; nothing was changed then.
    """
    check_usable(path)
    address = make_url(url)
    try:
        refuse_in_use(url)
        before = back_up_contents(url, folder)
    except (sqlite3.DatabaseError, DBAPIError) as error:
        if sqlite_code(error) not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise
        before = move_aside(Path(address.database or ""))
    return restore_backup(path, url, replace=True), before


def back_up_contents(url: str, folder: Path) -> Path | None:
    """Back up the contents of a database and return the file; None if there is none, or it has no tables."""
    address = make_url(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").exists():
        return None
    database = Database(url)
    try:
        return make(database, folder, "replaced").path
    except NothingThere:
        return None
    finally:
        database.close()


def move_aside(path: Path) -> Path:
    """Rename a damaged SQLite database and its journal files, and return the new path."""
    aside = path.with_name(f"{path.name}-damaged-{time.strftime('%Y%m%dT%H%M%S')}")
    for end in ("-wal", "-shm", "-journal", ""):
        with suppress(FileNotFoundError):
            replace_file(path.with_name(path.name + end), aside.with_name(aside.name + end))
    return aside


def restore_backup(path: Path, url: str, *, replace: bool) -> int:
    """Restore a backup into a database, which must be empty unless ``replace``; return the number of rows.

    If the process is killed meanwhile, the old contents remain: on PostgreSQL everything is one transaction, and on
    SQLite the backup is restored into another file, which replaces the database once it is complete.
    """
    rows = check_usable(path)
    refuse_in_use(url)
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        with schema_transaction(url) as connection:
            drop_tables(connection, replace=replace)
            restore_into(connection, path)
        return rows
    target = Path(address.database or "")
    if target.exists():
        with schema_transaction(url) as connection:
            refuse_rows(connection, replace=replace)
    part = target.with_name(f"{target.name}{RESTORING_SUFFIX}")
    discard(part)
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with schema_transaction(str(address.set(database=str(part)))) as connection:
            restore_into(connection, path)
        refuse_in_use(url)  # this also removes the old journal, which could be mistaken for one of the new file
        replace_file(part, target)
    finally:
        discard(part)
    sync_folder(target.parent)
    return rows


def discard(part: Path) -> None:
    """Delete an unfinished database, of this process or of one that was killed."""
    for end in ("", "-journal", "-wal", "-shm"):
        once_closed(partial(part.with_name(part.name + end).unlink, missing_ok=True))


def restore_into(connection: Connection, path: Path) -> None:
    """Restore a backup into a database without tables, and migrate it to this version."""
    found = read_header(path)
    migrate_to(connection, found.step)
    insert_rows(connection, path, found.step)
    migrate_to(connection)
    note_restored(connection, time.time_ns() // 1_000_000, found.made_at)


def note_restored(connection: Connection, at: int, made_at: int) -> None:
    """Record a restore at the time ``at``: whatever was known of the logs between ``made_at`` and then is void."""
    values = {"id": new_id(), "at": at, "made_at": made_at}
    connection.execute(text("INSERT INTO restored (id, at, made_at) VALUES (:id, :at, :made_at)"), values)


def check_usable(path: Path, most: int | None = None) -> int:
    """Check that a backup is complete and not newer than this program; return the number of its rows.

    ``most``: the most bytes that it may unpack to.  Raises `BackupUnusable`.
    """
    rows = check_backup(path, most)
    step = read_header(path).step
    if step not in steps():
        raise BackupUnusable(path, "newer", step=step, newest=newest_step())
    return rows


def refuse_in_use(url: str) -> None:
    """Check that nobody else uses a database: a running service would carry on with what it has cached of the old one.

    Raises `RestoreRefused`.
    """
    address = make_url(url)
    is_sqlite = address.get_backend_name() == "sqlite"
    unused = sqlite_is_unused(Path(address.database or "")) if is_sqlite else postgresql_is_unused(url)
    if not unused:
        raise RestoreRefused("in_use")


def sqlite_is_unused(path: Path) -> bool:
    """Whether nobody has an SQLite database open: only then can its journal mode be changed."""
    if not path.exists():
        return True
    with closing(sqlite3.connect(path, timeout=IN_USE_SECONDS, isolation_level=None)) as connection:
        make_durable(connection)  # it may move what is in the journal into the database
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            return False
    return True


def postgresql_is_unused(url: str) -> bool:
    """Whether nobody else is connected to a PostgreSQL database; closed connections may be listed for a moment."""
    until = time.monotonic() + IN_USE_SECONDS
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            while connection.scalar(OTHER_CLIENTS):
                if time.monotonic() > until:
                    return False
                time.sleep(0.05)
            return True
    finally:
        engine.dispose()


def drop_tables(connection: Connection, *, replace: bool) -> None:
    """Drop all tables of a database; without ``replace`` only if they are empty.  Raises `RestoreRefused`."""
    refuse_rows(connection, replace=replace).drop_all(connection)


def refuse_rows(connection: Connection, *, replace: bool) -> MetaData:
    """Return the tables of a database if they are ours and, without ``replace``, empty.  Raises `RestoreRefused`."""
    existing = MetaData()
    existing.reflect(connection)
    ours = STEP_TABLE in existing.tables
    if existing.tables and not ours:
        raise RestoreRefused("something_else")
    for table in existing.sorted_tables:
        if replace or table.name == STEP_TABLE:
            continue
        if rows := connection.scalar(select(func.count()).select_from(table)):
            raise RestoreRefused("not_empty", table=table.name, rows=rows)
    return existing


def insert_rows(connection: Connection, path: Path, step: str) -> None:
    """Insert the rows of a backup into the empty tables of its migration.  Raises `BackupUnusable`."""
    existing = tables_at(connection, step)
    for part in read_parts(path):
        table = existing.tables.get(part.table)
        if table is None or not {*part.columns} <= {*table.columns.keys()}:
            raise BackupUnusable(path, "other_table", table=part.table)
        if part.rows:
            connection.execute(table.insert(), [dict(zip(part.columns, row, strict=True)) for row in part.rows])
