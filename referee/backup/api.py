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
    """The backups of the machine that answers, the newest first, how old the service's last one is, and its copy."""
    allowed("backup.read")
    return answer(BackupList().dump(backups_view(service().database, service().settings.backups)))


@endpoint(blueprint, "POST", "", gives=BackupOut, status=201)
def make_backup(query: dict[str, Any]) -> Response:
    """Make a backup now, on the machine that answers; it may take some seconds."""
    backup = commands.make_backup(caller())
    return answer(BackupOut().dump(backup_view(backup, service().database.now())), 201)


@endpoint(blueprint, "POST", "/restore", gives=BackupOut, status=202, body=RestoreIn, fails=(404, 409))
def restore(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Stop the service, put a backup in the place of all that is there, of which one is made first, and start again.

    All that was done since is undone; `/readyz` says when the service is back, and the page of the backups what came of
    it.
    """
    backup = commands.request_restore(caller(), body["name"], body["typed"])
    return answer(BackupOut().dump(backup_view(backup, service().database.now())), 202)
