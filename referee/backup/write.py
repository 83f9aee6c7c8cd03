"""Writing a backup: everything in the database in one file, in the same format for SQLite and PostgreSQL.

A backup is JSON Lines in UTF-8, compressed with gzip:

- a header: ``{"referee_backup": 1, "step": ..., "made_at": ..., "version": ..., "why": ...}``, where ``step`` is the
  migration that the tables were at, and ``made_at`` the time (ms since 1970, UTC) of the whole backup's contents;
- for each table, in the order of their foreign keys, ``{"table": ..., "columns": [...]}``, then its rows by primary
  key, each a list of values in the order of the columns;
- a trailer: ``{"rows": ..., "sha256": ...}``, the number of rows and the SHA-256 of all lines before.

It does not contain the service's secret, which codes and links are derived from (``secret`` in the data directory).
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import secrets
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, select

from referee.backup.folder import PART, Backup, file_name, tidy
from referee.core.database.database import IN_BATCHES, Database, consistent_read
from referee.core.database.migrate import STEP_TABLE, current_step

FORMAT = 1
OPEN_SECONDS = 2
"""How long to wait until nobody has a file open any more that is to be renamed or deleted."""
COMPRESSION_LEVEL = 5
"""The gzip compression level: a higher one takes twice the time and saves a tenth."""

KNOWN: dict[tuple[str, str], MetaData] = {}
"""The tables by the kind of database and the migration that it is at."""


class NothingThere(Exception):
    """There is nothing to back up: the database has no tables."""


def write(database: Database, path: Path, made_at: int, why: str) -> int:
    """Write everything in the database into the file ``path``, and return the number of rows.

    The file is written atomically and synced to disk.  The service may keep running; nothing that it writes meanwhile
    is included.  Raises OSError, `NothingThere`, and the database's errors.
    """
    part = path.with_name(f"{path.name}-{secrets.token_hex(4)}{PART}")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with (
                consistent_read(database) as connection,
                gzip.GzipFile("", "wb", COMPRESSION_LEVEL, file, mtime=0) as packed,
            ):
                digest = hashlib.sha256()
                rows = 0
                for value in backup_lines(connection, made_at, why):
                    line = encode_line(value)
                    digest.update(line)
                    packed.write(line)
                    rows += isinstance(value, list)
                packed.write(encode_line({"rows": rows, "sha256": digest.hexdigest()}))
            file.flush()
            os.fsync(file.fileno())
        replace_file(part, path)
    except BaseException:
        once_closed(lambda: part.unlink(missing_ok=True))
        raise
    sync_folder(path.parent)
    return rows


def backup_lines(connection: Connection, made_at: int, why: str) -> Iterator[dict[str, Any] | list[Any]]:
    """The lines of a backup before its trailer: objects, and the rows as lists.

    The tables are written as they are in the database, not as this version of the program defines them.
    """
    step = current_step(connection)
    if step is None:
        raise NothingThere
    yield {
        "referee_backup": FORMAT,
        "step": step,
        "made_at": made_at,
        "version": version("monopoly-referee"),
        "why": why,
    }
    for table in tables_at(connection, step).sorted_tables:
        if table.name == STEP_TABLE:
            continue
        yield {"table": table.name, "columns": [column.name for column in table.columns]}
        for row in connection.execute(select(table).order_by(*table.primary_key), execution_options=IN_BATCHES):
            yield list(row)


def tables_at(connection: Connection, step: str) -> MetaData:
    """The tables of a database at a migration, which a process reads once: that takes longer than a small backup."""
    known = connection.dialect.name, step
    if known not in KNOWN:
        found = MetaData()
        found.reflect(connection)
        KNOWN[known] = found
    return KNOWN[known]


def encode_line(value: dict[str, Any] | list[Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def sync_folder(folder: Path) -> None:
    """Make a new file name in a folder survive a power failure, where the system can do that."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def once_closed(act: Callable[[], object]) -> None:
    """Rename or delete a file, as soon as nobody has it open.

    On Windows that fails while anybody has, as a virus scanner or a process that was just killed may for a moment.
    """
    until = time.monotonic() + OPEN_SECONDS
    while True:
        try:
            act()
        except PermissionError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


def replace_file(part: Path, target: Path) -> None:
    """Give a file the name of another one.  Raises OSError."""
    once_closed(lambda: part.replace(target))


def make(database: Database, folder: Path, why: str) -> Backup:
    """Make a backup in ``folder``, and delete those beyond the retention rule.

    ``why``: one of `REASONS`.  Raises OSError if the folder cannot be written or the disk is full, `NothingThere`,
    and the database's errors.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    made_at = database.now()
    path = folder / file_name(made_at, why)
    write(database, path, made_at, why)
    tidy(folder, made_at)
    return Backup(path, made_at, why, path.stat().st_size)
