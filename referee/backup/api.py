"""Backups: which there are, and one more."""

from __future__ import annotations

from referee.backup import commands
from referee.backup.commands import RestoreBackup
from referee.backup.queries import BackupList, BackupView, backup_view, backups_view
from referee.core.access.guard import allowed
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.service import service

blueprint = StrictBlueprint("backups", __name__, url_prefix="/api/v1/backups", description="Backups of the database")


@endpoint(blueprint, "GET", "", gives=BackupList)
def list_backups() -> BackupList:
    """List the backups on the machine that responds, newest first.

    Also gives the age of the service's last backup and of its last copy.
    """
    allowed("backup.read")
    return backups_view(service().database, service().settings.backups)


@endpoint(blueprint, "POST", "", gives=BackupView, status=201)
def make_backup() -> BackupView:
    """Make a backup now, on the machine that responds.

    It may take a few seconds.
    """
    return backup_view(commands.make_backup(caller()), service().database.now())


@endpoint(blueprint, "POST", "/restore", gives=BackupView, status=202, body=RestoreBackup, fails=(404, 409))
def restore(body: RestoreBackup) -> BackupView:
    """Restore a backup: stop the service, replace all data with the backup, and start again.

    A backup of the current data is made first. Everything that was done since the restored backup was made is undone.
    `/readyz` shows when the service is back; the backup page shows the outcome.
    """
    return backup_view(commands.request_restore(caller(), body), service().database.now())
