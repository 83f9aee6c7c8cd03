"""Views of a service's backups, and of what restoring one would undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from referee.backup.due import NEVER, LastBackup, last_backup
from referee.backup.faults import quoted
from referee.backup.folder import REASONS, Backup, backups
from referee.backup.read import read_parts
from referee.backup.verify import COUNTED, rows_in_backup
from referee.core.database.database import Database
from referee.core.http.declared import FieldExample
from referee.core.http.fields import OneOf
from referee.core.problems import Problem


@dataclass(frozen=True, slots=True)
class BackupView:
    """A backup on this machine."""

    name: Annotated[str, FieldExample("referee-20261121T145803123Z-scheduled.jsonl.gz")]
    made_at: int
    age: Annotated[int, "Its age in seconds."]
    size: Annotated[int, "Its size in bytes."]
    why: Annotated[
        str,
        OneOf(REASONS),
        "Why it was made: every quarter of an hour, when a round is closed, by hand, before a restore, or uploaded.",
    ]


@dataclass(frozen=True, slots=True)
class LastBackupView:
    """How the last backup of the service, or its last copy, went."""

    made_at: int | None
    age: Annotated[int | None, "Its age in seconds."]
    machine: str | None
    fault: Annotated[str | None, "Why a later one failed."]


@dataclass(frozen=True, slots=True)
class BackupList:
    """The backups of this machine, newest first, and the service's last backup."""

    rows: Sequence[BackupView]
    last: LastBackupView
    copy: Annotated[LastBackupView | None, "The last copy in the second place; null if no second place is set."]


def backups_view(database: Database, folder: Path) -> BackupList:
    """The backups in a folder, and how the last ones went.  Raises the problem ``backup_failed``."""
    now = database.now()
    newest, copied = last_backup(database), last_backup(database, "copy")
    try:
        rows = [backup_view(backup, now) for backup in backups(folder)]
    except OSError as error:
        raise backup_failed(error) from error
    return BackupList(rows, _last_view(newest, now), _last_view(copied, now) if copied != NEVER else None)


def backup_view(backup: Backup, now: int) -> BackupView:
    return BackupView(backup.name, backup.made_at, _age(backup.made_at, now), backup.size, backup.why)


def backup_failed(error: OSError) -> Problem:
    """Return the problem for a folder that cannot be read or written."""
    return Problem("backup_failed", reason=quoted(error))


@dataclass(frozen=True, slots=True)
class CountView:
    """How many rows of a kind there are ``now``, and how many in a backup (``then``)."""

    kind: str
    now: int
    then: int


@dataclass(frozen=True, slots=True)
class RunningView:
    """A running round; ``name`` and ``names`` as in its row."""

    event: str
    number: int
    name: str
    names: str


@dataclass(frozen=True, slots=True)
class LossView:
    """What a restore would undo.  ``changes``: the number of audit entries since the backup; ``running``: the rounds
    running now; ``typed``: what to type to confirm.
    """

    backup: BackupView
    counts: Sequence[CountView]
    changes: int
    running: Sequence[RunningView]
    typed: str


SINCE = "SELECT count(*) FROM audit_entry WHERE at > :at"
RUNNING = (
    "SELECT e.name, r.number, r.name, r.names FROM round r JOIN event e ON e.id = r.event_id"
    " WHERE r.state = 'running' AND e.archived_at IS NULL ORDER BY e.id, r.number"
)


def backup_named(folder: Path, wanted: str) -> Backup:
    """The backup with this name in a folder.  Raises the problem ``not_found``."""
    found = next((each for each in backups(folder) if each.name == wanted), None)
    if found is None:
        raise Problem("not_found", path=wanted)
    return found


def confirmation(backup: Backup) -> str:
    """What to type to confirm a restore: the hours, minutes and seconds in the backup's name."""
    return backup.name.partition("T")[2][:6]


def has_administrator(path: Path) -> bool:
    """Whether a backup has an enabled administrator with a password.  Raises `BackupUnusable`."""
    return any(
        {"administrator": 1, "disabled_at": None}.items() <= (of := dict(zip(part.columns, row, strict=True))).items()
        and of.get("password")
        for part in read_parts(path)
        if part.table == "account"
        for row in part.rows
    )


def loss_view(database: Database, backup: Backup) -> LossView:
    """What restoring a backup would undo.  Raises `BackupUnusable`."""
    then = rows_in_backup(backup)
    counts = [CountView(each, database.rows(f"SELECT count(*) FROM {each}", {})[0][0], then[each]) for each in COUNTED]
    changes = database.rows(database.sql(SINCE), {"at": backup.made_at})[0][0]
    running = [RunningView(*row) for row in database.rows(RUNNING, {})]
    return LossView(backup_view(backup, database.now()), counts, changes, running, confirmation(backup))


def size_text(size: int) -> str:
    """The size of a file as people read it: 8.4 kB, 12.0 MB."""
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{max(size, 100) / 1000:.1f} kB"


def _last_view(found: LastBackup, now: int) -> LastBackupView:
    age = None if found.made_at is None else _age(found.made_at, now)
    return LastBackupView(found.made_at, age, found.machine, found.fault)


def _age(made_at: int, now: int) -> int:
    """Whole seconds since ``made_at``, never negative."""
    return max(0, now - made_at) // 1000
