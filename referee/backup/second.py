"""The second place for backups, such as a USB stick: every backup is copied there, and failures are recorded.

A stick that is removed, full, read-only or slow affects only the copying thread: it holds no transaction while it
copies, and nobody waits for it.
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

from referee.backup.faults import BackupUnusable, quoted
from referee.backup.folder import PART, UPLOADED, Backup, backups, tidy
from referee.backup.read import check_backup
from referee.backup.write import sync_folder
from referee.core.database.database import Database

LOG = logging.getLogger(__name__)

CHUNK_BYTES = 1 << 20
"""Bytes copied at a time."""
FINISH_SECONDS = 5
"""How long a stopping process waits for a copy under way."""

COPIED = text(
    "INSERT INTO backup_turn (name, due_at, made_at, machine) VALUES ('copy', 0, :made_at, :machine)"
    " ON CONFLICT (name) DO UPDATE SET made_at = excluded.made_at, machine = excluded.machine, fault = NULL"
)
FAILED = text(
    "INSERT INTO backup_turn (name, due_at, machine, fault) VALUES ('copy', 0, :machine, :fault)"
    " ON CONFLICT (name) DO UPDATE SET machine = excluded.machine, fault = excluded.fault"
)
NO_SECOND_PLACE = text("DELETE FROM backup_turn WHERE name = 'copy' AND machine = :machine")


def copy(backup: Path, folder: Path) -> Path:
    """Copy a backup into a folder, verify the copy by reading it, and return its path.

    The folder's older backups are cleaned up by the usual retention rule.  The folder is never created: if it is
    missing the stick is not plugged in, and a copy would end up on the disk below the mount point.
    Raises OSError and `BackupUnusable`; a partial copy is then deleted if possible.
    """
    if not folder.is_dir():
        raise FileNotFoundError(2, "the folder is not there; is the stick in?", str(folder))
    path = folder / backup.name
    part = folder / f"{backup.name}-{secrets.token_hex(4)}{PART}"
    try:
        # Readable by its owner only, like the original, if the stick's file system has owners.
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as target, backup.open("rb") as source:
            while piece := source.read(CHUNK_BYTES):
                target.write(piece)
            target.flush()
            os.fsync(target.fileno())
            if hasattr(os, "posix_fadvise"):  # so that the check reads from the stick, not from the page cache
                os.posix_fadvise(target.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        check_backup(part)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # not every file system used on sticks can sync a folder
        sync_folder(folder)
    tidy(folder, next(each.made_at for each in backups(folder) if each.path == path))
    return path


def all_backups(folder: Path, second: Path | None) -> list[Backup]:
    """The backups of the main folder and of the second place, newest first; an unreadable second place is left out
    (`second_place_fault`).
    """
    found = backups(folder)
    with suppress(OSError):
        found += backups(second) if second is not None else []
    return sorted(found, key=lambda each: (each.made_at, each.path.parent == folder), reverse=True)


def second_place_fault(second: Path | None) -> OSError | None:
    """Why the backups in the second place cannot be listed, if it is there; a stick that is not plugged in has none."""
    try:
        backups(second) if second is not None else ()
    except OSError as error:
        return error
    return None


def newest_if_lost(database: Database, folder: Path, second: Path | None) -> Backup | None:
    """The newest backup of this service if the database is empty, which means that the real one is lost or elsewhere;
    None if it is not empty or there are no backups.  Raises OSError if it is empty and nobody can say.
    """
    if any(database.rows(f"SELECT id FROM {table} LIMIT 1", {}) for table in ("account", "event")):
        return None
    found = next((each for each in all_backups(folder, second) if each.why != UPLOADED), None)
    if found is None and (fault := second_place_fault(second)) is not None:
        raise fault
    return found


class SecondPlace:
    """Copies the backups of one process in a thread of its own; of several that are waiting, only the newest.

    ``folder``: None if there is no second place.
    """

    def __init__(self, database: Database, folder: Path | None) -> None:
        self.database = database
        self.folder = folder
        self._lock = threading.Lock()
        self._waiting: Path | None = None
        self._under_way: Path | None = None
        self._thread: threading.Thread | None = None

    def begin(self, backup: Path) -> None:
        """Begin to copy a backup and return at once; failures are logged and recorded in the database."""
        if self.folder is None:
            self._write(NO_SECOND_PLACE)
            return
        with self._lock:
            self._waiting, slow = backup, self._under_way
            if slow is None:
                self._under_way = backup
                self._thread = threading.Thread(target=self._work, name="backup-copy", daemon=True)
                self._thread.start()
        if slow is not None:
            self._note_failure(TimeoutError(f"the copy of {slow.name} is still under way"))

    def close(self, seconds: float = FINISH_SECONDS) -> None:
        """Give a copy under way some time to finish; a stick that hangs does not block the shutdown."""
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
            self._note_failure(error)
            return
        made_at = next((each.made_at for each in backups(backup.parent) if each.path == backup), None)
        self._write(COPIED, made_at=made_at)
        LOG.info("backup copied to %s", path)

    def _note_failure(self, error: OSError | BackupUnusable) -> None:
        LOG.error("the backup could not be copied to %s: %s", self.folder, error)
        self._write(FAILED, fault=f"{self.folder}: {quoted(error)}")

    def _write(self, statement: object, **values: object) -> None:
        try:
            with self.database.write() as session:
                session.connection().execute(statement, {"machine": platform.node()[:255], **values})  # type: ignore[call-overload]
        except Exception as error:
            LOG.error("what became of the copy could not be noted: %s", error)
