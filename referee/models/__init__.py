"""The database models: every table, with one file per subject.

`referee.core.database.migrations` creates the tables.  Models import nothing else of the service, so that any subject
may read any row.
"""

from referee.models.accounts import Account, Credential, Invitation, Membership
from referee.models.alerts import AlertChannel, AlertDelivery
from referee.models.base import METADATA, new_id
from referee.models.calls import Assignment, Call, CallLine, CallStep, TableNote
from referee.models.cases import Case, CaseStep, Precedent
from referee.models.clocks import Activation, Deadline, ServiceClock
from referee.models.counts import CountStep
from referee.models.editions import KeptEdition
from referee.models.events import Event, Player, RegulationVersion, Round
from referee.models.floor import HallFloor
from referee.models.lists import ListColumns, PlayerMerge
from referee.models.made import Made
from referee.models.mail import Letter
from referee.models.penalties import Penalty, PenaltyStep
from referee.models.people import Appearance, Person, Season
from referee.models.pictures import EventPicture
from referee.models.prizes import Prize
from referee.models.published import LayoutVersion, Notice, PlayerLink, Projector, PublicPages
from referee.models.registration import Registration, RegistrationForm
from referee.models.results import Adjustment, DecisionMade, TableResult
from referee.models.seating import Seat, Seating
from referee.models.service import AuditEntry, BackupTurn, EventChain, Limit, Restored, RowChange, ServiceSecret
from referee.models.tables import Entry, GameTable, LeftBehind, MissingHead, Snapshot
from referee.models.venues import Playoff, VenueTaken
from referee.models.webhooks import Webhook, WebhookDelivery

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
