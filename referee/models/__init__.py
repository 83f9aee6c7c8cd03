"""The database models: every table, with one file per subject.

`referee.core.database.migrations` creates the tables.  Models import nothing else of the service, so that any subject
may read any row.
"""

from referee.models.accounts import Account, Credential, Invitation, Membership
from referee.models.base import METADATA, new_id
from referee.models.cases import (
    Assignment,
    Call,
    CallLine,
    CallStep,
    Case,
    CaseStep,
    Penalty,
    PenaltyStep,
    Precedent,
    TableNote,
)
from referee.models.clocks import Activation, Deadline, ServiceClock
from referee.models.deliveries import AlertChannel, AlertDelivery, Letter, Webhook, WebhookDelivery
from referee.models.events import Event, HallFloor, KeptEdition, Player, RegulationVersion, Round
from referee.models.people import Appearance, ListColumns, Person, PlayerMerge, Registration, RegistrationForm, Season
from referee.models.published import (
    EventPicture,
    LayoutVersion,
    Made,
    Notice,
    PlayerLink,
    Prize,
    Projector,
    PublicPages,
)
from referee.models.results import Adjustment, CountStep, DecisionMade, TableResult
from referee.models.seating import Playoff, Seat, Seating, VenueTaken
from referee.models.service import AuditEntry, BackupTurn, EventChain, Limit, Restored, RowChange, ServiceSecret
from referee.models.tables import Entry, GameTable, LeftBehind, MissingHead, Snapshot

__all__ = [
    "METADATA",
    "Account",
    "Activation",
    "Adjustment",
    "AlertChannel",
    "AlertDelivery",
    "Appearance",
    "Assignment",
    "AuditEntry",
    "BackupTurn",
    "Call",
    "CallLine",
    "CallStep",
    "Case",
    "CaseStep",
    "CountStep",
    "Credential",
    "Deadline",
    "DecisionMade",
    "Entry",
    "Event",
    "EventChain",
    "EventPicture",
    "GameTable",
    "HallFloor",
    "Invitation",
    "KeptEdition",
    "LayoutVersion",
    "LeftBehind",
    "Letter",
    "Limit",
    "ListColumns",
    "Made",
    "Membership",
    "MissingHead",
    "Notice",
    "Penalty",
    "PenaltyStep",
    "Person",
    "Player",
    "PlayerLink",
    "PlayerMerge",
    "Playoff",
    "Precedent",
    "Prize",
    "Projector",
    "PublicPages",
    "Registration",
    "RegistrationForm",
    "RegulationVersion",
    "Restored",
    "Round",
    "RowChange",
    "Season",
    "Seat",
    "Seating",
    "ServiceClock",
    "ServiceSecret",
    "Snapshot",
    "TableNote",
    "TableResult",
    "VenueTaken",
    "Webhook",
    "WebhookDelivery",
    "new_id",
]
