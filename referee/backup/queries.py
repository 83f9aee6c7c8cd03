"""The backups of a service as programs read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.backup.due import NEVER, Last, last
from referee.backup.folder import Backup, backups
from referee.core.database.database import Database
from referee.core.problems import Problem


@dataclass(frozen=True, slots=True)
class BackupView:
    """A backup that this machine keeps.  ``age``: in seconds."""

    name: str
    made_at: int
    age: int
    size: int
    why: str


@dataclass(frozen=True, slots=True)
class LastBackupView:
    """How the last backup of the service, or the last copy of one, went.  ``fault``: why another one failed since."""

    made_at: int | None
    age: int | None
    machine: str | None
    fault: str | None


@dataclass(frozen=True, slots=True)
class BackupsView:
    """The backups of this machine, the newest first; the last one of the service, and its last copy if there is one."""

    rows: Sequence[BackupView]
    last: LastBackupView
    copy: LastBackupView | None


def backups_view(database: Database, folder: Path) -> BackupsView:
    """The backups in a folder, and how the last ones went.  Raises the problem ``backup_failed``."""
    now = database.now()
    newest, copied = last(database), last(database, "copy")
    try:
        rows = [backup_view(backup, now) for backup in backups(folder)]
    except OSError as error:
        raise backup_failed(error) from error
    return BackupsView(rows, _last_view(newest, now), _last_view(copied, now) if copied != NEVER else None)


def backup_view(backup: Backup, now: int) -> BackupView:
    """A backup."""
    return BackupView(backup.name, backup.made_at, _age(backup.made_at, now), backup.size, backup.why)


def backup_failed(error: OSError) -> Problem:
    """The problem of a folder that cannot be read or written."""
    return Problem("backup_failed", reason=error.strerror or str(error))


def _last_view(found: Last, now: int) -> LastBackupView:
    age = None if found.made_at is None else _age(found.made_at, now)
    return LastBackupView(found.made_at, age, found.machine, found.fault)


def _age(made_at: int, now: int) -> int:
    """Seconds since a moment."""
    return max(0, now - made_at) // 1000
