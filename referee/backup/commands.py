"""Making a backup by hand."""

from __future__ import annotations

from referee.backup.due import Backups
from referee.backup.folder import Backup
from referee.backup.queries import backup_failed
from referee.core.command import Caller


def make_backup(caller: Caller) -> Backup:
    """Make a backup on this machine.  Raises the problems ``not_allowed`` and ``backup_failed``."""
    caller.allow("backup.make")
    try:
        backup = caller.service.part(Backups).begin("hand").result()  # takes seconds: before the transaction
    except OSError as error:
        raise backup_failed(error) from error
    with caller.change() as change:
        change.audit("backup.make", f"backup:{backup.made_at}", name=backup.name)
    return backup
