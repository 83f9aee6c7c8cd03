"""What the service keeps: every table of the database, a concept a file.  `referee.storage.migrations` makes them."""

from referee.models.access import Account, Credential, Invitation, Membership
from referee.models.assignment import Assignment, TableNote
from referee.models.audit import AuditEntry
from referee.models.backup import BackupTurn, Restored
from referee.models.base import METADATA, new_id
from referee.models.call import Call, CallLine, CallStep
from referee.models.case import Case, CaseStep, Precedent
from referee.models.change import Change, EventChain
from referee.models.clock import Activation, Deadline
from referee.models.decision import Adjustment, DecisionMade
from referee.models.event import Event, Round
from referee.models.layout import LayoutVersion
from referee.models.limit import Limit
from referee.models.log import Entry, MissingHead, Snapshot
from referee.models.penalty import Penalty, PenaltyStep
from referee.models.player import Player
from referee.models.public import Notice, PlayerLink, PublicPages
from referee.models.regulation import RegulationVersion
from referee.models.result import TableResult
from referee.models.seating import Seat, Seating
from referee.models.service_clock import ServiceClock
from referee.models.table import GameTable

__all__ = [
    "METADATA",
    "Account",
    "Activation",
    "Adjustment",
    "Assignment",
    "AuditEntry",
    "BackupTurn",
    "Call",
    "CallLine",
    "CallStep",
    "Case",
    "CaseStep",
    "Change",
    "Credential",
    "Deadline",
    "DecisionMade",
    "Entry",
    "Event",
    "EventChain",
    "GameTable",
    "Invitation",
    "LayoutVersion",
    "Limit",
    "Membership",
    "MissingHead",
    "Notice",
    "Penalty",
    "PenaltyStep",
    "Player",
    "PlayerLink",
    "Precedent",
    "PublicPages",
    "RegulationVersion",
    "Restored",
    "Round",
    "Seat",
    "Seating",
    "ServiceClock",
    "Snapshot",
    "TableNote",
    "TableResult",
    "new_id",
]
