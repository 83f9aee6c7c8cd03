"""Making a backup in the folder of a machine."""

from __future__ import annotations

from pathlib import Path

from referee.backup.folder import Backup, name, tidy
from referee.backup.write import write
from referee.core.database.database import Database


def make(database: Database, folder: Path, why: str) -> Backup:
    """Make a backup in ``folder``, and remove those that are not kept any longer.

    ``why``: one of `REASONS`.  Raises OSError where the folder cannot be written or the disk is full, `NothingThere`,
    and the database's errors.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    made_at = database.now()
    path = folder / name(made_at, why)
    write(database, path, made_at, why)
    tidy(folder, made_at)
    return Backup(path, made_at, why, path.stat().st_size)
