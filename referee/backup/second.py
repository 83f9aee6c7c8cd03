"""The second place of backups, such as a USB stick: every backup is copied there, and a failure is noted.

What the place does (pulled, full, read-only, slow) is the copying thread's affair alone: it holds no transaction while
it copies, and nobody waits for it.
"""

from __future__ import annotations

import logging
import os
import platform
import secrets
import threading
from contextlib import suppress
from pathlib import Path

from sqlalchemy import text

from referee.backup.folder import PART, UPLOADED, Backup, backups, tidy
from referee.backup.read import BackupUnusable, check_backup
from referee.backup.write import sync_folder
from referee.core.database.database import Database

LOG = logging.getLogger(__name__)

AT_A_TIME = 1 << 20
"""Bytes that are copied at a time."""
FINISH_SECONDS = 5
"""How long a process that ends waits for a copy under way."""

COPIED = text(
    "INSERT INTO backup_turn (name, due_at, made_at, machine) VALUES ('copy', 0, :made_at, :machine)"
    " ON CONFLICT (name) DO UPDATE SET made_at = excluded.made_at, machine = excluded.machine, fault = NULL"
)
FAILED = text(
    "INSERT INTO backup_turn (name, due_at, machine, fault) VALUES ('copy', 0, :machine, :fault)"
    " ON CONFLICT (name) DO UPDATE SET machine = excluded.machine, fault = excluded.fault"
)
NO_MORE = text("DELETE FROM backup_turn WHERE name = 'copy' AND machine = :machine")


def copy(backup: Path, folder: Path) -> Path:
    """Copy a backup into a folder and read it there; the copy.  Of older ones as many are kept as at home.

    The folder must be there: where the stick is not, its folder is not, and the disk below is no second place.
    Raises OSError and `BackupUnusable`; then no part of it is left where that is possible.
    """
    if not folder.is_dir():
        raise FileNotFoundError(2, "the folder is not there; is the stick in?", str(folder))
    path = folder / backup.name
    part = folder / f"{backup.name}-{secrets.token_hex(4)}{PART}"
    try:
        # As at home only its owner may read it, where the file system of the stick knows owners.
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as target, backup.open("rb") as source:
            while piece := source.read(AT_A_TIME):
                target.write(piece)
            target.flush()
            os.fsync(target.fileno())
            if hasattr(os, "posix_fadvise"):  # so that it is read from the stick, not from memory
                os.posix_fadvise(target.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        check_backup(part)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # not every file system of sticks can say so of a folder
        sync_folder(folder)
    tidy(folder, next(each.made_at for each in backups(folder) if each.path == path))
    return path


def everywhere(folder: Path, second: Path | None) -> list[Backup]:
    """The backups at home and in the second place, the newest first; of the second what can be listed."""
    found = backups(folder)
    with suppress(OSError):
        found += backups(second) if second is not None else []
    return sorted(found, key=lambda each: (each.made_at, each.path.parent == folder), reverse=True)


def newest_if_lost(database: Database, folder: Path, second: Path | None) -> Backup | None:
    """The newest backup, where there are some and the database that they are of is not there: this one is empty."""
    if any(database.rows(f"SELECT id FROM {table} LIMIT 1", {}) for table in ("account", "event")):
        return None
    return next((each for each in everywhere(folder, second) if each.why != UPLOADED), None)


class SecondPlace:
    """Copies the backups of one process, in a thread of its own; of those that wait only the newest.

    ``folder`` None: there is no second place.
    """

    def __init__(self, database: Database, folder: Path | None) -> None:
        self.database = database
        self.folder = folder
        self._lock = threading.Lock()
        self._waiting: Path | None = None
        self._under_way: Path | None = None
        self._thread: threading.Thread | None = None

    def begin(self, backup: Path) -> None:
        """Begin to copy a backup.  Returns at once; what goes wrong is in the service's log and in the database."""
        if self.folder is None:
            self._write(NO_MORE)
            return
        with self._lock:
            self._waiting, slow = backup, self._under_way
            if slow is None:
                self._under_way = backup
                self._thread = threading.Thread(target=self._work, name="backup-copy", daemon=True)
                self._thread.start()
        if slow is not None:
            self._note_failure(f"the copy of {slow.name} is still under way")

    def close(self, seconds: float = FINISH_SECONDS) -> None:
        """Give what is under way some time to be finished; a stick that hangs keeps nobody from ending."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)

    def _work(self) -> None:
        while True:
            with self._lock:
                backup, self._waiting = self._waiting, None
                self._under_way = backup
            if backup is None:
                return
            self._copy(backup)

    def _copy(self, backup: Path) -> None:
        assert self.folder is not None
        try:
            path = copy(backup, self.folder)
        except (OSError, BackupUnusable) as error:
            self._note_failure(str(getattr(error, "strerror", None) or error))
            return
        made_at = next((each.made_at for each in backups(backup.parent) if each.path == backup), None)
        self._write(COPIED, made_at=made_at)
        LOG.info("backup copied to %s", path)

    def _note_failure(self, fault: str) -> None:
        LOG.error("the backup could not be copied to %s: %s", self.folder, fault)
        self._write(FAILED, fault=f"{self.folder}: {fault}")

    def _write(self, statement: object, **values: object) -> None:
        try:
            with self.database.write() as session:
                session.connection().execute(statement, {"machine": platform.node()[:255], **values})  # type: ignore[call-overload]
        except Exception as error:
            LOG.error("what became of the copy could not be noted: %s", error)
