"""Backups: which there are, and one more."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.backup import commands
from referee.backup.queries import backup_view, backups_view
from referee.backup.schemas import BackupList, BackupOut, RestoreIn
from referee.core.access.guard import allowed
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.service import service

blueprint = StrictBlueprint("backups", __name__, url_prefix="/api/v1/backups", description="Backups of the database")


@endpoint(blueprint, "GET", "", gives=BackupList)
def list_backups(query: dict[str, Any]) -> Response:
    """List the backups on the machine that responds, newest first.

    Also gives the age of the service's last backup and of its last copy.
    """
    allowed("backup.read")
    return answer(BackupList().dump(backups_view(service().database, service().settings.backups)))


@endpoint(blueprint, "POST", "", gives=BackupOut, status=201)
def make_backup(query: dict[str, Any]) -> Response:
    """Make a backup now, on the machine that responds.

    It may take a few seconds.
    """
    backup = commands.make_backup(caller())
    return answer(BackupOut().dump(backup_view(backup, service().database.now())), 201)


@endpoint(blueprint, "POST", "/restore", gives=BackupOut, status=202, body=RestoreIn, fails=(404, 409))
def restore(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Restore a backup: stop the service, replace all data with the backup, and start again.

    A backup of the current data is made first. Everything that was done since the restored backup was made is undone.
    `/readyz` shows when the service is back; the backup page shows the outcome.
    """
    backup = commands.request_restore(caller(), body["name"], body["typed"])
    return answer(BackupOut().dump(backup_view(backup, service().database.now())), 202)
