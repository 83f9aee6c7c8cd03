"""What the service keeps: every table of the database, a concept a file.  `referee.storage.migrations` makes them."""

from referee.models.access import Account, Credential, Invitation, Membership
from referee.models.audit import AuditEntry
from referee.models.backup import BackupTurn
from referee.models.base import METADATA, new_id
from referee.models.clock import Activation, Deadline
from referee.models.event import Event, Round
from referee.models.limit import Limit
from referee.models.log import Entry, Snapshot
from referee.models.table import GameTable

__all__ = [
    "METADATA",
    "Account",
    "Activation",
    "AuditEntry",
    "BackupTurn",
    "Credential",
    "Deadline",
    "Entry",
    "Event",
    "GameTable",
    "Invitation",
    "Limit",
    "Membership",
    "Round",
    "Snapshot",
    "new_id",
]
