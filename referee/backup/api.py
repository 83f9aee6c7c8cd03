"""Backups: which there are, and one more."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.backup.due import NEVER, Backups, Last, last
from referee.backup.folder import Backup, backups
from referee.backup.schemas import BackupList, BackupOut
from referee.core import audit
from referee.core.access.guard import allowed
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.problems import Problem
from referee.core.service import service

blueprint = StrictBlueprint("backups", __name__, url_prefix="/api/v1/backups", description="Backups of the database")


def as_json(backup: Backup, now: int) -> dict[str, Any]:
    """A backup as it is answered."""
    return {
        "name": backup.name,
        "made_at": backup.made_at,
        "age": age(backup.made_at, now),
        "size": backup.size,
        "why": backup.why,
    }


def age(made_at: int, now: int) -> int:
    """Seconds since a moment."""
    return max(0, now - made_at) // 1000


def last_json(newest: Last, now: int) -> dict[str, Any]:
    """How the last backup, or the last copy of one, went, as it is answered."""
    return {
        "made_at": newest.made_at,
        "age": None if newest.made_at is None else age(newest.made_at, now),
        "machine": newest.machine,
        "fault": newest.fault,
    }


@endpoint(blueprint, "GET", "", gives=BackupList)
def list_backups(query: dict[str, Any]) -> Response:
    """The backups of the machine that answers, the newest first, how old the service's last one is, and its copy."""
    allowed("backup.read")
    database = service().database
    now = database.now()
    newest, copied = last(database), last(database, "copy")
    try:
        rows = [as_json(backup, now) for backup in backups(service().settings.backups)]
    except OSError as error:
        raise Problem("backup_failed", reason=error.strerror or str(error)) from error
    return answer(
        {
            "rows": rows,
            "last": last_json(newest, now),
            "copy": last_json(copied, now) if copied != NEVER else None,
        }
    )


@endpoint(blueprint, "POST", "", gives=BackupOut, status=201)
def make_backup(query: dict[str, Any]) -> Response:
    """Make a backup now, on the machine that answers; it may take some seconds."""
    who = allowed("backup.make")
    database = service().database
    try:
        backup = service().part(Backups).begin("hand").result()
    except OSError as error:
        raise Problem("backup_failed", reason=error.strerror or str(error)) from error
    now = database.now()
    with database.write() as session:
        audit.record(session, now, who, "backup.make", f"backup:{backup.made_at}", name=backup.name)
    return answer(as_json(backup, now), 201)
